import { accentTokens } from '@frontdesk/contract/accent'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { AccentPreview } from './accent-preview.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

/** Evergreen, as in tokens.css. */
const OUR_ACCENT = '#1b5a45'

const HEX = /^#[\da-f]{6}$/i

export function AccentField({ state }: { state: SettingsFormState }) {
  const { form, values } = state
  const chosen = HEX.test(values.accent) ? values.accent.toLowerCase() : null
  const choose = (accent: string) =>
    form.setValue('accent', accent, { shouldDirty: true, shouldValidate: true })
  return (
    <div className="grid gap-4">
      <Field
        label="Accent color"
        optional
        hint={hintFor(chosen)}
        error={form.formState.errors.accent?.message}
      >
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label="Pick a color"
            value={chosen ?? OUR_ACCENT}
            onChange={(event) => choose(event.target.value)}
            className="h-10 w-14 shrink-0 cursor-pointer rounded-md border border-line-control bg-surface p-1 pointer-coarse:h-11"
          />
          <TextInput
            className="w-36! font-mono"
            placeholder={OUR_ACCENT}
            spellCheck={false}
            autoComplete="off"
            {...form.register('accent', {
              validate: (value) =>
                value === '' || HEX.test(value) || 'Please write the color like #1b5a45',
            })}
          />
          {values.accent !== '' && (
            <Button variant="ghost" onClick={() => choose('')}>
              Use evergreen
            </Button>
          )}
        </div>
      </Field>
      <AccentPreview accent={chosen} name={values.brokerage_name} />
    </div>
  )
}

/** What is made of the colour, so that nobody wonders why it is not quite the one chosen. */
function hintFor(chosen: string | null): string {
  if (!chosen) return 'Evergreen, until you choose your own.'
  const { light } = accentTokens(chosen).accent ?? { light: chosen }
  if (light === chosen) return 'Easy to read on paper. In the dark, lighter shades of it are used.'
  return `Too light to be read on paper: text and buttons use ${light}, a darker shade of it.`
}
