import { Field, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import { SignEverybodyOut } from './sign-everybody-out.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

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
