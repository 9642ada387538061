import { useState } from 'react'
import { useTextsForm } from '#web/features/editing/item-form.tsx'
import type { LoadedSettings } from './admin-settings.api.ts'
import type { SettingsSectionFacts } from './settings-sections.ts'
import { changedFields, isSettingsValues, mergeValues, valuesOf } from './settings-values.ts'

const savedIn = ({ data, etag }: LoadedSettings) => ({ texts: valuesOf(data), etag })

/**
 * The state of one section's form; what this tab kept from an earlier visit is already in it. It holds
 * all settings, and compares and saves the section's alone.
 */
export function useSettingsForm({ id, fields }: SettingsSectionFacts, loaded: LoadedSettings) {
  const state = useTextsForm({
    what: 'settings',
    id,
    saved: savedIn(loaded),
    isTexts: isSettingsValues,
    sameTexts: (one, other) => changedFields(one, other, fields).length === 0,
    shouldFocusError: true,
  })
  const { texts: values, base, setBase, fill, restoredAt } = state
  // Of text begun on an older revision nobody here knows what that one said.
  const [isOlder] = useState(restoredAt !== null && base.etag !== loaded.etag)

  /** Whether what the server has now is this section as it was when the form was filled. */
  const isUntouched = (newest: LoadedSettings) =>
    !(isOlder && restoredAt !== null) &&
    changedFields(valuesOf(newest.data), base.texts, fields).length === 0

  /** Takes over what others saved in other sections. */
  const follow = (newest: LoadedSettings) => setBase(savedIn(newest))

  /** Goes on from what the server has now, with what was changed here on top. */
  const rebase = (newest: LoadedSettings) => {
    const next = savedIn(newest)
    fill(mergeValues(values, base.texts, next.texts, fields))
    setBase(next)
  }

  /** Shows what the server has, in the place of what is typed here. */
  const accept = (newest: LoadedSettings) => {
    const next = savedIn(newest)
    fill(next.texts)
    setBase(next)
  }
  const changed = changedFields(values, base.texts, fields)
  return { ...state, values, fields, changed, isUntouched, follow, rebase, accept }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>
