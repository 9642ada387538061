import type { Passkey } from '@frontdesk/contract/passkeys'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useRenamePasskey } from './passkeys.api.ts'

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
  const formId = useId()
  const rename = useRenamePasskey()
  const form = useForm({ defaultValues: { name: passkey.name } })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(
      { id: passkey.id, name },
      {
        onSuccess: onClose,
        onError: (error) => {
          const message = error instanceof ApiError ? error.fields?.name : undefined
          if (message) form.setError('name', { message }, { shouldFocus: true })
        },
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !rename.isPending) onClose()
      }}
      title="Rename the passkey"
      description="So that you know which device it is on."
      size="sm"
      footer={
        <>
          <Button variant="secondary" disabled={rename.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={rename.isPending} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5 pt-1"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Name" error={errors.name?.message}>
          <TextInput
            maxLength={60}
            autoComplete="off"
            {...form.register('name', { required: 'Please give the passkey a name' })}
          />
        </Field>
        {rename.error && !errors.name && (
          <ErrorPanel onDismiss={() => rename.reset()}>
            {failureOf(rename.error, 'Failed to rename it')}
          </ErrorPanel>
        )}
      </form>
    </Dialog>
  )
}
