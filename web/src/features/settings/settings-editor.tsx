import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { adminSettingsQuery, useUpdateSettings, type LoadedSettings } from './admin-settings.api.ts'
import { SaveBar } from './save-bar.tsx'
import { SectionFields } from './section-fields.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSavedMeanwhile } from './settings-saved-meanwhile.tsx'
import type { SettingsSectionFacts } from './settings-sections.ts'
import { bodyOf, type SettingsValues } from './settings-values.ts'
import { useSettingsForm, type SettingsFormState } from './use-settings-form.ts'

type SettingsEditorProps = { section: SettingsSectionFacts; loaded: LoadedSettings }

/** One section's form, with a save of its own. */
export function SettingsEditor({ section, loaded }: SettingsEditorProps) {
  const state = useSettingsForm(section, loaded)
  const { form, base } = state
  const client = useQueryClient()
  const update = useUpdateSettings()
  const [theirs, setTheirs] = useState<LoadedSettings | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const saveOn = async (etag: string | null, values: SettingsValues) => {
    try {
      const body = bodyOf(values, base.texts, section.fields)
      state.accept(await update.mutateAsync({ body, etag }))
      setTheirs(null)
      toast.success('The settings were saved')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        const newest = await client.fetchQuery(adminSettingsQuery).catch(() => null)
        // Somebody saved another section: that is no conflict.
        if (newest && newest.etag !== etag && state.isUntouched(newest)) {
          return saveOn(newest.etag, values)
        }
        if (newest) return setTheirs(newest)
      }
      showFieldErrors(state, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  const save = async (values: SettingsValues) => {
    setProblem(null)
    await saveOn(base.etag, values)
  }
  return (
    <form
      noValidate
      className="max-w-2xl"
      onSubmit={(event) => void form.handleSubmit(save, () => setProblem(null))(event)}
    >
      <RestoredNotice state={state} />
      {theirs ? (
        <SettingsConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
      ) : (
        <SettingsSavedMeanwhile state={state} loaded={loaded} onCompare={() => setTheirs(loaded)} />
      )}
      <SectionFields id={section.id} state={state} settings={loaded.data} />
      <SaveBar
        state={state}
        settings={loaded.data}
        problem={problem}
        onDismiss={() => setProblem(null)}
      />
      <UnsavedDialog isDirty={state.isDirty} isSettled={state.isSettled} />
    </form>
  )
}

/** Puts the server's sentences beside the fields that they are about. */
function showFieldErrors({ form, values }: SettingsFormState, error: unknown) {
  if (!(error instanceof ApiError) || !error.fields) return
  for (const [path, message] of Object.entries(error.fields)) {
    const [field = ''] = path.split('.')
    if (!(field in values)) continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it begins with a field's name
    const place = (field === 'help_cards' ? path : field) as FieldPath<SettingsValues>
    form.setError(place, { message })
  }
}
