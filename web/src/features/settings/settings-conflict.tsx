import { GitCompareArrows } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { LoadedSettings } from './admin-settings.api.ts'
import { changedFields, fieldLabels, valuesOf, type SettingsField } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type SettingsConflictProps = {
  state: SettingsFormState
  theirs: LoadedSettings
  onSettled: () => void
}

/** Two people changed the settings at once: the second decides, and loses nothing. */
export function SettingsConflict({ state, theirs, onSettled }: SettingsConflictProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const { values, base, changed, fields } = state
  const newest = valuesOf(theirs.data)
  const name = theirs.data.updated_by_name ?? 'Somebody else'
  const saved = changedFields(newest, base.texts, fields)
  const both = changed.filter((field) => saved.includes(field))
  const keepMine = () => {
    state.rebase(theirs)
    onSettled()
    toast.success('Your changes are on top of theirs now. Save to keep them.')
  }
  const discardMine = () => {
    state.accept(theirs)
    onSettled()
    toast.undo('Your changes were discarded', () => state.fill(values))
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Saved by somebody else meanwhile"
      className="mb-6 grid scroll-mt-20 gap-4 rounded-lg border border-warning-line bg-warning-soft p-4 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <GitCompareArrows className="mt-1 size-5 shrink-0 text-warning" aria-hidden="true" />
        <div>
          <h2 className="text-lg font-semibold">{name} saved this section meanwhile</h2>
          <p className="text-muted">
            {both.length > 0
              ? 'You both changed what stands below. What you typed is still in the form; nothing replaces theirs until you save again.'
              : 'What you changed is still in the form, and they changed other things.'}
          </p>
        </div>
      </div>
      {both.map((field) => (
        <dl
          key={field}
          className="grid gap-x-6 gap-y-1 border-t border-warning-line pt-3 sm:grid-cols-2"
        >
          <Side term={`${fieldLabels[field]}, theirs`}>{textOf(newest[field], field)}</Side>
          <Side term={`${fieldLabels[field]}, yours`}>{textOf(values[field], field)}</Side>
        </dl>
      ))}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button onClick={keepMine}>Keep mine on top of it</Button>
        <Button variant="secondary" onClick={discardMine}>
          Discard mine
        </Button>
      </div>
    </section>
  )
}

function Side({ term, children }: { term: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">{children}</dd>
    </div>
  )
}

function textOf(value: unknown, field: SettingsField): string {
  if (field === 'reminders') return value === true ? 'On' : 'Off'
  if (Array.isArray(value)) {
    return value
      .map(({ title, text }: { title: string; text: string }) => `${title}: ${text}`)
      .join('\n')
  }
  if (field === 'chat_retention_years') {
    return value === '' ? 'For ever' : value === '1' ? '1 year' : `${String(value)} years`
  }
  return typeof value === 'string' && value !== '' ? value : 'Nothing'
}
