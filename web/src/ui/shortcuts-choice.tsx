import { setShortcutsOn, useShortcutsOn } from '#web/lib/browser-choices.ts'
import { Checkbox } from './field.tsx'

/** Turns the shortcuts of a single key off, and on again. */
export function ShortcutsChoice() {
  const isOn = useShortcutsOn()
  return (
    <Checkbox
      label="Shortcuts of single keys"
      hint="G and a letter, and ?. Remembered in this browser; Ctrl K always works."
      checked={isOn}
      onChange={(event) => setShortcutsOn(event.target.checked)}
    />
  )
}
