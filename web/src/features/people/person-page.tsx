import { canOpenAdmin } from '@frontdesk/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Pencil, ShieldCheck } from 'lucide-react'
import { isUnknown } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { MissingPage } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { PersonSheet, PersonSheetSkeleton } from './person-sheet.tsx'
import { personQuery } from './people.api.ts'

export function PersonPage() {
  const { id } = useParams({ from: '/shell/people/$id' })
  const user = useUser()
  const { data: person, error, refetch } = useQuery(personQuery(id))
  usePageTitle(person?.name)
  // Somebody who has left is gone, even while they are still on screen.
  if (error && (!person || isUnknown(error))) {
    return (
      <MissingPage
        what="Person"
        error={error}
        whyUnknown="They may have left, or the link may be incomplete."
        failure="Failed to fetch user"
        onRetry={() => void refetch()}
        list="/people"
      />
    )
  }
  return (
    <>
      <BackLink to="/people" label="Back to People" />
      {person ? (
        <PersonSheet
          person={person}
          actions={
            <>
              {person.id === user.id && (
                <ButtonLink to="/profile/edit" variant="secondary" icon={Pencil}>
                  Edit Profile
                </ButtonLink>
              )}
              {canOpenAdmin(user) && (
                <ButtonLink
                  to="/admin/people/$id"
                  params={{ id: person.id }}
                  variant="secondary"
                  icon={ShieldCheck}
                >
                  Manage
                </ButtonLink>
              )}
            </>
          }
        />
      ) : (
        <PersonSheetSkeleton />
      )}
    </>
  )
}
