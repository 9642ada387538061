import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { keptTextKey, readKeptText } from '#web/lib/kept-text.ts'
import { unsavedTexts } from '#web/lib/session-storage.ts'
import { useKeptText } from '#web/lib/use-kept-text.ts'
import { useUser } from '#web/session/user.tsx'
import type { LoadedSettings } from './admin-settings.api.ts'
import {
  changedFields,
  isSettingsValues,
  mergeValues,
  valuesOf,
  type SettingsValues,
} from './settings-values.ts'

type Base = { values: SettingsValues; etag: string | null }

const baseOf = ({ data, etag }: LoadedSettings): Base => ({ values: valuesOf(data), etag })

/** The state of the settings form; what this tab kept from an earlier visit is already in it. */
export function useSettingsForm(loaded: LoadedSettings) {
  const key = keptTextKey('settings', useUser().id, null)
  const [kept, setKept] = useState(() => {
    const found = readKeptText(unsavedTexts(), key, isSettingsValues)
    return found && changedFields(found.values, valuesOf(loaded.data)).length > 0 ? found : null
  })
  // What was begun on older settings still is on top of those: saving it says so.
  const [base, setBase] = useState<Base>(() =>
    kept ? { ...baseOf(loaded), etag: kept.etag } : baseOf(loaded),
  )
  const form = useForm<SettingsValues>({ defaultValues: kept?.values ?? base.values })
  const watched = useWatch({ control: form.control })
  // A card or a box that isn't on screen yet has its value too.
  const values = useMemo(
    () => ({ ...form.getValues(), ...watched }) as SettingsValues,
    [form, watched],
  )
  const changed = changedFields(values, base.values)
  const isDirty = changed.length > 0
  const unsaved = useMemo(
    () => (isDirty ? { values, etag: base.etag } : null),
    [isDirty, values, base.etag],
  )
  useKeptText(key, unsaved)

  /** Puts values into the form. */
  const fill = (next: SettingsValues) => {
    form.reset(next)
    setKept(null)
  }

  /** Goes on from what the server has now, with what was changed here on top. */
  const rebase = (newest: LoadedSettings) => {
    const next = baseOf(newest)
    fill(mergeValues(values, base.values, next.values))
    setBase(next)
  }

  /** Shows what the server has, in the place of what is typed here. */
  const accept = (newest: LoadedSettings) => {
    const next = baseOf(newest)
    fill(next.values)
    setBase(next)
  }

  const restoredAt = kept?.keptAt ?? null
  return { form, values, changed, isDirty, base, fill, rebase, accept, restoredAt }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>
