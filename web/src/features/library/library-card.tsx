import type { LibraryEntry, LibraryText } from '@frontdesk/contract/library'
import { useQuery } from '@tanstack/react-query'
import { Check, ExternalLink, Scale } from 'lucide-react'
import { formatDate, formatMinutes } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/account-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes, textLink } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { PathLink } from '#web/ui/path-link.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { libraryTextQuery } from './library.api.ts'

/** What every screen of the library says of all of it. */
export const HAVE_IT_READ = 'Have your lawyer read it before you publish it.'

/** `653 words · 7 sources`, `10 steps · 2 h`, `4 sections · 7 questions · 30 min`. */
function extentOf(entry: LibraryEntry): string {
  const { kind, minutes, words } = entry
  const parts = {
    policy: [`${words} words`, counted(entry.sources.length, 'source')],
    process: [counted(entry.steps_count, 'step')],
    training: [counted(entry.steps_count, 'section'), counted(entry.questions_count, 'question')],
  }[kind]
  return [...parts, ...(minutes ? [formatMinutes(minutes)] : [])].join(' · ')
}

/** `1 draft`, `2 drafts`. */
export const counted = (count: number, word: string) =>
  `${count} ${count === 1 ? word : `${word}s`}`

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
        <PathLink to={taken.path} aria-label={`Open what ${title} became`} className={textLink}>
          Open
        </PathLink>
      )}
    </span>
  )
}

type LibraryPreviewProps = {
  slug: string
  isBusy: boolean
  disabled: boolean
  /** Why it could not be taken. */
  failure: string | null
  onClose: () => void
  onUse: () => void
}

/** One text as it is, with what it rests on, before anybody takes it. */
export function LibraryPreview(props: LibraryPreviewProps) {
  const { slug, isBusy, disabled, failure, onClose, onUse } = props
  const { data, error, refetch } = useQuery(libraryTextQuery(slug))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={data?.title ?? 'Starter Library'}
      description={data && extentOf(data)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button busy={isBusy} disabled={disabled || !data} onClick={onUse}>
            Use this
          </Button>
        </>
      }
    >
      {failure !== null && (
        <div className="mb-6">
          <ErrorPanel title="This was not added">{failure}</ErrorPanel>
        </div>
      )}
      {data && <WholeText text={data} />}
      <LoadState of={{ data, error, refetch }} failure="Failed to load this text" />
      {!data && !error && (
        <div aria-busy="true">
          <span className="sr-only">Loading…</span>
          <SkeletonLines lines={14} />
        </div>
      )}
    </Dialog>
  )
}

function WholeText({ text }: { text: LibraryText }) {
  return (
    <div className="grid gap-6">
      <p className="text-muted">{text.summary}</p>
      <Basis text={text} />
      {text.content !== '' && <Markdown source={text.content} />}
      {text.steps.length > 0 && <Steps steps={text.steps} />}
      {text.sections.map((section, index) => (
        <section key={section} aria-label={`Section ${index + 1}`}>
          <p className="mb-1 text-sm text-muted">Section {index + 1}</p>
          <Markdown source={section} />
        </section>
      ))}
      {text.questions.length > 0 && <Questions questions={text.questions} />}
    </div>
  )
}

const checkedOn = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What it rests on and when that was looked at; the law may have changed since. */
function Basis({ text }: { text: LibraryText }) {
  return (
    <section
      aria-label="What this rests on"
      className="rounded-lg border border-warning-line bg-warning-soft px-4 py-3"
    >
      <p className="flex items-start gap-2.5 font-medium">
        <Scale className="mt-[0.2em] size-4 shrink-0 text-warning" aria-hidden="true" />
        {HAVE_IT_READ}
      </p>
      <p className="mt-2 text-sm">
        It is a draft, and no legal advice. What it says of federal law was checked on{' '}
        <time dateTime={text.checked_on}>{checkedOn.format(new Date(text.checked_on))}</time>. It
        rests on:
      </p>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 text-sm wrap-anywhere">
        {text.sources.map((source) => (
          <li key={source.text}>
            {source.url === null ? (
              source.text
            ) : (
              <a
                href={source.url}
                target="_blank"
                rel="noopener noreferrer"
                className="underline underline-offset-3 hover:decoration-2"
              >
                {source.text}
                <ExternalLink className="ml-1 inline size-3" aria-hidden="true" />
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Steps({ steps }: Pick<LibraryText, 'steps'>) {
  return (
    <ol className="grid gap-5">
      {steps.map((step, index) => (
        <li key={step.title}>
          <h3 className="text-lg font-semibold">
            {index + 1}. {step.title}
          </h3>
          <p className="mb-2 text-sm text-muted tabular-nums">
            {roleLabels[step.responsible_role]} · {formatMinutes(step.estimated_time)}
          </p>
          <Markdown source={step.description} />
        </li>
      ))}
    </ol>
  )
}

function Questions({ questions }: Pick<LibraryText, 'questions'>) {
  return (
    <section aria-labelledby="library-quiz">
      <h3 id="library-quiz" className="text-lg font-semibold">
        Quiz
      </h3>
      <ol className="mt-3 grid gap-5">
        {questions.map(({ question, options, correctAnswer, why }, index) => (
          <li key={question}>
            <p className="font-medium">
              {index + 1}. {question}
            </p>
            <ul className="mt-1.5 grid gap-1">
              {options.map((option, place) => (
                <li
                  key={option}
                  className={classes(
                    'flex items-start gap-2',
                    place === correctAnswer ? 'font-medium' : 'text-muted',
                  )}
                >
                  <span className="mt-[0.25em] grid size-4 shrink-0 place-items-center">
                    {place === correctAnswer ? (
                      <Check className="size-4 text-success" aria-hidden="true" />
                    ) : (
                      <span className="size-1.5 rounded-full bg-line-control" aria-hidden="true" />
                    )}
                  </span>
                  <span>
                    {option}
                    {place === correctAnswer && <span className="sr-only"> (right)</span>}
                  </span>
                </li>
              ))}
            </ul>
            <p className="mt-1.5 text-sm text-muted">{why}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
