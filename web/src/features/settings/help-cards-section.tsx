import { required, upTo } from '#web/features/editing/field-rules.ts'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const CARDS = [0, 1, 2, 3] as const

export function HelpCardsSection({ state }: { state: SettingsFormState }) {
  const { register, formState } = state.form
  const { errors } = formState
  return (
    <SettingsSection
      title="How we work"
      description="Four cards below the welcome, and the words of a client. Without words there is no testimonial."
    >
      {CARDS.map((index) => (
        <fieldset key={index} className="grid min-w-0 gap-3">
          <legend className="mb-1.5 font-medium">Card {index + 1}</legend>
          <Field label="Heading" required error={errors.help_cards?.[index]?.title?.message}>
            <TextInput
              autoComplete="off"
              {...register(`help_cards.${index}.title`, {
                validate: { required: required('Please enter a heading'), long: upTo(60) },
              })}
            />
          </Field>
          <Field label="Text" error={errors.help_cards?.[index]?.text?.message}>
            <TextArea
              rows={2}
              autogrow
              {...register(`help_cards.${index}.text`, { validate: { long: upTo(500) } })}
            />
          </Field>
        </fieldset>
      ))}
      <Field label="Testimonial" error={errors.testimonial_quote?.message}>
        <TextArea
          rows={3}
          autogrow
          {...register('testimonial_quote', { validate: { long: upTo(1000) } })}
        />
      </Field>
      <Field label="Whose words" error={errors.testimonial_author?.message}>
        <TextInput
          autoComplete="off"
          {...register('testimonial_author', { validate: { long: upTo(200) } })}
        />
      </Field>
    </SettingsSection>
  )
}
