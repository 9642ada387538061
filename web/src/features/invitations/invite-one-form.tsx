import type { Invitation } from '@frontdesk/contract/invitations'
import type { Role } from '@frontdesk/contract/users'
import { useController, useForm } from 'react-hook-form'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Choice, Field, TextInput } from '#web/ui/field.tsx'
import { useInvite } from './invitations.api.ts'
import { readLines } from './read-lines.ts'

const roles = [
  { value: 'agent', label: 'Agent', hint: 'Reads, acknowledges and learns.' },
  { value: 'manager', label: 'Manager', hint: 'Also does the steps that are a manager’s.' },
  { value: 'admin', label: 'Admin', hint: 'Also manages content and people.' },
] as const

/** An address, or a name with its address as mail programs write it. */
function onePerson(text: string): true | string {
  const people = readLines(text, 'agent')
  if (people.length > 1) return 'These are several people: please choose “Many at once”'
  return /^\S+@\S+$/.test(people[0]?.email ?? '') || 'Please enter a valid email address'
}

type InviteOneFormProps = { onInvited: (invitation: Invitation) => void }

export function InviteOneForm({ onInvited }: InviteOneFormProps) {
  const invite = useInvite()
  const form = useForm<{ email: string; role: Role }>({
    defaultValues: { email: '', role: 'agent' },
  })
  const { register, handleSubmit, formState, reset } = form
  const { field: role } = useController({ control: form.control, name: 'role' })
  const submit = handleSubmit(({ email, role: as }) => {
    const [{ email: address, name } = { email, name: '' }] = readLines(email, as)
    invite.mutate(
      { email: address, role: as, ...(name && { name }) },
      {
        onSuccess: (invitation) => {
          reset()
          onInvited(invitation)
        },
      },
    )
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {invite.error && (
        <ErrorPanel onDismiss={() => invite.reset()}>
          {failureOf(invite.error, 'Failed to send invitation')}
        </ErrorPanel>
      )}
      <Field label="Email" error={formState.errors.email?.message}>
        <TextInput
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
          {...register('email', { validate: onePerson })}
        />
      </Field>
      <Choice legend="Role" options={roles} value={role.value} onChange={role.onChange} />
      <div>
        <Button type="submit" busy={invite.isPending} busyLabel="Sending…">
          Send Invitation
        </Button>
      </div>
    </form>
  )
}
