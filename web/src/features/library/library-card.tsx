import type { LibraryEntry } from '@frontdesk/contract/library'
import { Check } from 'lucide-react'
import { formatDate } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { extentOf } from './library-words.ts'

type LibraryCardProps = {
  entry: LibraryEntry
  isChosen: boolean
  isBusy: boolean
  disabled: boolean
  /** Where its text is shown. */
  preview: string
  onChoose: (chosen: boolean) => void
  onUse: () => void
}

export function LibraryCard(props: LibraryCardProps) {
  const { entry, isChosen, isBusy, disabled, preview, onChoose, onUse } = props
  const { title, summary, taken } = entry
  return (
    <li
      className={classes(
        'linked-row relative flex min-w-0 flex-col rounded-lg border bg-surface p-(--card-pad)',
        'transition-colors hover:border-line-control',
        isChosen ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 grow text-lg font-semibold wrap-anywhere">
          <PathLink to={preview} className="row-link rounded-lg">
            {title}
          </PathLink>
        </h3>
        <Checkbox
          className="-m-2 w-fit shrink-0 p-2"
          label={<span className="sr-only">Choose {title}</span>}
          checked={isChosen}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </div>
      <p className="mt-1 text-muted">{summary}</p>
      <p className="mt-3 text-sm text-muted tabular-nums">{extentOf(entry)}</p>
      <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2 pt-4">
        <Button
          variant="secondary"
          size="sm"
          busy={isBusy}
          disabled={disabled}
          aria-label={`Use ${title}`}
          onClick={onUse}
        >
          Use this
        </Button>
        {taken && <TakenLine taken={taken} title={title} />}
      </div>
    </li>
  )
}

type TakenLineProps = { taken: NonNullable<LibraryEntry['taken']>; title: string }

/** That it was taken, when, and the way to what it became. */
function TakenLine({ taken, title }: TakenLineProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge tone="success" icon={Check}>
        {taken.times > 1 ? `Taken ${taken.times} times` : 'Taken'}
      </Badge>
      <span>{formatDate(taken.at)}</span>
      {taken.path && (
        <PathLink
          to={taken.path}
          aria-label={`Open what ${title} became`}
          className="text-accent underline underline-offset-3 hover:decoration-2"
        >
          Open
        </PathLink>
      )}
    </span>
  )
}
