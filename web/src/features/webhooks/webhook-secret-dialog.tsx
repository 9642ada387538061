import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'

/** The secret, which nobody is shown again. */
export function WebhookSecretDialog(props: {
  secret: string
  isRolled: boolean
  onClose: () => void
}) {
  const { secret, isRolled, onClose } = props
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="The signing secret"
      description={
        isRolled
          ? 'Give it to the receiver within 24 hours: until then the one before signs as well. It is shown this once.'
          : 'The receiver checks with it that a delivery comes from here. It is shown this once.'
      }
      footer={<Button onClick={onClose}>I Have It</Button>}
    >
      <Field label="Secret">
        <span className="flex items-center gap-2">
          <TextInput
            readOnly
            className="font-mono"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label="Copy the secret" text={secret} />
        </span>
      </Field>
    </Dialog>
  )
}
