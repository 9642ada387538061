import { IMPORT_PARTS_MAX } from '@frontdesk/contract/constants'
import { headingsOf } from '@frontdesk/contract/import-parts'
import type { Import } from '@frontdesk/contract/imports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, type SyntheticEvent, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { titleFrom } from '#web/features/documents/documents.api.ts'
import { PreviewLoading } from '#web/features/documents/preview-box.tsx'
import { SaveOriginal } from '#web/features/editing/origin-line.tsx'
import { UnsavedDialog } from '#web/features/editing/form-frame.tsx'
import { categoriesOf, policyOptionsQuery } from '#web/features/policies/policies.api.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox, Field, Select, TextInput } from '#web/ui/field.tsx'
import { SegmentedControl } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'
import { fileAddress, type KeptPart, useKeepImport } from './imports.api.ts'
import { type Decisions, firstLevel, levelsOf, type Part, PartCard, partsOf } from './part-card.tsx'

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

const keptOf = ({ title, category, from, to }: Part): KeptPart => ({
  title,
  category: category.trim() || null,
  from,
  to,
})

/** The parts that a file may become, beside the file itself. */
export function ReviewForm({ file }: { file: Import }) {
  const review = useReview(file)
  const keep = useKeepImport(file.id)
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const isSettled = useRef(false)
  const [isChecked, setIsChecked] = useState(false)
  const [shown, setShown] = useState<'parts' | 'original'>('parts')
  const chosen = review.parts.filter(({ isIn }) => isIn)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // What is missing has to be marked before it can take the focus.
    flushSync(() => {
      setIsChecked(true)
      setShown('parts')
    })
    const isBroken = chosen.some(({ title, isTooLong }) => title.trim() === '' || isTooLong)
    if (isBroken || chosen.length === 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
      return
    }
    const kept = { parts: chosen.map(keptOf), bold_lines: [...review.asText] }
    keep.mutate(kept, {
      onSuccess: () => {
        isSettled.current = true
        toast.success(
          `${counted(chosen.length, 'draft')} added. Make them yours, then publish them.`,
        )
        void navigate({ to: '/drafts', search: { kind: 'policy' } })
      },
    })
  }
  return (
    <form ref={form} noValidate onSubmit={submit}>
      {file.notes.length > 0 && <Notes notes={file.notes} />}
      <BoldLines file={file} review={review} disabled={keep.isPending} />
      <SplitControls review={review} disabled={keep.isPending} />
      <div className="mb-4 lg:hidden">
        <SegmentedControl
          label="What to show"
          options={[
            { value: 'parts', label: 'Parts' },
            { value: 'original', label: 'Original' },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className={classes('min-w-0', shown === 'original' && 'max-lg:hidden')}>
          <Parts file={file} review={review} isBusy={keep.isPending} isChecked={isChecked} />
        </div>
        <div
          className={classes(
            'min-w-0 lg:sticky lg:top-[calc(var(--top-bar)+1rem)]',
            shown === 'parts' && 'max-lg:hidden',
          )}
        >
          <OriginalPane file={file} />
        </div>
      </div>
      {keep.error && (
        <div className="mt-6">
          <ErrorPanel title="No drafts were made" onDismiss={() => keep.reset()}>
            {failureOf(keep.error, 'Please try again.')}
          </ErrorPanel>
        </div>
      )}
      <Foot count={chosen.length} isBusy={keep.isPending} isChecked={isChecked} />
      <UnsavedDialog
        isDirty={review.isTouched}
        isSettled={() => isSettled.current}
        title="Leave without keeping?"
        question="What was read stays for a day; how you split and named it does not."
      />
    </form>
  )
}

function Notes({ notes }: { notes: string[] }) {
  return (
    <div className="mb-6">
      <Notice tone="accent">
        <p className="font-semibold">How it was read</p>
        <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

type ChoiceProps = { review: Review; disabled: boolean }

/** A file without styles has no headings but what its author made look like one. */
function BoldLines({ file, review, disabled }: ChoiceProps & { file: Import }) {
  const offered = useMemo(() => {
    const places = new Set(file.bold_headings)
    return headingsOf(file.markdown).filter(({ start }) => places.has(start))
  }, [file])
  const areAll = review.asText.size === 0
  if (offered.length === 0) return null
  return (
    <fieldset disabled={disabled} className="mb-6 rounded-lg border border-line-strong p-4 pt-2">
      <legend className="-ml-1 px-1 font-semibold">Bold lines taken as headings</legend>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="text-sm text-muted">What you untick is no heading: it stays a bold line.</p>
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3"
          onClick={() => review.takeAsText(file.bold_headings, areAll)}
        >
          {areAll ? 'Untick all' : 'Tick all'}
        </Button>
      </div>
      <ul className="mt-2 grid max-h-60 gap-x-6 gap-y-2 overflow-auto sm:grid-cols-2">
        {offered.map(({ start, title }) => (
          <li key={start} className="min-w-0 wrap-anywhere">
            <Checkbox
              label={title}
              checked={!review.asText.has(start)}
              onChange={(event) => review.takeAsText([start], !event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function SplitControls({ review, disabled }: ChoiceProps) {
  const { levels, level: chosen, decisions } = review
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:max-w-3xl">
      <Field
        label="Split it"
        hint={levels.length === 1 ? 'There are no headings to split it at.' : undefined}
      >
        <Select
          disabled={disabled || levels.length === 1}
          value={chosen}
          onChange={(event) => review.splitAt(Number(event.target.value))}
        >
          {levels.map(({ level, parts }, at) => (
            <option key={level} value={level}>
              {level === 0
                ? 'Not at all: one policy'
                : `At ${['', 'main headings', 'headings below those', 'all smaller headings'][at]} (${counted(parts, 'part')})`}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Category of all parts" optional>
        <TextInput
          autoComplete="off"
          maxLength={100}
          disabled={disabled}
          value={decisions.category}
          onChange={(event) => review.categorizeAll(event.target.value)}
        />
      </Field>
    </div>
  )
}

type PartsProps = { file: Import; review: Review; isBusy: boolean; isChecked: boolean }

function Parts({ file, review, isBusy, isChecked }: PartsProps) {
  const { parts, decisions } = review
  const listId = useId()
  const { data: options = [] } = useQuery(policyOptionsQuery)
  const withText = parts.filter(({ words }) => words > 0)
  const isWhole = withText.every(({ isIn }) => isIn)
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-2 pointer-coarse:min-h-10">
        <h2 className="text-xl font-semibold">
          {parts.length === 1 ? 'Its text' : counted(parts.length, 'part')}
        </h2>
        <div className="flex flex-wrap gap-2">
          {Object.keys(decisions.merged).length > 0 && (
            <Button variant="ghost" size="sm" disabled={isBusy} onClick={review.divide}>
              Undo joining parts
            </Button>
          )}
          {parts.length > 1 && (
            <Button
              variant="ghost"
              size="sm"
              disabled={isBusy}
              onClick={() => review.include(withText, !isWhole)}
            >
              {isWhole ? 'Choose none' : 'Choose all'}
            </Button>
          )}
        </div>
      </div>
      <ol className="grid gap-4">
        {parts.map((part, at) => {
          const above = parts[at - 1]
          return (
            <PartCard
              key={part.start}
              part={part}
              number={at + 1}
              markdown={file.markdown}
              asText={review.asText}
              categories={listId}
              disabled={isBusy}
              isChecked={isChecked}
              onMerge={above ? () => review.merge(part, above) : null}
              onInclude={(isIn) => review.include([part], isIn)}
              onRename={(title) => review.rename(part, title)}
              onCategorize={(category) => review.categorize(part, category)}
            />
          )
        })}
      </ol>
      <datalist id={listId}>
        {categoriesOf(options).map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </datalist>
    </>
  )
}

type FootProps = { count: number; isBusy: boolean; isChecked: boolean }

/** It stays in sight while the page scrolls. */
function Foot({ count, isBusy, isChecked }: FootProps) {
  const isTooMany = count > IMPORT_PARTS_MAX
  return (
    <section
      aria-label="Keep"
      className="z-20 mt-6 flex not-low:sticky not-low:bottom-[calc(var(--bottom-bar)+1rem)] flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line-strong bg-raised p-2.5 pl-4 shadow-raised"
    >
      <output className="min-w-32 grow basis-0 text-sm text-muted">
        {isTooMany
          ? `At most ${IMPORT_PARTS_MAX} parts can be kept at a time.`
          : count === 0 && isChecked
            ? 'Please choose at least one part.'
            : 'Drafts are seen by admins only.'}
      </output>
      <Button type="submit" busy={isBusy} busyLabel="Keeping…" disabled={isTooMany || count === 0}>
        {`Keep ${count} as ${count === 1 ? 'a draft' : 'drafts'}`}
      </Button>
    </section>
  )
}

/** How a text is split, and what somebody decided of its parts. */
function useReview({ markdown, file_name: fileName }: Import) {
  const fileTitle = titleFrom(fileName)
  const [decisions, setDecisions] = useState<Decisions>(() => ({
    level: firstLevel(markdown),
    titles: {},
    categories: {},
    isIn: {},
    asText: new Set(),
    merged: {},
    category: '',
  }))
  const [isTouched, setIsTouched] = useState(false)
  const decide = (change: (before: Decisions) => Partial<Decisions>) => {
    setIsTouched(true)
    setDecisions((before) => ({ ...before, ...change(before) }))
  }
  const { asText, level: wanted } = decisions
  const levels = useMemo(() => levelsOf(markdown, asText), [markdown, asText])
  // Where its headings are bold lines after all, there is no such level any more.
  const { level } = levels.findLast((one) => one.level <= wanted) ?? { level: 0 }
  const parts = useMemo(
    () => partsOf(markdown, { ...decisions, level }, fileTitle),
    [markdown, decisions, level, fileTitle],
  )
  return {
    parts,
    level,
    levels,
    asText,
    decisions,
    isTouched,
    splitAt: (at: number) => decide(() => ({ level: at })),
    takeAsText: (starts: number[], isLine: boolean) =>
      decide((before) => {
        const rest = [...before.asText].filter((start) => !starts.includes(start))
        return { asText: new Set(isLine ? [...rest, ...starts] : rest) }
      }),
    categorizeAll: (category: string) => decide(() => ({ category })),
    rename: ({ start }: Part, title: string) =>
      decide(({ titles }) => ({ titles: { ...titles, [start]: title } })),
    categorize: ({ start }: Part, category: string) =>
      decide(({ categories }) => ({ categories: { ...categories, [start]: category } })),
    include: (those: Part[], isIn: boolean) =>
      decide((before) => ({
        isIn: {
          ...before.isIn,
          ...Object.fromEntries(those.map(({ start }) => [start, isIn])),
        },
      })),
    /** Puts a part at the end of the one above it, which is taken in then. */
    merge: (part: Part, above: Part) =>
      decide(({ merged, isIn }) => ({
        merged: { ...merged, [part.start]: true },
        isIn: { ...isIn, [above.start]: true },
      })),
    /** Takes back all that was merged. */
    divide: () => decide(() => ({ merged: {} })),
  }
}

type Review = ReturnType<typeof useReview>

const PdfPreview = late(() => import('#web/features/documents/pdf-preview.tsx'), 'PdfPreview')

/** The file as it was brought in: a PDF's pages, and of others the bare words, read by another reader. */
function OriginalPane({ file }: { file: Import }) {
  return (
    <>
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-2 pointer-coarse:min-h-10">
        <h2 className="text-xl font-semibold">Original</h2>
        <SaveOriginal file={file} />
      </div>
      <Content file={file} />
    </>
  )
}

function Content({ file }: { file: Import }) {
  const { id, file_name: name, sha256 } = file
  if (file.file_type === 'pdf') {
    return (
      <Suspense fallback={<PreviewLoading />}>
        <PdfPreview file={{ title: name, sha256, address: fileAddress(id) }} />
      </Suspense>
    )
  }
  return (
    <section
      aria-label={`Words of ${name}`}
      // Reached by Tab, so that arrow keys scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="max-h-[70dvh] overflow-auto rounded-lg border border-line bg-sunken p-4 text-sm leading-relaxed wrap-anywhere whitespace-pre-line"
    >
      {file.plain}
    </section>
  )
}
