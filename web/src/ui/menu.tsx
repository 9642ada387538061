import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef } from 'react'
import { Button, IconButton, type ButtonVariant } from './button.tsx'
import { classes } from './classes.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

type MenuProps = {
  label: string
  icon?: LucideIcon
  side?: 'bottom' | 'top'
  align?: 'start' | 'end'
  variant?: ButtonVariant
  items: MenuItem[]
}

/** With an icon the trigger is that icon alone; without, the label and a chevron. */
export function Menu({ label, icon, side = 'bottom', align = 'end', variant, items }: MenuProps) {
  const chosen = useRef<MenuItem>(undefined)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        {icon ? (
          <IconButton label={label} icon={icon} variant={variant} size="sm" />
        ) : (
          <Button variant={variant ?? 'secondary'}>
            {label}
            <ChevronDown className="-mr-1 size-4 text-muted" aria-hidden="true" />
          </Button>
        )}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark()}>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          // First the trigger has the focus again: a dialog opened from here gives it back there.
          onCloseAutoFocus={() => {
            const item = chosen.current
            chosen.current = undefined
            if (item) queueMicrotask(item.onSelect)
          }}
          className={classes(
            'z-50 min-w-44 rounded-lg border border-line bg-raised p-1 shadow-raised',
            'data-[state=open]:animate-fade-in',
          )}
        >
          {items.map((item) => (
            <MenuLine
              key={item.label}
              {...item}
              onSelect={() => {
                chosen.current = item
              }}
            />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Inside the page's main part: what stands beside every landmark is not found by going through them. */
const landmark = () => globalThis.document.querySelector('main')

function MenuLine({ label, icon: Icon, danger, disabled, onSelect }: MenuItem) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classes(
        'flex h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 outline-none select-none',
        'data-disabled:cursor-not-allowed data-disabled:opacity-55 pointer-coarse:h-11',
        danger ? 'text-danger data-highlighted:bg-danger-soft' : 'data-highlighted:bg-accent-soft',
      )}
    >
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {label}
    </DropdownMenu.Item>
  )
}
