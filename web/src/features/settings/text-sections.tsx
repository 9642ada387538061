import { useId, useState } from 'react'
import { required, upTo } from '#web/features/editing/form-rules.ts'
import { withName } from '#web/features/legal/legal-texts.ts'
import { MarkdownField } from '#web/features/writing/markdown-field.tsx'
import { Field, FieldError, TextArea, TextInput } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { SettingsSection } from '#web/features/admin/admin-frame.tsx'
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

type LegalSectionProps = { state: SettingsFormState; brokerage: string }

export function LegalSection({ state, brokerage }: LegalSectionProps) {
  return (
    <SettingsSection
      title="Terms and privacy"
      description="Two pages that anyone can read. Ours describe what the program does; change them to what your brokerage does, or empty the box to have ours back."
    >
      <LegalField state={state} brokerage={brokerage} name="terms" label="Terms of use" />
      <LegalField state={state} brokerage={brokerage} name="privacy" label="Privacy" />
    </SettingsSection>
  )
}

const views = [
  { value: 'write', label: 'Write' },
  { value: 'preview', label: 'Preview' },
] as const

type LegalFieldProps = LegalSectionProps & { name: 'terms' | 'privacy'; label: string }

function LegalField({ state, brokerage, name, label }: LegalFieldProps) {
  const { form, values } = state
  const id = useId()
  const [view, setView] = useState<'write' | 'preview'>('write')
  const error = form.formState.errors[name]?.message
  return (
    <div className="grid gap-1.5">
      <div className="flex items-end justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <SegmentedControl
          label={`Write or preview: ${label}`}
          options={views}
          value={view}
          onChange={setView}
        />
      </div>
      <TextArea
        id={id}
        rows={10}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        className={view === 'preview' ? 'hidden' : 'leading-relaxed'}
        {...form.register(name, { validate: { long: upTo(50_000) } })}
      />
      {view === 'preview' && (
        <section
          aria-label={`Preview: ${label}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          tabIndex={0}
          className="h-72 overflow-y-auto rounded-md border border-line bg-surface px-4 py-3 sm:px-6 sm:py-4"
        >
          <Markdown source={withName(values[name], brokerage)} />
        </section>
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        # makes a heading, - a list. {'{brokerage}'} stands for the name.
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
