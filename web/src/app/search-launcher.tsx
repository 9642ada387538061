import { Search } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { SearchField } from '#web/features/search/search-field.tsx'
import { useSession } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { loadPage } from './page-loader.ts'

type DialogType = ComponentType<{ onClose: () => void; children: ReactNode }>

const loadDialog = () => loadPage(() => import('#web/features/search/search-dialog.tsx'))

/** Opens the search from everywhere: by its button, or by Ctrl-K or ⌘-K. */
export function SearchLauncher() {
  const { user } = useSession()
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, setDialog] = useState<DialogType>()
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
  return (
    <>
      <IconButton
        label="Search"
        title={`Search (${isMac ? '⌘' : 'Ctrl '}K)`}
        icon={Search}
        aria-haspopup="dialog"
        disabled={!isSignedIn}
        onClick={() => setIsOpen(true)}
      />
      {user && isOpen && Dialog && (
        <Dialog onClose={close}>
          <SearchField user={user} inDialog onPick={close} />
        </Dialog>
      )}
    </>
  )
}

const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator.userAgent)
