import { pictureNamed, type NamedPicture } from '@frontdesk/contract/picture-names'
import { UnfoldVertical } from 'lucide-react'
import { useMemo, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { PicturePlate } from '#web/ui/text-pictures.tsx'
import { PICTURE, type ComparisonRow, type Segment } from './compare-texts.ts'
import { foldUnchanged } from './fold-unchanged.ts'

type ComparedParagraphsProps = {
  heading: string
  rows: ComparisonRow[]
  labels: [before: string, after: string]
}

/** One field of the compared texts; long unchanged stretches are folded away. */
export function ComparedParagraphs({ heading, rows, labels }: ComparedParagraphsProps) {
  const stretches = useMemo(() => foldUnchanged(rows), [rows])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  return (
    <tbody className="max-sm:block">
      <tr className="border-b border-line bg-sunken max-sm:block">
        <th
          scope="rowgroup"
          colSpan={2}
          className="px-4 py-1.5 text-start text-xs font-medium text-muted max-sm:block sm:px-5"
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
    <tr className="max-sm:block">
      <td colSpan={2} className="p-0 max-sm:block">
        <button
          type="button"
          onClick={onOpen}
          className="flex w-full items-center gap-2 px-4 py-2 text-sm text-muted transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 sm:px-5"
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
      <tr className="max-sm:block">
        <td className={cellClasses('text-muted')}>
          <Written text={row.text} />
        </td>
        <td className={cellClasses('border-line text-muted max-sm:hidden sm:border-l')}>
          <Written text={row.text} />
        </td>
      </tr>
    )
  }
  return (
    <tr className="max-sm:block">
      <Side tone="removed" label={labels[0]} segments={row.before} />
      <Side tone="added" label={labels[1]} segments={row.after} />
    </tr>
  )
}

type SideProps = { tone: 'removed' | 'added'; label: string; segments: Segment[] | null }

function Side({ tone, label, segments }: SideProps) {
  const removed = tone === 'removed'
  const edge = removed ? '' : 'border-line sm:border-l'
  if (!segments) {
    return (
      <td className={cellClasses(classes(edge, 'bg-sunken/60 max-sm:hidden'))}>
        <span className="sr-only">Nothing</span>
      </td>
    )
  }
  return (
    <td
      className={cellClasses(classes(edge, removed ? 'bg-danger-soft/55' : 'bg-success-soft/60'))}
    >
      <span className="mb-0.5 block text-xs text-muted sm:hidden">{label}</span>
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
  classes('px-4 py-2 align-top text-sm wrap-break-word max-sm:block sm:px-5', own)
