import { useId, useState } from 'react'
import { upTo } from '#web/features/editing/field-rules.ts'
import { withName } from '#web/features/legal/legal-text.ts'
import { FieldError, TextArea } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { SettingsSection } from '#web/features/admin/settings-section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

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
