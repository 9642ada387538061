import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath } from 'react-hook-form'
import { RestoredNotice } from '#web/features/editing/restored-notice.tsx'
import { UnsavedDialog } from '#web/features/editing/unsaved-dialog.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { adminSettingsQuery, useUpdateSettings, type LoadedSettings } from './admin-settings.api.ts'
import { BrokerageSection } from './brokerage-section.tsx'
import { ChatSection } from './chat-section.tsx'
import { DashboardSection } from './dashboard-section.tsx'
import { HelpCardsSection } from './help-cards-section.tsx'
import { JoiningSection } from './joining-section.tsx'
import { LegalSection } from './legal-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSavedMeanwhile } from './settings-saved-meanwhile.tsx'
import { bodyOf, type SettingsValues } from './settings-values.ts'
import { useSettingsForm, type SettingsFormState } from './use-settings-form.ts'

export function SettingsEditor({ loaded }: { loaded: LoadedSettings }) {
  const state = useSettingsForm(loaded)
  const { form, base } = state
  const client = useQueryClient()
  const update = useUpdateSettings()
  const [theirs, setTheirs] = useState<LoadedSettings | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const save = async (values: SettingsValues) => {
    setProblem(null)
    try {
      const body = bodyOf(values, base.texts)
      state.accept(await update.mutateAsync({ body, etag: base.etag }))
      setTheirs(null)
      toast.success('The settings were saved')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') {
        const newest = await client.fetchQuery(adminSettingsQuery).catch(() => null)
        if (newest) return setTheirs(newest)
      }
      showFieldErrors(state, error)
      setProblem(messageOf(error, 'An unexpected error occurred'))
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(save, () => setProblem(null))(event)}
    >
      <RestoredNotice state={state} />
      {theirs ? (
        <SettingsConflict state={state} theirs={theirs} onSettled={() => setTheirs(null)} />
      ) : (
        <SettingsSavedMeanwhile state={state} loaded={loaded} onCompare={() => setTheirs(loaded)} />
      )}
      <BrokerageSection state={state} logo={loaded.data.logo} />
      <DashboardSection state={state} />
      <HelpCardsSection state={state} />
      <JoiningSection state={state} serverMode={loaded.data.server_signup_mode} />
      <RemindersSection state={state} />
      <ChatSection state={state} canExport={loaded.data.chat_export_notice !== ''} />
      <LegalSection state={state} />
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
