import { useTextsForm } from '#web/features/editing/use-texts-form.ts'
import type { LoadedSettings } from './admin-settings.api.ts'
import {
  changedFields,
  isSettingsValues,
  mergeValues,
  valuesOf,
  type SettingsValues,
} from './settings-values.ts'

const savedIn = ({ data, etag }: LoadedSettings) => ({ texts: valuesOf(data), etag })

const sameValues = (one: SettingsValues, other: SettingsValues) =>
  changedFields(one, other).length === 0

/** The state of the settings form; what this tab kept from an earlier visit is already in it. */
export function useSettingsForm(loaded: LoadedSettings) {
  const state = useTextsForm({
    what: 'settings',
    id: null,
    saved: savedIn(loaded),
    isTexts: isSettingsValues,
    sameTexts: sameValues,
    shouldFocusError: true,
  })
  const { texts: values, base, setBase, fill } = state

  /** Goes on from what the server has now, with what was changed here on top. */
  const rebase = (newest: LoadedSettings) => {
    const next = savedIn(newest)
    fill(mergeValues(values, base.texts, next.texts))
    setBase(next)
  }

  /** Shows what the server has, in the place of what is typed here. */
  const accept = (newest: LoadedSettings) => {
    const next = savedIn(newest)
    fill(next.texts)
    setBase(next)
  }
  return { ...state, values, changed: changedFields(values, base.texts), rebase, accept }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>
