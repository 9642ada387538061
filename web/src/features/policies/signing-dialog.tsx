import { CONSENT, CONSENT_MAX } from '@frontdesk/contract/constants'
import type { Policy } from '@frontdesk/contract/policies'
import type { Signing } from '@frontdesk/contract/signing'
import { useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChangeSigning } from './policies.api.ts'

const OPTIONS = [
  {
    name: 'comparison',
    label: 'Show first what changed',
    hint: 'Whoever signed an earlier version sees it beside this one, above the text.',
  },
  {
    name: 'typed_name',
    label: 'Type one’s name',
    hint: 'As their account has it; capitals don’t matter.',
  },
  {
    name: 'identity',
    label: 'Prove again who it is',
    hint: 'With what they sign in by, at the moment of signing.',
  },
  {
    name: 'reading',
    label: 'Keep how it was read',
    hint: 'How long the text was open and whether its end was reached, as the browser says it. Readers are told.',
  },
] as const

const NOTHING: Signing = {
  comparison: false,
  typed_name: false,
  identity: false,
  reading: false,
  consent: null,
}

/** Says what signing a policy takes beside a press. */
export function SigningDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [signing, setSigning] = useState(policy.signing ?? NOTHING)
  const change = useChangeSigning(policy.id)
  const save = () =>
    change.mutate(signing, {
      onSuccess: () => {
        toast.success('How it is signed was saved')
        onClose()
      },
    })
  return (
    <FormDialog
      title="How it is signed"
      description="From now on. What was signed stays as it is, and nobody is asked again."
      action="Save"
      busyLabel="Saving…"
      isSending={change.isPending}
      problem={change.error && failureOf(change.error, 'Failed to save how it is signed')}
      onSubmit={save}
      onClose={onClose}
    >
      {OPTIONS.map(({ name, label, hint }) => (
        <Checkbox
          key={name}
          label={label}
          hint={hint}
          checked={signing[name]}
          onChange={({ target }) => setSigning({ ...signing, [name]: target.checked })}
        />
      ))}
      <Field label="Statement" optional hint={`Empty: “${CONSENT}”`}>
        <TextArea
          autogrow
          rows={2}
          maxLength={CONSENT_MAX}
          value={signing.consent ?? ''}
          onChange={({ target }) => setSigning({ ...signing, consent: target.value || null })}
        />
      </Field>
    </FormDialog>
  )
}
