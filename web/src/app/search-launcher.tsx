import { Search } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from 'react'
import type { Deed } from '#web/features/search/commands.ts'
import { SearchField } from '#web/features/search/search-field.tsx'
import { useSession } from '#web/session/session.ts'
import { isMac } from '#web/lib/is-mac.ts'
import { chooseTheme } from './account-theme.ts'
import { loadPage } from '#web/lib/page-loader.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'
import { useSignOut } from './use-sign-out.tsx'

type DialogType = ComponentType<{ onClose: () => void; children: ReactNode }>

const ShortcutsDialog = lazy(async () => {
  const { ShortcutsDialog: component } = await loadPage(
    () => import('#web/features/search/shortcuts-dialog.tsx'),
  )
  return { default: component }
})

const loadDialog = () => loadPage(() => import('#web/features/search/search-dialog.tsx'))

/** Opens the search from everywhere: by its button, or by Ctrl-K or ⌘-K. It does things as well. */
export function SearchLauncher() {
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
