import type { CurrentUser } from '@frontdesk/contract/users'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { areShortcutsOn } from '#web/lib/shortcut-choice.ts'

/** How long the second key may take. */
const SECOND_KEY_MS = 2000

const loadCommands = () => import('#web/features/search/commands.ts')

/** Whether keys belong to something else: a field, an editor, a menu, a dialog. */
function isTaken(target: EventTarget | null): boolean {
  const typing = 'input, textarea, select, [contenteditable], iframe, video, [role=listbox]'
  if (target instanceof Element && target.closest(typing)) return true
  return (
    globalThis.document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

/** G and a letter go somewhere, and ? asks for the list of it all. */
export function useShortcutKeys(user: CurrentUser | null, onAsked: () => void) {
  const router = useRouter()
  useEffect(() => {
    if (!user) return undefined
    let goesUntil = 0
    const go = async (key: string) => {
      const { keyPlacesFor } = await loadCommands()
      const place = keyPlacesFor(user).find((each) => each.key === key)
      if (place) await router.navigate({ href: place.to })
    }
    const hear = (press: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, isComposing, timeStamp } = press
      const goes = timeStamp < goesUntil
      if (key === 'Shift') return
      goesUntil = 0
      if (ctrlKey || metaKey || altKey || repeat || isComposing || press.defaultPrevented) return
      if (!areShortcutsOn() || isTaken(press.target)) return
      if (goes) {
        go(key.toLowerCase()).catch(() => undefined)
      } else if (key.toLowerCase() === 'g') {
        goesUntil = timeStamp + SECOND_KEY_MS
        // By the time that the letter follows, the code is there.
        loadCommands().catch(() => undefined)
      } else if (key === '?') {
        onAsked()
      }
    }
    globalThis.addEventListener('keydown', hear)
    return () => globalThis.removeEventListener('keydown', hear)
  }, [user, router, onAsked])
}
