import type { Invitation } from '@frontdesk/contract/invitations'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

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
