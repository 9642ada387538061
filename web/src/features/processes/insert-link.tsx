import type { SearchResult } from '@frontdesk/contract/search'
import { Link2 } from 'lucide-react'
import { useId, useState } from 'react'
import { pathTo, targetOf } from '#web/lib/search-targets.ts'
import { useSearch } from '#web/features/search/search.api.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

/** What a step can lead to. */
const LINKED_TYPES = ['policies', 'trainings', 'documents'] as const

type InsertLinkProps = {
  /** Of which step. */
  number: number
  onInsert: (markdown: string) => void
}

/** Finds a policy, training or document and hands a Markdown link to it over. */
export function InsertLink({ number, onInsert }: InsertLinkProps) {
  const [isOpen, setOpen] = useState(false)
  const insert = (markdown: string) => {
    setOpen(false)
    onInsert(markdown)
  }
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Link2}
        aria-label={`Link to something in step ${number}`}
        onClick={() => setOpen(true)}
      >
        Link to a policy, training or document
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Link to"
        description="What you choose stands as a link at the end of the details."
      >
        <LinkChoice onInsert={insert} />
      </Dialog>
    </>
  )
}

function LinkChoice({ onInsert }: Pick<InsertLinkProps, 'onInsert'>) {
  const user = useUser()
  const statusId = useId()
  const [text, setText] = useState('')
  const { results, isSettled, error } = useSearch(text)
  const found = LINKED_TYPES.flatMap((type) => results?.[type] ?? [])
  const hasNone = text.trim() !== '' && isSettled && found.length === 0
  return (
    <div className="grid gap-3 pt-1">
      <SearchBox
        label="Search policies, trainings and documents"
        placeholder="Title or a word of the text…"
        value={text}
        onChange={setText}
        aria-describedby={statusId}
      />
      {error && <ErrorPanel>Search failed</ErrorPanel>}
      <output id={statusId} className="text-sm text-muted">
        {hasNone && `Nothing matches “${text.trim()}”.`}
      </output>
      {text.trim() !== '' && found.length > 0 && (
        <ul className="max-h-60 divide-y divide-line overflow-y-auto rounded-md border border-line">
          {found.map((item) => (
            <li key={item.id}>
              <LinkOption item={item} onChoose={() => onInsert(linkTo(item, pathTo(item, user)))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function LinkOption({ item, onChoose }: { item: SearchResult; onChoose: () => void }) {
  const { icon: Icon, label } = targetOf(item.type)
  return (
    <button
      type="button"
      className="flex w-full items-center gap-3 px-3 py-2.5 text-start transition-colors hover:bg-hover"
      onClick={onChoose}
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 grow wrap-anywhere">{item.title}</span>
      <span className="text-sm text-muted">{label}</span>
    </button>
  )
}

/** Brackets of a title would end the link's text. */
const linkTo = ({ title }: SearchResult, path: string) =>
  `[${title.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${path})`
