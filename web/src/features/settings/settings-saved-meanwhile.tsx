import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import type { LoadedSettings } from './admin-settings.api.ts'
import type { SettingsFormState } from './use-settings-form.ts'

type SettingsSavedMeanwhileProps = {
  state: SettingsFormState
  /** The newest that the server has said. */
  loaded: LoadedSettings
  onCompare: () => void
}

/** Somebody saved while this form was open: an untouched section follows, a touched one is told. */
export function SettingsSavedMeanwhile(props: SettingsSavedMeanwhileProps) {
  const { state, loaded, onCompare } = props
  const { base, isDirty, accept, follow, isUntouched, form } = state
  const isBehind = loaded.etag !== base.etag && !form.formState.isSubmitting
  const isOfOthers = isBehind && isUntouched(loaded)
  useEffect(() => {
    if (isBehind && !isDirty) accept(loaded)
    else if (isOfOthers) follow(loaded)
  })
  if (!isBehind || !isDirty || isOfOthers) return null
  return (
    <div className="mb-6">
      <Notice
        tone="warning"
        action={
          <Button variant="secondary" size="sm" onClick={onCompare}>
            Compare
          </Button>
        }
      >
        {loaded.data.updated_by_name ?? 'Somebody'} saved this section after you began to change it.
        Nothing of yours is lost.
      </Notice>
    </div>
  )
}
