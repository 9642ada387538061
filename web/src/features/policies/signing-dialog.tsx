import { CONSENT, CONSENT_MAX } from '@frontdesk/contract/constants'
import type { Policy } from '@frontdesk/contract/policies'
import type { Signing } from '@frontdesk/contract/signing'
import { useId, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
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
  const formId = useId()
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
    <Dialog
      open
      onOpenChange={() => {
        if (!change.isPending) onClose()
      }}
      title="How it is signed"
      description="From now on. What was signed stays as it is, and nobody is asked again."
      footer={
        <>
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={change.isPending} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {change.error && (
          <ErrorPanel>{failureOf(change.error, 'Failed to save how it is signed')}</ErrorPanel>
        )}
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
      </form>
    </Dialog>
  )
}
