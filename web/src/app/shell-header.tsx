import { MOST_UNREAD } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Bell, PanelLeft, Search } from 'lucide-react'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { BrandMark } from '#web/features/brokerage/brand-logo.tsx'
import type { Deed } from '#web/features/search/commands.ts'
import { SearchField } from '#web/features/search/search-field.tsx'
import { call } from '#web/lib/call.ts'
import { late, loadPage } from '#web/lib/late.ts'
import { areShortcutsOn, isMac } from '#web/lib/browser-choices.ts'
import { useCalm } from '#web/lib/at-rest.ts'
import { useSession } from '#web/session/session.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { chooseTheme, ThemeButton, useSignOut } from './account-menu.tsx'

type ShellHeaderProps = {
  title: string
  collapsed: boolean
  onToggle: () => void
  className?: string
}

export function ShellHeader({ title, collapsed, onToggle, className }: ShellHeaderProps) {
  return (
    <header
      className={classes(
        'top-0 z-20 flex h-14 shrink-0 items-center gap-3 border-b border-line bg-paper not-low:sticky md:sticky pr-2 pl-(--page-gutter) md:pr-(--page-gutter) md:pl-3',
        className,
      )}
    >
      <span className="max-md:hidden">
        <IconButton
          label={collapsed ? 'Open the sidebar' : 'Close the sidebar'}
          icon={PanelLeft}
          aria-expanded={!collapsed}
          aria-controls="sidebar"
          onClick={onToggle}
        />
      </span>
      <span className="grid md:hidden">
        <BrandMark />
      </span>
      <p className="line-clamp-2 min-w-0 grow text-sm leading-tight font-medium text-muted">
        {title}
      </p>
      <SearchLauncher />
      <NotificationBell />
      <span className="md:hidden">
        <ThemeButton />
      </span>
    </header>
  )
}

type DialogType = ComponentType<{ onClose: () => void; children: ReactNode }>

const ShortcutsDialog = late(
  () => import('#web/features/search/shortcuts-dialog.tsx'),
  'ShortcutsDialog',
)

const loadDialog = () => loadPage(() => import('#web/features/search/search-dialog.tsx'))

/** Opens the search from everywhere: by its button, or by Ctrl-K or ⌘-K. It does things as well. */
function SearchLauncher() {
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, setDialog] = useState<DialogType>()
  const [isListing, setIsListing] = useState(false)
  const { ask, question } = useSignOut()
  useShortcutKeys(
    user,
    useCallback(() => setIsListing(true), []),
  )
  const isSignedIn = user !== null

  useEffect(() => {
    if (!isSignedIn) return undefined
    const hear = (press: KeyboardEvent) => {
      // By the time that K follows, the code is there.
      if (press.key === 'Control' || press.key === 'Meta') loadDialog().catch(() => undefined)
      const isShortcut = (press.ctrlKey || press.metaKey) && press.key.toLowerCase() === 'k'
      if (!isShortcut || press.shiftKey || press.altKey) return
      press.preventDefault()
      setIsOpen(true)
    }
    globalThis.addEventListener('keydown', hear)
    return () => globalThis.removeEventListener('keydown', hear)
  }, [isSignedIn])

  useEffect(() => {
    if (!isOpen || Dialog) return
    loadDialog().then(
      (module) => setDialog(() => module.SearchDialog),
      () => setIsOpen(false),
    )
  }, [isOpen, Dialog])

  const close = () => setIsOpen(false)
  const perform = (deed: Deed) => {
    if (deed === 'sign-out') ask()
    else if (deed === 'shortcuts') setIsListing(true)
    else void chooseTheme(deed)
  }
  return (
    <>
      <SearchButton disabled={!isSignedIn} onClick={() => setIsOpen(true)} />
      {user && isOpen && Dialog && (
        <Dialog onClose={close}>
          <SearchField user={user} inDialog onPick={close} onDo={perform} />
        </Dialog>
      )}
      {user && isListing && (
        <Suspense>
          <ShortcutsDialog user={user} onClose={() => setIsListing(false)} />
        </Suspense>
      )}
      {question}
    </>
  )
}

/** A box to see where there is room for one, a glass on a phone. */
function SearchButton(props: { disabled: boolean; onClick: () => void }) {
  return (
    <button
      {...props}
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
      title={`Search (${isMac ? '⌘' : 'Ctrl '}K)`}
      className="inline-flex size-10 shrink-0 items-center justify-center gap-2 rounded-md text-sm text-muted transition-colors hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 lg:h-9 lg:w-52 lg:justify-start lg:border lg:border-line-strong lg:bg-surface lg:px-3 pointer-coarse:h-11 max-lg:pointer-coarse:w-11"
    >
      <Search className="size-4.5 shrink-0" aria-hidden="true" />
      <span className="flex grow justify-between gap-3 max-lg:sr-only">
        <span>
          Search<span aria-hidden="true">…</span>
        </span>
        <kbd aria-hidden="true" className="text-xs leading-5">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </span>
    </button>
  )
}

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
function useShortcutKeys(user: CurrentUser | null, onAsked: () => void) {
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

type PanelType = ComponentType<{ bell: RefObject<HTMLButtonElement | null>; onClose: () => void }>

const loadPanel = () => loadPage(() => import('#web/features/notifications/notification-panel.tsx'))

const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await call('GET /notifications/unread', { signal })).unread,
})

/** How many notifications are unread, and the latest of them. */
function NotificationBell() {
  const { user } = useSession()
  const isSignedIn = user !== null
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: useCalm() && isSignedIn })
  const [isOpen, setIsOpen] = useState(false)
  const [Panel, setPanel] = useState<PanelType>()
  const bell = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen || Panel) return
    loadPanel().then(
      (module) => setPanel(() => module.NotificationPanel),
      () => setIsOpen(false),
    )
  }, [isOpen, Panel])

  const count = unread >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(unread)
  return (
    <span className="relative grid">
      <IconButton
        ref={bell}
        label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        icon={Bell}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={!isSignedIn}
        onPointerEnter={() => void loadPanel().catch(() => undefined)}
        onClick={() => setIsOpen(!isOpen)}
      />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full border-2 border-paper bg-danger-fill px-1 text-[0.6875rem] leading-none font-semibold text-on-accent tabular-nums"
        >
          {count}
        </span>
      )}
      {user && isOpen && Panel && <Panel bell={bell} onClose={() => setIsOpen(false)} />}
    </span>
  )
}
