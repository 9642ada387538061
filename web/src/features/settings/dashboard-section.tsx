import { required, upTo } from '#web/features/editing/text-rules.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

export function DashboardSection({ state }: { state: SettingsFormState }) {
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <SettingsSection
      title="Front Desk"
      description="What everybody sees first after signing in: the welcome, and who the broker is."
    >
      <Field label="Welcome heading" required error={errors.welcome_title?.message}>
        <TextInput
          autoComplete="off"
          {...register('welcome_title', {
            validate: { required: required('Please enter a heading'), long: upTo(120) },
          })}
        />
      </Field>
      <Field label="Welcome text" error={errors.welcome_text?.message}>
        <TextArea
          rows={3}
          autogrow
          {...register('welcome_text', { validate: { long: upTo(2000) } })}
        />
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Broker’s name" error={errors.broker_name?.message}>
          <TextInput
            autoComplete="off"
            {...register('broker_name', {
              validate: { long: upTo(100) },
            })}
          />
        </Field>
        <Field label="Broker’s title" error={errors.broker_title?.message}>
          <TextInput
            autoComplete="off"
            {...register('broker_title', { validate: { long: upTo(100) } })}
          />
        </Field>
      </div>
      <Field
        label="About the broker"
        hint="Empty, the front desk shows nothing of the broker."
        error={errors.broker_bio?.message}
      >
        <TextArea
          rows={5}
          autogrow
          {...register('broker_bio', { validate: { long: upTo(4000) } })}
        />
      </Field>
    </SettingsSection>
  )
}
