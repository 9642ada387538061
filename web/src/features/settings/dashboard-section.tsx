import { required, upTo } from '#web/features/editing/field-rules.ts'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const bioRules = { validate: { long: upTo(4000) } }

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
      <MarkdownField
        control={state.form.control}
        name="broker_bio"
        label="About the broker"
        hint="Empty, the front desk shows nothing of the broker."
        rows={5}
        rules={bioRules}
        error={errors.broker_bio?.message}
        preview={{ label: 'Preview', render: (source) => source }}
      />
    </SettingsSection>
  )
}
