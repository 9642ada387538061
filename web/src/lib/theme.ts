import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'
const listeners = new Set<() => void>()

function readTheme(): Theme {
  const { theme } = globalThis.document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function showTheme(theme: Theme) {
  const { dataset } = globalThis.document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const listener of listeners) listener()
}

/** Shows a theme at once and keeps it for the next visit. */
export function setTheme(theme: Theme) {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
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
  listeners.add(listener)
  globalThis.addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) globalThis.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key, newValue }: StorageEvent) {
  if (key === KEY) showTheme(newValue === 'light' || newValue === 'dark' ? newValue : 'system')
}
