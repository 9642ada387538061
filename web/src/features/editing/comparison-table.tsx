import { type NamedPicture, pictureNamed } from '@frontdesk/contract/picture-names'
import { UnfoldVertical } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { PicturePlate } from '#web/ui/text-pictures.tsx'
import {
  compareTexts,
  type ComparisonRow,
  foldUnchanged,
  PICTURE,
  type Segment,
} from './compare-texts.ts'

/** One side of a comparison; what it doesn't have (a version has no category) isn't compared. */
export type ComparedTexts = {
  label: string
  title: string
  description?: string
  category?: string
  content: string
}

export type TextComparisonProps = {
  caption: string
  before: ComparedTexts
  after: ComparedTexts
}

const fields = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['category', 'Category'],
  ['content', 'Content'],
] as const

export function ComparisonTable({ caption, before, after }: TextComparisonProps) {
  const parts = useMemo(() => differingParts(before, after), [before, after])
  const changes = parts.flatMap((part) => part.rows).filter((row) => row.kind !== 'same').length
  return (
    <div className="@container overflow-hidden rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-sm text-muted @lg:px-5">
        {sentenceOf(changes)}
      </p>
      {parts.length > 0 && (
        <table className="w-full table-fixed border-collapse text-start @max-lg:block">
          <caption className="sr-only">{caption}</caption>
          <thead className="@max-lg:sr-only">
            <tr className="border-b border-line">
              <SideHeader>{before.label}</SideHeader>
              <SideHeader second>{after.label}</SideHeader>
            </tr>
          </thead>
          {parts.map((part) => (
            <ComparedParagraphs
              key={part.heading}
              heading={part.heading}
              rows={part.rows}
              labels={[before.label, after.label]}
            />
          ))}
        </table>
      )}
    </div>
  )
}

function SideHeader({ second, children }: { second?: boolean; children: string }) {
  return (
    <th
      scope="col"
      className={classes(
        'h-10 px-5 text-start text-sm font-medium text-muted',
        second && 'border-l border-line',
      )}
    >
      {children}
    </th>
  )
}

/** Fields that differ, and the content always: it is what one came to see. */
function differingParts(before: ComparedTexts, after: ComparedTexts) {
  const parts: { heading: string; rows: ComparisonRow[] }[] = []
  for (const [name, heading] of fields) {
    const [old, fresh] = [before[name], after[name]]
    if (old === undefined || fresh === undefined) continue
    const rows = compareTexts(old, fresh)
    if (name === 'content' || rows.some((row) => row.kind !== 'same')) parts.push({ heading, rows })
  }
  return parts
}

function sentenceOf(changes: number): string {
  if (changes === 0) return 'The wording is the same in both.'
  return changes === 1 ? 'One paragraph differs.' : `${changes} paragraphs differ.`
}

type ComparedParagraphsProps = {
  heading: string
  rows: ComparisonRow[]
  labels: [before: string, after: string]
}

/** One field of the compared texts; long unchanged stretches are folded away. */
function ComparedParagraphs({ heading, rows, labels }: ComparedParagraphsProps) {
  const stretches = useMemo(() => foldUnchanged(rows), [rows])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  return (
    <tbody className="@max-lg:block">
      <tr className="border-b border-line bg-sunken @max-lg:block">
        <th
          scope="rowgroup"
          colSpan={2}
          className="px-4 py-1.5 text-start text-xs font-medium text-muted @max-lg:block @lg:px-5"
        >
          {heading}
        </th>
      </tr>
      {stretches.map((stretch, place) =>
        stretch.folded && !opened.has(place) ? (
          <FoldedRow
            key={stretch.from}
            count={stretch.rows.length}
            onOpen={() => setOpened(new Set(opened).add(place))}
          />
        ) : (
          stretch.rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- paragraphs never move
            <ComparedRow key={stretch.from + index} row={row} labels={labels} />
          ))
        ),
      )}
    </tbody>
  )
}

function FoldedRow({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <tr className="@max-lg:block">
      <td colSpan={2} className="p-0 @max-lg:block">
        <button
          type="button"
          onClick={onOpen}
          className="flex w-full items-center gap-2 px-4 py-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 @lg:px-5"
        >
          <UnfoldVertical className="size-4 shrink-0" aria-hidden="true" />
          Show {count} unchanged paragraphs
        </button>
      </td>
    </tr>
  )
}

type ComparedRowProps = { row: ComparisonRow; labels: ComparedParagraphsProps['labels'] }

function ComparedRow({ row, labels }: ComparedRowProps) {
  if (row.kind === 'same') {
    return (
      <tr className="@max-lg:block">
        <td className={cellClasses('text-muted')}>
          <Written text={row.text} />
        </td>
        <td className={cellClasses('border-line text-muted @max-lg:hidden @lg:border-l')}>
          <Written text={row.text} />
        </td>
      </tr>
    )
  }
  return (
    <tr className="@max-lg:block">
      <Side tone="removed" label={labels[0]} segments={row.before} />
      <Side tone="added" label={labels[1]} segments={row.after} />
    </tr>
  )
}

type SideProps = { tone: 'removed' | 'added'; label: string; segments: Segment[] | null }

function Side({ tone, label, segments }: SideProps) {
  const removed = tone === 'removed'
  const edge = removed ? '' : 'border-line @lg:border-l'
  if (!segments) {
    return (
      <td className={cellClasses(classes(edge, 'bg-sunken/60 @max-lg:hidden'))}>
        <span className="sr-only">Nothing</span>
      </td>
    )
  }
  return (
    <td
      className={cellClasses(classes(edge, removed ? 'bg-danger-soft/55' : 'bg-success-soft/60'))}
    >
      <span className="mb-0.5 block text-xs text-muted @lg:hidden">{label}</span>
      {segments.map((segment, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- segments never move
        <MarkedText key={place} tone={tone} segment={segment} isWhole={segments.length === 1} />
      ))}
    </td>
  )
}

type MarkedTextProps = { tone: SideProps['tone']; segment: Segment; isWhole: boolean }

/** A paragraph that only one side has needs no marks within it. */
function MarkedText({ tone, segment, isWhole }: MarkedTextProps) {
  if (!segment.changed) return <Written text={segment.text} />
  const Mark = tone === 'removed' ? 'del' : 'ins'
  return (
    <Mark
      className={
        isWhole
          ? 'no-underline'
          : classes(
              '-mx-0.5 rounded-sm box-decoration-clone px-0.5',
              tone === 'removed'
                ? 'bg-danger-line/60 text-danger decoration-danger/60'
                : 'bg-success-line/70 text-success decoration-success/60 underline-offset-3',
            )
      }
    >
      <Written text={segment.text} />
    </Mark>
  )
}

/** The source of a text, its pictures as such. */
function Written({ text }: { text: string }) {
  if (!PICTURE.test(text)) return text
  // Between two pictures stand the words and the name of the first.
  const parts = text.split(PICTURE)
  return parts.map((part, at) => {
    if (at % 3 === 1) return null
    const named = at % 3 === 2 ? pictureNamed(part) : null
    // oxlint-disable-next-line react/no-array-index-key -- parts never move
    return named ? <ComparedPicture key={at} named={named} words={parts[at - 1]!} /> : part
  })
}

function ComparedPicture({ named, words }: { named: NamedPicture; words: string }) {
  return (
    <span className="my-1 grid max-w-64 justify-items-start gap-1">
      <PicturePlate named={named} words={words} />
      {words && <span>“{words}”</span>}
    </span>
  )
}

const cellClasses = (own: string) =>
  classes('px-4 py-2 align-top text-sm wrap-break-word @max-lg:block @lg:px-5', own)
