import { useMemo } from 'react'
import { classes } from '#web/ui/classes.ts'
import { compareTexts, type ComparisonRow } from './compare-texts.ts'
import { ComparedParagraphs } from './compared-paragraphs.tsx'

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
    <div className="overflow-hidden rounded-lg border border-line bg-surface">
      <p className="border-b border-line px-4 py-2.5 text-sm text-muted sm:px-5">
        {sentenceOf(changes)}
      </p>
      {parts.length > 0 && (
        <table className="w-full table-fixed border-collapse text-start max-sm:block">
          <caption className="sr-only">{caption}</caption>
          <thead className="max-sm:sr-only">
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
