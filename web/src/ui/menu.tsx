import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ComponentProps, useState, useTransition } from 'react'
import { late } from '#web/lib/late.ts'
import { useWhenIdle } from '#web/lib/at-rest.ts'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import type { MenuPlace } from './menu-open.tsx'

export type { MenuItem } from './menu-open.tsx'

type TriggerProps = { label: string; icon?: LucideIcon; variant?: ButtonVariant }

const OpenMenu = late(() => import('./menu-open.tsx'), 'OpenMenu')

/** A button that opens a menu, whose code is much larger and comes when it is pressed, or before. */
export function Menu({ side, align, items, ...looks }: TriggerProps & MenuPlace) {
  const [opened, setOpened] = useState<{ byKeyboard: boolean } | null>(null)
  const [isComing, startOpening] = useTransition()
  useWhenIdle(true, OpenMenu.preload)
  if (opened) {
    const trigger = <Trigger {...looks} />
    return <OpenMenu {...opened} {...{ side, align, items, trigger }} />
  }
  // Until it is there the button stays as it is, with the focus.
  const open = (byKeyboard: boolean) => startOpening(() => setOpened({ byKeyboard }))
  return (
    <Trigger
      {...looks}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={isComing || undefined}
      onPointerEnter={() => void OpenMenu.preload().catch(() => undefined)}
      onClick={(event) => open(event.detail === 0)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        open(true)
      }}
    />
  )
}

/** With an icon that icon alone; without, the label and a chevron. */
function Trigger({
  label,
  icon,
  variant,
  ...props
}: TriggerProps & Omit<ComponentProps<'button'>, 'children'>) {
  return icon ? (
    <IconButton {...props} label={label} icon={icon} variant={variant} size="sm" />
  ) : (
    <Button {...props} variant={variant ?? 'secondary'}>
      {label}
      <ChevronDown className="-mr-1 size-4 text-muted" aria-hidden="true" />
    </Button>
  )
}
