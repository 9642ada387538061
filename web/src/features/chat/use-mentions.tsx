import type { ChatDetail } from '@frontdesk/contract/chat'
import { canMentionEveryone } from '@frontdesk/contract/permissions'
import type { CurrentUser } from '@frontdesk/contract/users'
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useState } from 'react'
import { useUser } from '#web/session/user.tsx'
import { classes } from '#web/ui/classes.ts'

/** Names that are offered at once. */
const MOST_NAMES = 6

type MentionOptions = {
  chat: ChatDetail
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

/** Offers names of the conversation behind an @. */
export function useMentions({ chat, field, text, setText }: MentionOptions) {
  const user = useUser()
  const id = useId()
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [caret, setCaret] = useState(0)
  const before = text.slice(0, caret)
  const typed = typedName(before)
  const found = dismissed === before ? [] : namesLike(typed, namesOf(chat, user))
  const chosen = Math.min(at, found.length - 1)
  const take = (name: string) => {
    const start = before.length - (typed ?? '').length
    setText(`${text.slice(0, start)}${name} ${text.slice(caret)}`)
    const next = start + name.length + 1
    setAt(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next, next)
      setCaret(next)
    })
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (found.length === 0) return false
    if (event.key === 'ArrowDown') setAt((chosen + 1) % found.length)
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(found[chosen]!)
    else if (event.key === 'Escape') setDismissed(before)
    else return false
    event.preventDefault()
    return true
  }
  const isOpen = found.length > 0
  const list = isOpen && <Names id={id} found={found} chosen={chosen} onTake={take} />
  return {
    list,
    onKeyDown,
    field: {
      onSelect: (event: SyntheticEvent<HTMLTextAreaElement>) =>
        setCaret(event.currentTarget.selectionStart),
      'aria-autocomplete': 'list' as const,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${chosen}` : undefined,
    },
  }
}

type NamesProps = {
  id: string
  found: string[]
  chosen: number
  onTake: (name: string) => void
}

/** The field keeps the keyboard, and names the chosen one. */
function Names({ id, found, chosen, onTake }: NamesProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- suggestions of a text field
      role="listbox"
      aria-label="People"
      className="absolute bottom-full left-3 z-10 mb-1 min-w-56 rounded-lg border border-line bg-raised p-1 shadow-raised"
    >
      {found.map((name, index) => (
        <button
          key={name}
          type="button"
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(name)}
          className={classes(
            'flex h-9 w-full items-center rounded-sm px-2.5 text-left pointer-coarse:h-11',
            index === chosen && 'bg-accent-soft',
          )}
        >
          @{name}
        </button>
      ))}
    </div>
  )
}

/** What stands behind the last @ before the caret; undefined where there is none. */
const typedName = (before: string): string | undefined =>
  /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(before)?.[1]

const namesOf = (chat: ChatDetail, user: CurrentUser) => [
  ...(canMentionEveryone(user) && chat.kind !== 'direct' ? ['everyone'] : []),
  ...chat.members.filter((one) => one.id !== user.id && one.active).map(({ name }) => name),
]

function namesLike(typed: string | undefined, names: string[]): string[] {
  const wanted = typed?.toLowerCase()
  if (wanted === undefined) return []
  return names
    .filter((name) => {
      const lower = name.toLowerCase()
      return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
    })
    .filter((name) => name.toLowerCase() !== wanted)
    .slice(0, MOST_NAMES)
}
