import { SEARCH_FAILED } from '@frontdesk/contract/constants'
import { ITEMS } from '@frontdesk/contract/items'
import type { SearchType } from '@frontdesk/contract/search'
import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { favouritesQuery } from '#web/features/favourites/favourite-star.tsx'
import { messageOf } from '#web/lib/api-error.ts'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Command, commandsMatching, type Deed, wantedToAssign } from './commands.ts'
import { groupsOf, highlight, useChatsFound, useDrafts, useSearch } from './search.api.ts'
import { type RecentItem, recentItems } from './recent-pages.ts'

export type SearchResultsProps = {
  /** Of the listbox, which the box names. */
  id: string
  text: string
  user: CurrentUser
  active: string | null
  /** Hears the ids of the options that are there, in order. */
  onOptions: (ids: string[]) => void
  onPick: () => void
  /** Does what is done on the spot. Left out: only items are found. */
  onDo?: (deed: Deed) => void
  /** Begins what is to be written. */
  onAsk: (words: string) => void
}

/** The first ones: what can be done stands below them. */
const MOST_RECENT = 8
const MOST_DRAFTS = 3

type Group = { key: string; label: string } & ({ items: FoundItem[] } | { commands: Command[] })

/** What is found, or what was opened of late while nothing is asked for. */
export function SearchResults({ id, text, user, active, ...rest }: SearchResultsProps) {
  const { onOptions, onPick, onDo, onAsk } = rest
  const toAssign = onDo ? wantedToAssign(text, user) : null
  const query = (toAssign ?? text).trim()
  const recent = recentItems(user.id)
  const { results, isFitting, isSettled, error } = useSearch(query, recent)
  // No conversation can be assigned.
  const chats = useChatsFound(toAssign === null ? query : '')
  const drafts = useDrafts(query, user)
  const { data: favourites = NO_ITEMS } = useQuery(favouritesQuery)
  const found = error ? [] : [...foundGroups(results), ...draftGroups(drafts), ...chatGroups(chats)]
  const { first, others } = onDo && toAssign === null ? commandsMatching(query, user) : NO_COMMANDS
  const all = query === '' ? startGroups(favourites, recent, drafts) : found
  const items = toAssign === null ? all : assignable(all)
  const groups = [...commandGroup('first', first), ...items, ...commandGroup('others', others)]
  const idOf = (option: FoundItem | Command) =>
    'type' in option ? `${id}-${option.type}-${option.id}` : `${id}-command-${option.id}`
  const ids = groups.flatMap((group) =>
    'items' in group ? group.items.map(idOf) : group.commands.map(idOf),
  )
  // What is left of the text before can be read, but Enter doesn't open it. Commands fit at once.
  const isKnown = query === '' || isFitting || error !== null
  const known = (isKnown ? ids : first.map(idOf)).join(' ')
  useEffect(() => onOptions(known === '' ? [] : known.split(' ')), [known, onOptions])
  useEffect(() => {
    if (active) globalThis.document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <>
      <output className="sr-only">
        {query !== '' && isSettled && !error && `${ids.length || 'Nothing'} found`}
      </output>
      <div
        id={id}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options are links
        role="listbox"
        aria-label={
          query !== '' ? 'Search results' : onDo ? 'Opened lately, and actions' : 'Opened lately'
        }
        aria-busy={query !== '' && !isSettled && !error}
        className={classes(
          'max-h-60 overflow-y-auto transition-opacity',
          ids.length > 0 && 'p-1.5',
          !isKnown && 'opacity-60',
        )}
      >
        {groups.map((group) => (
          <ResultGroup
            key={group.key}
            group={group}
            idOf={idOf}
            isToAssign={toAssign !== null}
            {...{ query, user, active, onPick, onDo, onAsk }}
          />
        ))}
      </div>
      {error ? (
        <SearchFailure error={error} />
      ) : (
        query !== '' && ids.length === 0 && <NothingYet query={query} isSettled={isSettled} />
      )}
      {toAssign !== null && query === '' && (
        <p className="px-4 py-3.5 text-muted">Type the name of what you want to assign.</p>
      )}
    </>
  )
}

type ResultGroupProps = Pick<
  SearchResultsProps,
  'user' | 'active' | 'onPick' | 'onDo' | 'onAsk'
> & {
  isToAssign: boolean
  group: Group
  query: string
  idOf: (option: FoundItem | Command) => string
}

/** What is of one kind, under its name. */
function ResultGroup({ group, query, idOf, user, active, ...rest }: ResultGroupProps) {
  const { isToAssign, onPick, onDo, onAsk } = rest
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of options, which a fieldset isn't
      role="group"
      aria-label={group.label}
      className="not-first:mt-1"
    >
      <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-muted">
        {group.label}
      </p>
      {'items' in group
        ? group.items.map((item) => (
            <SearchOption
              key={idOf(item)}
              id={idOf(item)}
              active={idOf(item) === active}
              {...{ item, query, user, isToAssign, onPick }}
            />
          ))
        : group.commands.map((command) => (
            <CommandOption
              key={idOf(command)}
              id={idOf(command)}
              active={idOf(command) === active}
              onDo={(deed) => onDo?.(deed)}
              {...{ command, query, onPick, onAsk }}
            />
          ))}
    </div>
  )
}

const NO_COMMANDS: ReturnType<typeof commandsMatching> = { first: [], others: [] }

const commandGroup = (key: string, commands: Command[]): Group[] =>
  commands.length > 0 ? [{ key, label: 'Actions', commands }] : []

function SearchFailure({ error }: { error: Error }) {
  return (
    <p role="alert" className="px-4 py-3.5">
      <span className="font-semibold text-danger">{SEARCH_FAILED}</span>
      <span className="mt-0.5 block text-sm text-muted">
        {messageOf(error, 'Please try again in a moment.')}
      </span>
    </p>
  )
}

function NothingYet({ query, isSettled }: { query: string; isSettled: boolean }) {
  if (isSettled) {
    return <p className="px-4 py-3.5 break-words text-muted">Nothing matches “{query}”.</p>
  }
  return (
    <div className="grid gap-2 px-4 py-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3.5 w-3/5" />
    </div>
  )
}

const NO_ITEMS: FoundItem[] = []

/** Before anything is typed: what was opened of late, what one has marked, and what one is writing. */
function startGroups(
  favourites: FoundItem[],
  recent: FoundItem[],
  drafts: FoundItem[],
): ItemGroup[] {
  const latest = recent.slice(0, MOST_RECENT)
  const ids = new Set(latest.map(({ id }) => id))
  const groups = [
    { key: 'recent', label: 'Opened lately', items: latest },
    { key: 'favourites', label: 'Favourites', items: favourites.filter(({ id }) => !ids.has(id)) },
  ]
  const own = drafts.filter(({ id }) => !ids.has(id)).slice(0, MOST_DRAFTS)
  return [...groups.filter(({ items }) => items.length > 0), ...draftGroups(own, 'Your drafts')]
}

function draftGroups(items: FoundItem[], label = targetOf('drafts').label): ItemGroup[] {
  return items.length > 0 ? [{ key: 'drafts', label, items }] : []
}

function chatGroups(items: FoundItem[]): ItemGroup[] {
  return items.length > 0 ? [{ key: 'chats', label: targetOf('chats').label, items }] : []
}

type ItemGroup = Extract<Group, { items: FoundItem[] }>

const isAssignable = ({ type }: FoundItem) => ['policies', 'trainings', 'tests'].includes(type)

/** What of it can be required of people. */
const assignable = (groups: ItemGroup[]): ItemGroup[] =>
  groups
    .map(({ label, items, key }) => ({
      key,
      label: `Assign: ${label}`,
      items: items.filter(isAssignable),
    }))
    .filter(({ items }) => items.length > 0)

function foundGroups(results: Parameters<typeof groupsOf>[0] | undefined): ItemGroup[] {
  if (!results) return []
  return groupsOf(results).map(({ type, items }: { type: SearchType; items: FoundItem[] }) => ({
    key: type,
    label: targetOf(type).label,
    items,
  }))
}

/** A result, or something opened of late; with the passage where only its text has what was looked for. */
type FoundItem = RecentItem & { snippet?: string }

type SearchOptionProps = {
  id: string
  item: FoundItem
  query: string
  user: CurrentUser
  active: boolean
  /** Opens where it is assigned, with the question of whom. */
  isToAssign: boolean
  onPick: () => void
}

/** One result: the keyboard stays in the box, which names the active one. */
function SearchOption(props: SearchOptionProps) {
  const { id, item, query, user, active, isToAssign, onPick } = props
  const Icon = targetOf(item.type).icon
  // A passage says more of why this was found than what it is in general.
  const line = item.snippet ?? item.subtitle
  return (
    <PathLink
      to={isToAssign && item.type === 'tests' ? ITEMS.test.adminPath + item.id : pathTo(item, user)}
      state={isToAssign ? { isNew: true } : undefined}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option that is a link
      role="option"
      aria-selected={active}
      tabIndex={-1}
      // The box keeps the keyboard while the pointer is used.
      onMouseDown={(press) => press.preventDefault()}
      onClick={onPick}
      className={classes(
        'flex scroll-my-8 items-center gap-3 rounded-md px-2.5 py-1.5 pointer-coarse:py-2.5',
        active ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">
          <Highlighted text={item.title} query={query} />
        </span>
        {line && (
          <span
            className={classes(
              'block text-sm text-muted',
              item.snippet ? 'line-clamp-2' : 'truncate',
            )}
          >
            <Highlighted text={line} query={query} />
          </span>
        )}
      </span>
    </PathLink>
  )
}

type CommandOptionProps = {
  id: string
  command: Command
  query: string
  active: boolean
  onDo: (deed: Deed) => void
  onAsk: (words: string) => void
  onPick: () => void
}

/** Something to do: the keyboard stays in the box, which names the active one. */
function CommandOption(props: CommandOptionProps) {
  const { id, command, query, active, onDo, onAsk, onPick } = props
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
        if ('asks' in command) return onAsk(command.asks)
        onPick()
        onDo(command.does)
      }}
    >
      {content}
    </button>
  )
}

/** A text with what was looked for marked in it. */
function Highlighted({ text, query }: { text: string; query: string }) {
  return highlight(text, query).map((piece, at) =>
    piece.isHit ? (
      <mark key={at} className="rounded-[2px] bg-warning-soft text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
