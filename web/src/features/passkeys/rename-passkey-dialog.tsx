import type { Passkey } from '@frontdesk/contract/passkeys'
import { useForm } from 'react-hook-form'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useRenamePasskey } from './passkeys.api.ts'

type RenamePasskeyDialogProps = { passkey: Passkey; onClose: () => void }

export function RenamePasskeyDialog({ passkey, onClose }: RenamePasskeyDialogProps) {
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
    <FormDialog
      size="sm"
      title="Rename the passkey"
      description="So that you know which device it is on."
      action="Save"
      busyLabel="Saving…"
      isSending={rename.isPending}
      problem={rename.error && !errors.name && failureOf(rename.error, 'Failed to rename it')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          maxLength={60}
          autoComplete="off"
          {...form.register('name', { required: 'Please give the passkey a name' })}
        />
      </Field>
    </FormDialog>
  )
}
