import { rolePlurals, roles } from '#web/lib/roles.ts'
import { Checkbox, Field, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
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
