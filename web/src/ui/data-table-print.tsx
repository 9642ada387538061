import { Printer } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { PrintHead } from '#web/lib/page-title.ts'
import { type LoadPage, loadWhole } from '#web/lib/paging.ts'
import { Button } from './button.tsx'
import type { HeadColumn } from './data-table-head.tsx'
import { isPrintKey } from './print-button.tsx'
import './print-sheet.css'
import { toast } from './toast.tsx'

/** More would be a book: the export is for those. */
const MOST_ROWS = 5000

type PrintableProps<Row> = {
  caption: string
  columns: (HeadColumn & { cell: (row: Row) => ReactNode })[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Of a list that comes in pages: all of them are printed, not only the page on screen. */
  loadPage?: LoadPage<Row>
}

type Printed<Row> = { rows: Row[]; at: string; narrowed: string }

const printedNow = <Row,>(rows: Row[]): Printed<Row> => ({
  rows,
  at: new Date().toISOString(),
  narrowed: narrowedBy(),
})

/** What narrows the list, in the words that stand on screen; empty where nothing does. */
function narrowedBy(): string {
  const words = [...globalThis.document.querySelectorAll<HTMLElement>('[data-narrows]')].map(
    (place) => {
      const isChoice = place instanceof HTMLSelectElement
      if (!isChoice && !(place instanceof HTMLInputElement)) return place.textContent
      const value = isChoice && place.value !== '' ? place.selectedOptions[0]?.text : place.value
      return value && `${place.getAttribute('aria-label')}: ${value}`
    },
  )
  return words.filter(Boolean).join(' · ')
}

/** The table as it goes to paper, by its button, by Ctrl-P, or by the browser's own menu. */
export function PrintableTable<Row>(props: PrintableProps<Row>) {
  const { rows, loadPage } = props
  const [printed, setPrinted] = useState<Printed<Row> | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  const print = async () => {
    setIsLoading(true)
    try {
      const all = loadPage ? await loadWhole(loadPage, MOST_ROWS) : rows
      // At once: the browser takes what stands there when it is asked.
      flushSync(() => setPrinted(printedNow(all)))
      const pictures = globalThis.document.querySelectorAll<HTMLImageElement>('.printed-table img')
      await Promise.allSettled([...pictures].map(async (picture) => picture.decode()))
      globalThis.print()
    } catch (error) {
      toast.error(failureOf(error, 'Failed to print'))
    } finally {
      setIsLoading(false)
    }
  }
  const hearShortcut = useEffectEvent((press: KeyboardEvent) => {
    if (!isPrintKey(press) || !loadPage) return
    press.preventDefault()
    if (!isLoading) void print()
  })
  const showRows = useEffectEvent(() => {
    // Within a page that goes to paper whole, the table that stands there does, too.
    if (printed !== null || place.current?.closest('[data-print=sheet]')) return
    flushSync(() => setPrinted(printedNow(rows)))
  })
  useEffect(() => {
    const hear = (press: KeyboardEvent) => hearShortcut(press)
    const before = () => showRows()
    const after = () => setPrinted(null)
    globalThis.addEventListener('keydown', hear)
    globalThis.addEventListener('beforeprint', before)
    globalThis.addEventListener('afterprint', after)
    return () => {
      globalThis.removeEventListener('keydown', hear)
      globalThis.removeEventListener('beforeprint', before)
      globalThis.removeEventListener('afterprint', after)
    }
  }, [])

  return (
    <div ref={place} data-print="no">
      {loadPage && rows.length > 0 && (
        <div className="mt-2 flex justify-end">
          <Button
            variant="ghost"
            size="sm"
            icon={Printer}
            busy={isLoading}
            onClick={() => void print()}
          >
            Print
          </Button>
        </div>
      )}
      {printed && createPortal(<Sheet {...props} {...printed} />, globalThis.document.body)}
    </div>
  )
}

/** Headers, rows and nothing to press, under the letterhead. */
function Sheet<Row>(props: PrintableProps<Row> & Printed<Row>) {
  const { caption, columns, rows, rowKey, at, narrowed } = props
  const shown = columns.filter(({ actions }) => !actions)
  return (
    <section data-print="sheet" aria-hidden="true" className="printed-table hidden print:block">
      <header>
        {useContext(PrintHead)}
        <h1 className="mt-4 text-xl font-semibold">{caption}</h1>
        <p className="mb-3 text-sm text-muted">
          {rows.length === 1 ? '1 row' : `${rows.length} rows`}
          {rows.length === MOST_ROWS && ', and no more of them on paper'} · printed{' '}
          {formatDateTime(at)}
          {narrowed !== '' && <span className="block">{narrowed}</span>}
        </p>
      </header>
      <table className="w-full border-collapse text-start text-xs">
        <thead>
          <tr className="border-b-2 border-line-strong">
            {shown.map(({ key, header, align }) => (
              <th
                key={key}
                scope="col"
                className={align === 'end' ? 'p-1.5 text-end' : 'p-1.5 text-start'}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-line align-top">
              {shown.map(({ key, cell, align }) => (
                <td key={key} className={align === 'end' ? 'p-1.5 text-end' : 'p-1.5'}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
