import type { Invitation } from '@frontdesk/contract/invitations'
import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { JoinLinksSection } from '#web/features/join-links/join-links-section.tsx'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { InvitationLinkDialog, OpenLinksDialog } from './invitation-link-dialog.tsx'
import { InvitationList } from './invitation-list.tsx'
import { useInvitationLink, useOpenLinks } from './invitations.api.ts'
import { InviteManyForm } from './invite-many-form.tsx'
import { InviteOneForm } from './invite-one-form.tsx'

const ways = [
  { value: 'one', label: 'One person' },
  { value: 'many', label: 'Many at once' },
] as const

export function InvitePage() {
  usePageTitle('Invite Person')
  const [way, setWay] = useState<'one' | 'many'>('one')
  const [invited, setInvited] = useState<Invitation | null>(null)
  const [shown, setShown] = useState<{ invitation: Invitation; link: string } | null>(null)
  const { data: settings } = useQuery(publicSettings)
  const taking = useInvitationLink()
  const showLink = (invitation: Invitation) =>
    taking.mutate(invitation.id, {
      onSuccess: ({ link }) => {
        setShown({ invitation, link })
        // Where a browser doesn't let the page copy, the dialog has the link to select.
        navigator.clipboard?.writeText(link).then(
          () => toast.success('The link is copied'),
          () => undefined,
        )
      },
      onError: (error) => toast.error(failureOf(error, 'Failed to make a link')),
    })
  return (
    <>
      <PageHeader
        title="Invite Person"
        description="They get a link, choose their name and a password, and are in."
        back={{ to: '/people', label: 'Back to People' }}
      />
      <div className="grid gap-10">
        <Card className="grid max-w-2xl grid-cols-1 gap-6">
          <div>
            <SegmentedControl label="How many" options={ways} value={way} onChange={setWay} />
          </div>
          {settings?.sends_mail === false && (
            <Notice tone="warning">
              No mail server is set, so nobody gets a mail. Copy each person’s link from the list
              below, and hand it over yourself.
            </Notice>
          )}
          {way === 'one' ? <InviteOneForm onInvited={setInvited} /> : <InviteManyForm />}
          {way === 'one' && invited && (
            <Notice
              tone="success"
              action={
                <Button
                  variant="secondary"
                  size="sm"
                  busy={taking.isPending}
                  onClick={() => showLink(invited)}
                >
                  Copy Link
                </Button>
              }
            >
              {invited.name ?? invited.email} is invited.
            </Notice>
          )}
        </Card>
        <Section
          title="Open invitations"
          description="Each link works once, for 7 days. Resending replaces the earlier one."
        >
          <CopyAllLinks />
          <InvitationList onLink={showLink} />
        </Section>
        <JoinLinksSection />
      </div>
      <InvitationLinkDialog shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

function CopyAllLinks() {
  const all = useOpenLinks()
  const make = () =>
    all.mutate(undefined, {
      onError: (error) => toast.error(failureOf(error, 'Failed to make the links')),
    })
  return (
    <div className="mb-3">
      <Button
        variant="secondary"
        size="sm"
        icon={Copy}
        busy={all.isPending}
        busyLabel="Making links…"
        onClick={make}
      >
        Copy all links
      </Button>
      <OpenLinksDialog links={all.data ?? null} onClose={() => all.reset()} />
    </div>
  )
}
