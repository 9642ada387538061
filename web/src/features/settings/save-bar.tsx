import type { AdminSettings } from '@frontdesk/contract/settings'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fieldLabels } from './settings-values.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type SaveBarProps = {
  state: SettingsFormState
  settings: AdminSettings
  problem: string | null
  onDismiss: () => void
}

/** One save for the section, and what it would change. */
export function SaveBar({ state, settings, problem, onDismiss }: SaveBarProps) {
  const { form, changed, isDirty, values, base, fill } = state
  const isSaving = form.formState.isSubmitting
  const discard = () => {
    fill(base.texts)
    toast.undo('Your changes were discarded', () => fill(values))
  }
  return (
    <div className="foot-bar -mx-1 grid gap-3 px-1 py-4">
      {problem && (
        <ErrorPanel title="The settings were not saved" onDismiss={onDismiss}>
          {problem}
        </ErrorPanel>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-48 grow basis-0 text-sm text-muted" aria-live="polite">
          {isDirty ? `Not saved: ${listed(changed.map((field) => fieldLabels[field]))}` : null}
          {!isDirty && settings.updated_at && (
            <>
              Saved <RelativeTime iso={settings.updated_at} />
              {settings.updated_by_name && ` by ${settings.updated_by_name}`}
            </>
          )}
        </p>
        <div className="flex gap-2 max-sm:w-full max-sm:*:grow">
          <Button type="submit" disabled={!isDirty} busy={isSaving} busyLabel="Saving…">
            Save Settings
          </Button>
          <Button variant="secondary" disabled={!isDirty || isSaving} onClick={discard}>
            Discard
          </Button>
        </div>
      </div>
    </div>
  )
}

function listed(names: string[]): string {
  const [first = '', second = '', ...others] = names
  if (names.length <= 2) return names.join(' and ')
  return `${first}, ${second} and ${others.length} more`
}
