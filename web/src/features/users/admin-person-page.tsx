import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { LegalHoldLine } from '#web/features/legal-holds/legal-hold-line.tsx'
import { PersonObligations } from '#web/features/obligations/person-obligations.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { BackLink } from '#web/ui/page-header.tsx'
import { teamMemberQuery } from './admin-users.api.ts'
import { AdminPersonHeader } from './admin-person-header.tsx'
import { TrainingProgress } from './training-progress.tsx'
import { PersonActivity } from './person-activity.tsx'
import { PersonDialogs } from './person-dialogs.tsx'
import { PersonFacts } from './person-facts.tsx'
import { PersonPolicies } from './person-policies.tsx'
import { PersonSessions } from './person-sessions.tsx'
import { PersonSheetSkeleton } from '#web/features/people/person-sheet-skeleton.tsx'
import { usePersonActions } from './use-person-actions.tsx'

/** Everything about one person, for admins. */
export function AdminPersonPage() {
  const { id } = useParams({ from: '/shell/admin/people/$id' })
  const navigate = useNavigate()
  const toTeam = () => navigate({ to: '/admin/people' })
  const { data: person, error, refetch } = useQuery(teamMemberQuery(id))
  const state = usePersonActions(toTeam)
  usePageTitle(person && `${person.name} · Admin Panel`)
  if (error && (!person || isUnknown(error))) {
    return (
      <>
        <h1 className="sr-only">Person</h1>
        {isUnknown(error) ? (
          <ErrorPanel title="User not found" onGoBack={() => void toTeam()}>
            They may have been deleted, or the link may be incomplete.
          </ErrorPanel>
        ) : (
          <ErrorPanel
            title="Failed to fetch user"
            onRetry={() => void refetch()}
            onGoBack={() => void toTeam()}
          >
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        )}
      </>
    )
  }
  return (
    <>
      <BackLink to="/admin/people" label="Back to the team" />
      {person ? (
        <article className="grid gap-10">
          <AdminPersonHeader person={person} actions={state.actions} />
          {state.failure && (
            <ErrorPanel title={state.failure.title} onDismiss={state.dismiss}>
              {state.failure.sentence}
            </ErrorPanel>
          )}
          <PersonFacts person={person} />
          <PersonObligations personId={person.id} />
          <PersonPolicies person={person} />
          <Section title="Trainings and tests" description="What is required, and what they tried.">
            <TrainingProgress tests={person.tests} />
          </Section>
          <PersonSessions person={person} />
          <PersonActivity person={person} />
          <LegalHoldLine of={{ type: 'person', id: person.id, title: person.name }} />
        </article>
      ) : (
        <PersonSheetSkeleton />
      )}
      <PersonDialogs state={state} />
    </>
  )
}

/** A malformed id in the address is as unknown as any other. */
const isUnknown = (error: Error) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
