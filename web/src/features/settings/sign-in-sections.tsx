import { LogOut } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { rolePlurals, roles } from '#web/lib/roles.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useSignEverybodyOut } from './admin-settings.api.ts'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

export function SignInSection({ state }: { state: SettingsFormState }) {
  const { form, values } = state
  const { register, formState, setValue } = form
  const { second_factor_roles: needed } = values
  return (
    <SettingsSection
      title="Second factor"
      description="A code of one’s phone beside the password. Anybody can set one up under Profile, Security; here you say who has to."
    >
      <fieldset className="grid min-w-0 gap-2.5">
        <legend className="mb-2 font-medium">Who needs one</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={rolePlurals[role]}
            checked={needed.includes(role)}
            onChange={({ target: { checked } }) =>
              setValue(
                'second_factor_roles',
                // In one order, so that the same choice is the same value.
                roles.filter((one) => (one === role ? checked : needed.includes(one))),
                { shouldDirty: true },
              )
            }
          />
        ))}
      </fieldset>
      {needed.length > 0 && (
        <Field
          label="Days to set it up"
          hint="From now on, and for whoever gets such a role from that day. After that a sign-in leads to setting it up, and nothing else opens."
          error={formState.errors.second_factor_grace_days?.message}
        >
          <TextInput
            inputMode="numeric"
            className="max-w-28"
            maxLength={3}
            {...register('second_factor_grace_days')}
          />
        </Field>
      )}
      <p className="text-muted">
        If an administrator is locked out, whoever runs the server lets them in with{' '}
        <code className="font-mono text-ink">npm run admin -- reset-second-factor</code>.
      </p>
    </SettingsSection>
  )
}

/** How long people stay signed in, and what ends that for all of them. */
export function SessionSection({ state }: { state: SettingsFormState }) {
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <SettingsSection
      title="Staying signed in"
      description="Who does nothing for so long signs in again. A shorter time counts at once, also for those who are signed in."
    >
      <Field
        label="Days without use, where remembered"
        hint="For those who tick “Remember me”. After 180 days they sign in again in any case."
        error={errors.session_days?.message}
      >
        <TextInput
          inputMode="numeric"
          className="max-w-28"
          maxLength={3}
          {...register('session_days')}
        />
      </Field>
      <Field
        label="Hours without use, otherwise"
        hint="After 7 days they sign in again in any case."
        error={errors.session_hours?.message}
      >
        <TextInput
          inputMode="numeric"
          className="max-w-28"
          maxLength={3}
          {...register('session_hours')}
        />
      </Field>
      <SignEverybodyOut />
    </SettingsSection>
  )
}

/** For the day on which something got out. */
function SignEverybodyOut() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const ending = useSignEverybodyOut()
  const end = async () => {
    try {
      const { ended } = await ending.mutateAsync()
      cancel()
      toast.success(
        ended === 0
          ? 'Nobody else was signed in.'
          : `Everybody else is signed out: ${ended === 1 ? 'one session' : `${ended} sessions`}.`,
      )
    } catch {
      // The panel below says why.
    }
  }
  return (
    <div className="grid justify-items-start gap-3">
      {isAsking ? (
        <ConfirmBox
          question="Sign everybody out, on every device but this one?"
          confirmLabel="Sign everybody out"
          busy={ending.isPending}
          busyLabel="Signing out…"
          onConfirm={() => void end()}
          onCancel={cancel}
        />
      ) : (
        <Button variant="secondary" icon={LogOut} ref={trigger} onClick={ask}>
          Sign Everybody Out…
        </Button>
      )}
      {ending.error && (
        <ErrorPanel onDismiss={() => ending.reset()}>
          {failureOf(ending.error, 'Failed to sign everybody out')}
        </ErrorPanel>
      )}
    </div>
  )
}
