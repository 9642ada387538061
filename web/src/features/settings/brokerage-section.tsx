import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { AccentField } from './accent-field.tsx'
import { LogoField } from './logo-field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

type BrokerageSectionProps = { state: SettingsFormState; logo: string | null }

export function BrokerageSection({ state, logo }: BrokerageSectionProps) {
  const { register, formState } = state.form
  return (
    <SettingsSection
      title="Your brokerage"
      description="The name and the look of every page, of mail, and of the sign-in screen."
    >
      <Field
        label="Name of the brokerage"
        required
        error={formState.errors.brokerage_name?.message}
      >
        <TextInput
          autoComplete="organization"
          {...register('brokerage_name', {
            validate: {
              required: required('Please enter the name of the brokerage'),
              long: upTo(100),
            },
          })}
        />
      </Field>
      <LogoField logo={logo} name={state.values.brokerage_name} />
      <AccentField state={state} />
    </SettingsSection>
  )
}
