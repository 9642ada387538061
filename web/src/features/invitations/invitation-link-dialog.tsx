import type { Invitation } from '@frontdesk/contract/invitations'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import type { OpenLink } from './invitations.api.ts'

type InvitationLinkDialogProps = {
  shown: { invitation: Invitation; link: string } | null
  onClose: () => void
}

/** A link to hand over by other means than our mail. */
export function InvitationLinkDialog({ shown, onClose }: InvitationLinkDialogProps) {
  if (!shown) return null
  const { invitation, link } = shown
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invitation link"
      description={`For ${invitation.email}. Whoever has it can open this account, once, until ${formatDateTime(invitation.expires_at)}.`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <Field label="Link">
        <span className="flex items-center gap-2">
          <TextInput readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton label="Copy the link" text={link} />
        </span>
      </Field>
    </Dialog>
  )
}

type OpenLinksDialogProps = { links: OpenLink[] | null; onClose: () => void }

/** Everybody's link, one a line, to be handed over in one go; then the links for many. */
export function OpenLinksDialog({ links, onClose }: OpenLinksDialogProps) {
  if (!links) return null
  const text = links.map(({ of, link }) => `${of}: ${link}`).join('\n')
  const forMany = links.filter(({ isForMany }) => isForMany).length
  const each =
    'Each opens the account of the person beside it, once. Send nobody the link of somebody else.'
  const many = 'The join links at the end are for everybody whom you give them to.'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="All invitation links"
      description={forMany > 0 ? `${each} ${many}` : each}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {links.length === 0 ? (
        <p>No invitation is open. Expired ones can be sent again.</p>
      ) : (
        <Field label={links.length === 1 ? '1 link' : `${links.length} links`}>
          <span className="flex items-start gap-2">
            <TextArea
              readOnly
              rows={Math.min(links.length * 2, 12)}
              className="text-sm"
              value={text}
              onFocus={(event) => event.currentTarget.select()}
            />
            <CopyButton label="Copy all links" text={text} />
          </span>
        </Field>
      )}
    </Dialog>
  )
}
