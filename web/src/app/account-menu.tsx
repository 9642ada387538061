import type { Theme } from '@frontdesk/contract/users'
import { Monitor, Moon, Sun } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { late } from '#web/lib/late.ts'
import { hasUnsavedTexts, unsentChatTexts } from '#web/lib/session-storage.ts'
import { setTheme, useTheme } from '#web/lib/browser-choices.ts'
import { useSession } from '#web/session/session.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
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

const themes = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'Like the system', icon: Monitor },
] as const

/** All three choices side by side. */
export function ThemeSwitch() {
  const current = useTheme()
  return (
    <fieldset className="flex gap-0.5" aria-label="Theme">
      {themes.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={value === current}
          onClick={() => void chooseTheme(value)}
          className={classes(
            'grid size-8 place-items-center rounded-sm text-muted transition-colors hover:text-ink',
            'aria-pressed:bg-hover aria-pressed:text-ink pointer-coarse:size-10',
          )}
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  )
}

/** One button that goes through the choices, where there is no room for three. */
export function ThemeButton() {
  const current = useTheme()
  const index = themes.findIndex(({ value }) => value === current)
  const { label, icon } = themes[index] ?? themes[2]
  const next = themes[(index + 1) % themes.length] ?? themes[0]
  return (
    <IconButton
      label={`Theme: ${label}`}
      icon={icon}
      onClick={() => void chooseTheme(next.value)}
    />
  )
}

const ConfirmDialog = late(() => import('#web/ui/confirm.tsx'), 'ConfirmDialog')

/** Here the session has ended all the same. */
const whyNot = (error: unknown) =>
  error instanceof ApiError && error.status === 0
    ? new Error(
        'The server can’t be reached. You are signed out on this device; the server ends the session when it runs out.',
      )
    : error

/** What would be lost, in sentences; empty where nothing would. */
function losses(): string[] {
  const { waits, draft } = unsentChatTexts()
  return [
    hasUnsavedTexts() && 'A form in this tab holds text that is not saved.',
    waits && 'A message in a conversation still waits to be sent.',
    draft && 'A conversation holds a draft that is not sent.',
  ].filter((sentence) => sentence !== false)
}

/** Signs out, and what asks first where something typed would be lost with it. */
export function useSignOut() {
  const { signOut } = useSession()
  const [lost, setLost] = useState<string[]>([])
  const leave = () => {
    signOut().catch((error: unknown) => toast.error(failureOf(whyNot(error), 'Logout failed')))
  }
  const ask = () => {
    const found = losses()
    if (found.length > 0) setLost(found)
    else leave()
  }
  const question = lost.length > 0 && (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={() => setLost([])}
        title={hasUnsavedTexts() ? 'Sign out without saving?' : 'Sign out without sending?'}
        question={`${lost.join(' ')} Signing out removes ${lost.length > 1 ? 'all of it' : 'it'}.`}
        confirmLabel="Sign out"
        cancelLabel="Stay"
        danger
        onConfirm={leave}
      />
    </Suspense>
  )
  return { ask, question }
}
