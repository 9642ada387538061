import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type FocusEvent, type ReactElement, useRef } from 'react'
import { classes } from './classes.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export type MenuPlace = { side?: 'bottom' | 'top'; align?: 'start' | 'end'; items: MenuItem[] }

type OpenMenuProps = MenuPlace & { trigger: ReactElement; byKeyboard: boolean }

/** The menu itself: open when it comes, by the keyboard on its first line. */
export function OpenMenu({
  side = 'bottom',
  align = 'end',
  items,
  trigger,
  byKeyboard,
}: OpenMenuProps) {
  const chosen = useRef<MenuItem>(undefined)
  const isFirstLineNext = useRef(byKeyboard)
  const focusFirstLine = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget || !isFirstLineNext.current) return
    isFirstLineNext.current = false
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus()
  }
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark()}>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onFocus={focusFirstLine}
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
