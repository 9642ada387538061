import type { IdentityProvider, ProviderPreset } from '@frontdesk/contract/single-sign-on'
import { useId, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { required } from '#web/features/editing/form-rules.ts'
import { TheirsNotice, useTheirs } from '#web/features/editing/theirs.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CallFailure, ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox, Choice, Field, Select, TextArea, TextInput } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/account-fields.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  identityProvidersQuery,
  type Providers,
  useSaveProvider,
  useTestProvider,
} from './identity-providers.api.ts'
import {
  bodyOf,
  fieldAt,
  presetOf,
  presets,
  type ProviderTexts,
  textsOf,
} from './provider-texts.ts'

type ProviderDialogProps = {
  /** Null: a new one. */
  before: IdentityProvider | null
  address: string
  canEnable: boolean
  onClose: () => void
}

/** The form of a provider, and how it is saved. */
function useProviderForm({ before, onClose }: Pick<ProviderDialogProps, 'before' | 'onClose'>) {
  const [id] = useState(() => before?.id ?? crypto.randomUUID())
  /** What a save goes on from. */
  const [base, setBase] = useState(before ?? undefined)
  const form = useForm<ProviderTexts>({ defaultValues: textsOf(before) })
  const save = useSaveProvider()
  const others = useTheirs(identityProvidersQuery, {
    keepMine: (newest) => setBase(itselfIn(newest, id)),
    takeTheirs: (newest) => {
      const theirs = itselfIn(newest, id)
      setBase(theirs)
      form.reset(textsOf(theirs ?? null))
    },
  })
  const submit = form.handleSubmit(async (texts) => {
    try {
      const { name } = await save.mutateAsync({ id, before: base, body: bodyOf(texts) })
      toast.success(`${name} is saved.`)
      onClose()
    } catch (error) {
      if (await others.find(error)) return save.reset()
      const fields = Object.entries((error instanceof ApiError && error.fields) || {})
      for (const [path, message] of fields) {
        const field = fieldAt(path)
        if (field) form.setError(field, { message }, { shouldFocus: true })
      }
    }
  })
  return { id, form, save, others, submit }
}

const itselfIn = ({ providers }: Providers, id: string) => providers.find((one) => one.id === id)

/** Everything about one provider. What is typed stays until it is saved or left. */
export function ProviderDialog({ before, address, canEnable, onClose }: ProviderDialogProps) {
  const formId = useId()
  const { id, form, save, others, submit } = useProviderForm({ before, onClose })
  const [isLeaving, setLeaving] = useState(false)
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
        {!isAtFields && <CallFailure of={save} title="Failed to save the provider" brief />}
        <TheirsNotice of={others} title={() => 'Somebody else saved this provider meanwhile'}>
          {(newest) => {
            const theirs = itselfIn(newest, id)
            return theirs && `${theirs.name} at ${theirs.issuer}, ${theirs.enabled ? 'on' : 'off'}`
          }}
        </TheirsNotice>
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

type FormProps = { form: UseFormReturn<ProviderTexts> }

/** Who the provider is, and as whom we come there. */
function ClientFields({ form, before }: FormProps & { before: IdentityProvider | null }) {
  const { register, formState, watch, setValue, clearErrors } = form
  const { errors } = formState
  const preset = presetOf(watch('preset'))
  const choose = (next: ProviderPreset) => {
    const chosen = presetOf(next)
    clearErrors()
    setValue('preset', next, { shouldDirty: true })
    setValue('name', chosen.name, { shouldDirty: true })
    setValue('issuer', chosen.issuer, { shouldDirty: true })
    setValue('scopes', chosen.scopes, { shouldDirty: true })
  }
  return (
    <>
      <Field label="Provider" hint={preset.hint}>
        <Select
          value={preset.id}
          onChange={({ target }) => {
            const chosen = presets.find(({ id }) => id === target.value)
            if (chosen) choose(chosen.id)
          }}
        >
          {presets.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Name"
        required
        hint={`The button says “Sign in with ${watch('name').trim() || '…'}”.`}
        error={errors.name?.message}
      >
        <TextInput
          maxLength={60}
          {...register('name', { validate: required('Please enter a name') })}
        />
      </Field>
      <IssuerField form={form} />
      <Field label="Client ID" required error={errors.client_id?.message}>
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('client_id', { validate: required('Please enter the client ID') })}
        />
      </Field>
      <Field
        label="Client secret"
        required={before === null}
        hint={
          before
            ? 'Leave it empty to keep the one there is. It is never shown.'
            : 'It is kept sealed, and never shown again.'
        }
        error={errors.client_secret?.message}
      >
        <PasswordInput
          autoComplete="off"
          {...register('client_secret', {
            validate: before === null ? required('Please enter the client secret') : undefined,
          })}
        />
      </Field>
    </>
  )
}

function IssuerField({ form }: FormProps) {
  const { register, formState, watch } = form
  const test = useTestProvider()
  const issuer = watch('issuer')
  const isTested = test.variables === issuer
  const problem =
    test.error instanceof ApiError && test.error.fields?.issuer
      ? test.error.fields.issuer
      : test.error && failureOf(test.error, 'The test failed')
  return (
    <div className="grid gap-3">
      <Field label="Issuer" required error={formState.errors.issuer?.message}>
        <TextInput
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('issuer', { validate: required('Please enter the issuer') })}
        />
      </Field>
      <div>
        <Button
          variant="secondary"
          size="sm"
          busy={test.isPending}
          busyLabel="Asking…"
          onClick={() => test.mutate(issuer)}
        >
          Test the Connection
        </Button>
      </div>
      {isTested && problem && <ErrorPanel>{problem}</ErrorPanel>}
      {isTested && test.data && (
        <Notice tone="success">
          It answers, and signs with {test.data.keys === 1 ? 'one key' : `${test.data.keys} keys`}.
          People sign in at {test.data.authorization_host}.{' '}
          {test.data.tells_log_outs
            ? 'It can tell us of log-outs.'
            : 'It does not say that it tells of log-outs.'}
        </Notice>
      )}
    </div>
  )
}

/** Who may come in by it. */
function AdmittanceFields({ form }: FormProps) {
  const { register, formState, watch, setValue } = form
  const { errors } = formState
  const { tenant } = presetOf(watch('preset'))
  return (
    <>
      {tenant && (
        <Field label={tenant.label} optional hint={tenant.hint} error={errors.tenant?.message}>
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...register('tenant')}
          />
        </Field>
      )}
      <Field
        label="Email domains"
        optional
        hint="One on a line, such as example.com. Others are refused."
        error={errors.allowed_domains?.message}
      >
        <TextArea rows={2} autogrow spellCheck={false} {...register('allowed_domains')} />
      </Field>
      <Choice
        legend="Who may come in"
        options={[
          {
            value: 'existing',
            label: 'People who have an account here',
            hint: 'Whoever is new is invited as before.',
          },
          {
            value: 'new_agents',
            label: 'New people too',
            hint: 'They become agents at their first sign-in.',
          },
        ]}
        value={watch('admits')}
        onChange={(admits) => setValue('admits', admits, { shouldDirty: true })}
      />
    </>
  )
}

/** What its word is worth, and whether it is on. */
function RuleFields({ form, canEnable }: FormProps & { canEnable: boolean }) {
  const { register, formState, watch, setValue } = form
  return (
    <>
      <Field
        label="Scopes"
        hint="What is asked of the provider."
        error={formState.errors.scopes?.message}
      >
        <TextInput autoComplete="off" spellCheck={false} {...register('scopes')} />
      </Field>
      <Choice
        legend="When somebody is logged out there"
        options={[
          { value: 'own', label: 'What they began by it ends here' },
          { value: 'all', label: 'All of their sessions end here' },
        ]}
        value={watch('ends_sessions')}
        onChange={(ends) => setValue('ends_sessions', ends, { shouldDirty: true })}
      />
      <Checkbox
        label="It asks for a second factor itself"
        hint="Whoever comes from it is not asked for theirs here."
        {...register('trusted_for_factor')}
      />
      <Checkbox
        label="Show it first"
        hint="The password stands behind “Sign in another way”, and still works."
        {...register('hides_password')}
      />
      <Checkbox
        label="Switched on"
        hint="The sign-in page has its button."
        disabled={!canEnable && !watch('enabled')}
        {...register('enabled')}
      />
    </>
  )
}
