import { X } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChosenBar } from '#web/ui/chosen-bar.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { counted } from './library-words.ts'
import type { Made } from './use-taking.ts'

type TakingBarProps = {
  count: number
  /** How many are added so far, while they are. */
  done: number | null
  disabled: boolean
  onAdd: () => void
  onClear: () => void
}

/** Adds all that are chosen. */
export function TakingBar({ count, done, disabled, onAdd, onClear }: TakingBarProps) {
  return (
    <ChosenBar label="Chosen texts">
      <output className="grow font-medium tabular-nums">
        {done === null ? `${count} chosen` : `Adding ${Math.min(done + 1, count)} of ${count}…`}
      </output>
      <Button size="sm" busy={done !== null} disabled={disabled} onClick={onAdd}>
        {`Add ${count} as ${count === 1 ? 'a draft' : 'drafts'}`}
      </Button>
      <IconButton size="sm" icon={X} label="Choose none" disabled={disabled} onClick={onClear} />
    </ChosenBar>
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
