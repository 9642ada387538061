import type { LibraryText } from '@frontdesk/contract/library'
import { useQuery } from '@tanstack/react-query'
import { Check, ExternalLink, Scale } from 'lucide-react'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMinutes } from '#web/lib/format.ts'
import { roleLabels } from '#web/lib/roles.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { libraryTextQuery } from './library.api.ts'
import { extentOf, HAVE_IT_READ } from './library-words.ts'

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
      {error && !data && (
        <ErrorPanel title="Failed to load this text" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
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
