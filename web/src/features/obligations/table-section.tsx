import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveAs } from '#web/lib/files.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'

type Line = (string | number)[]

type TableSectionProps = {
  title: string
  description?: ReactNode
  /** Names the CSV; without the ending. */
  file: string
  /** All that the section shows, the headers first. */
  lines: () => Line[]
  children: ReactNode
}

/** A table or a picture of the overview, with its numbers as CSV. */
export function TableSection({ title, description, file, lines, children }: TableSectionProps) {
  // Excel takes a file without the mark for another encoding.
  const save = () =>
    saveAs(new Blob([`\uFEFF${csvOf(lines())}`], { type: 'text/csv;charset=utf-8' }), `${file}.csv`)
  return (
    <Section
      title={title}
      description={description}
      actions={
        <Button variant="ghost" size="sm" icon={Download} onClick={save}>
          CSV<span className="sr-only"> of {title.toLowerCase()}</span>
        </Button>
      }
    >
      {children}
    </Section>
  )
}

/** A cell that a spreadsheet would take for a formula is kept as text, as the server's files have it. */
const cellOf = (value: string | number) => {
  const text =
    typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A small table that is on screen, as CSV. */
export const csvOf = (lines: Line[]): string =>
  lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
