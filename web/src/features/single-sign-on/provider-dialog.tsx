import type { IdentityProvider } from '@frontdesk/contract/single-sign-on'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { AdmittanceFields, ClientFields, RuleFields } from './provider-fields.tsx'
import { useSaveProvider } from './identity-providers.api.ts'
import { bodyOf, fieldAt, type ProviderTexts, textsOf } from './provider-texts.ts'

type ProviderDialogProps = {
  /** Null: a new one. */
  before: IdentityProvider | null
  address: string
  canEnable: boolean
  onClose: () => void
}

/** Everything about one provider. What is typed stays until it is saved or left. */
export function ProviderDialog({ before, address, canEnable, onClose }: ProviderDialogProps) {
  const formId = useId()
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  const form = useForm<ProviderTexts>({ defaultValues: textsOf(before) })
  const save = useSaveProvider()
  const [isLeaving, setLeaving] = useState(false)
  const submit = form.handleSubmit((texts) =>
    save.mutate(
      { id, before: before ?? undefined, body: bodyOf(texts) },
      {
        onSuccess: ({ name }) => {
          toast.success(`${name} is saved.`)
          onClose()
        },
        onError: (error) => {
          const fields = Object.entries((error instanceof ApiError && error.fields) || {})
          for (const [path, message] of fields) {
            const field = fieldAt(path)
            if (field) form.setError(field, { message }, { shouldFocus: true })
          }
        },
      },
    ),
  )
  const close = () => {
    if (save.isPending) return
    if (form.formState.isDirty && !isLeaving) return setLeaving(true)
    onClose()
  }
  const isAtFields = save.error instanceof ApiError && save.error.fields !== undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={before ? `Sign-in with ${before.name}` : 'New provider'}
      description="It is off until you switch it on, at the end."
      footer={
        <>
          {isLeaving && (
            <p className="grow self-center text-sm text-muted" role="alert">
              What you typed is not saved.
            </p>
          )}
          <Button variant="secondary" disabled={save.isPending} onClick={close}>
            {isLeaving ? 'Discard' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Saving…">
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-6 pt-1"
        onChange={() => setLeaving(false)}
        onSubmit={(event) => void submit(event)}
      >
        {save.error && !isAtFields && (
          <ErrorPanel onDismiss={() => save.reset()}>
            {failureOf(save.error, 'Failed to save the provider')}
          </ErrorPanel>
        )}
        <ClientFields form={form} before={before} />
        <Addresses base={`${address}/api/v1/auth/oidc/${id}`} />
        <AdmittanceFields form={form} />
        <RuleFields form={form} canEnable={canEnable} />
      </form>
    </Dialog>
  )
}

function Addresses({ base }: { base: string }) {
  const rows = [
    ['Redirect address', `${base}/callback`],
    ['Back-channel log-out address', `${base}/backchannel-logout`],
  ] as const
  return (
    <div className="grid gap-3 rounded-lg border border-line bg-sunken p-4">
      <p className="text-sm text-muted">To be entered at the provider:</p>
      {rows.map(([label, text]) => (
        <div key={label} className="min-w-0">
          <p className="font-medium">{label}</p>
          <p className="flex items-start justify-between gap-2">
            <code className="min-w-0 font-mono text-sm break-all">{text}</code>
            <CopyButton label={`Copy the ${label.toLowerCase()}`} text={text} />
          </p>
        </div>
      ))}
    </div>
  )
}
