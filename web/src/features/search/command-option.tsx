import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import type { Command, Deed } from './commands.ts'
import { Highlighted } from './highlighted.tsx'

type CommandOptionProps = {
  id: string
  command: Command
  query: string
  active: boolean
  onDo: (deed: Deed) => void
  onPick: () => void
}

/** Something to do: the keyboard stays in the box, which names the active one. */
export function CommandOption({ id, command, query, active, onDo, onPick }: CommandOptionProps) {
  const { label, icon: Icon, key } = command
  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    // The box keeps the keyboard while the pointer is used.
    onMouseDown: (press: { preventDefault: () => void }) => press.preventDefault(),
    className: classes(
      'flex w-full scroll-my-8 items-center gap-3 rounded-md px-2.5 py-1.5 text-start pointer-coarse:py-2.5',
      active ? 'bg-accent-soft' : 'hover:bg-hover',
    ),
  } as const
  const content: ReactNode = (
    <>
      <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow truncate font-medium">
        <Highlighted text={label} query={query} />
      </span>
      {key && (
        <kbd aria-hidden="true" className="text-xs text-muted max-sm:hidden">
          G {key.toUpperCase()}
        </kbd>
      )}
    </>
  )
  if ('to' in command) {
    return (
      <PathLink {...shared} to={command.to} onClick={onPick}>
        {content}
      </PathLink>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      onClick={() => {
        onPick()
        onDo(command.does)
      }}
    >
      {content}
    </button>
  )
}
