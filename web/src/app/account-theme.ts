import type { Theme } from '@frontdesk/contract/users'
import { useEffect } from 'react'
import { call } from '#web/lib/call.ts'
import { setTheme } from '#web/lib/theme.ts'
import { toast } from '#web/ui/toast.tsx'

let saving = 0

/** Shows a theme at once, and saves it for the person's other devices. */
export async function chooseTheme(theme: Theme) {
  setTheme(theme)
  saving += 1
  try {
    await call('PUT /users/me/theme', { body: { theme } })
  } catch {
    toast.error('The theme could not be saved; it changes on this device only.')
  } finally {
    saving -= 1
  }
}

/** Follows what the person chose on another device. */
export function useAccountTheme(theme: Theme) {
  useEffect(() => {
    // What was just clicked here is newer than what the server said before.
    if (saving === 0) setTheme(theme)
  }, [theme])
}
