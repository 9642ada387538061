import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { chooseTheme } from './account-theme.ts'

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
