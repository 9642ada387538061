import { X } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { counted } from './library-words.ts'
import type { Made } from './use-taking.ts'

type ChosenBarProps = {
  count: number
  /** How many are added so far, while they are. */
  done: number | null
  disabled: boolean
  onAdd: () => void
  onClear: () => void
}

/** What can be done with all that are chosen; it stays in sight while the page scrolls. */
export function ChosenBar({ count, done, disabled, onAdd, onClear }: ChosenBarProps) {
  return (
    <section
      aria-label="Chosen texts"
      className="z-20 mt-4 flex not-low:sticky not-low:bottom-[calc(var(--bottom-bar)+1rem)] animate-fade-in flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised p-2.5 pl-4 shadow-raised"
    >
      <output className="grow font-medium tabular-nums">
        {done === null ? `${count} chosen` : `Adding ${Math.min(done + 1, count)} of ${count}…`}
      </output>
      <Button size="sm" busy={done !== null} disabled={disabled} onClick={onAdd}>
        {`Add ${count} as ${count === 1 ? 'a draft' : 'drafts'}`}
      </Button>
      <IconButton size="sm" icon={X} label="Choose none" disabled={disabled} onClick={onClear} />
    </section>
  )
}

type TakingNewsProps = { made: Made[]; failure: string | null; onDismiss: () => void }

/** What became of the chosen texts, with the ways to it. */
export function TakingNews({ made, failure, onDismiss }: TakingNewsProps) {
  if (made.length === 0 && failure === null) return null
  return (
    <div className="mb-6 grid gap-3">
      {failure && (
        <ErrorPanel title="This was not added" onDismiss={onDismiss}>
          {failure}
        </ErrorPanel>
      )}
      {made.length > 0 && (
        <Notice
          tone="success"
          action={
            <Button variant="ghost" size="sm" onClick={onDismiss}>
              Dismiss
            </Button>
          }
        >
          <p className="font-semibold">{counted(made.length, 'draft')} added. Make them yours:</p>
          <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
            {made.map(({ id, title, path }) => (
              <li key={id}>
                <PathLink
                  to={path}
                  className="text-accent underline underline-offset-3 hover:decoration-2"
                >
                  {title}
                </PathLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
