import { useSyncExternalStore } from 'react'
import { browserStore } from './session-storage.ts'

export type Theme = 'light' | 'dark' | 'system'

const THEME = 'theme'
const themeListeners = new Set<() => void>()

function readTheme(): Theme {
  const { theme } = globalThis.document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function showTheme(theme: Theme) {
  const { dataset } = globalThis.document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const listener of themeListeners) listener()
}

/** Shows a theme at once and keeps it for the next visit. */
export function setTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(THEME)
    else localStorage.setItem(THEME, theme)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
  showTheme(theme)
}

/** The chosen theme, also when it is chosen in another tab. */
export function useTheme(): Theme {
  return useSyncExternalStore(watchTheme, readTheme)
}

function watchTheme(listener: () => void): () => void {
  themeListeners.add(listener)
  globalThis.addEventListener('storage', followOtherTab)
  return () => {
    themeListeners.delete(listener)
    if (themeListeners.size === 0) globalThis.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key, newValue }: StorageEvent) {
  if (key === THEME) showTheme(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
}

const SHORTCUTS = 'shortcuts'
const shortcutListeners = new Set<() => void>()

/** Whether single keys do something; somebody who dictates, or slips, turns them off (WCAG 2.1.4). */
export const areShortcutsOn = () => browserStore()?.getItem(SHORTCUTS) !== 'off'

/** Remembered in this browser, whose keyboard it is about. */
export function setShortcutsOn(isOn: boolean) {
  if (isOn) browserStore()?.removeItem(SHORTCUTS)
  else browserStore()?.setItem(SHORTCUTS, 'off')
  for (const listener of shortcutListeners) listener()
}

function watch(listener: () => void): () => void {
  shortcutListeners.add(listener)
  return () => shortcutListeners.delete(listener)
}

export const useShortcutsOn = () => useSyncExternalStore(watch, areShortcutsOn)

/** Whether ⌘ is what Ctrl is elsewhere. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent)
