import type { AuditorView } from '@frontdesk/contract/auditor-links'
import { INVALID_AUDITOR_LINK } from '@frontdesk/contract/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatDayIn, formatMomentIn } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import '#web/ui/print-sheet.css'
import { addressFrom, type WhichText } from './auditor-address.ts'
import { auditorCheckQuery, auditorViewQuery } from './auditor-links.api.ts'
import { ObligationList, RecordList, Results } from './auditor-tables.tsx'
import { ExactText, PrintedTexts, useTextsAreThere } from './auditor-texts.tsx'
import './watermark.css'

const ENDED = (
  <AuthFrame title="Evidence">
    <ErrorPanel>{INVALID_AUDITOR_LINK}</ErrorPanel>
  </AuthFrame>
)

/** What an auditor's link shows to whoever has it: read only, and marked with for whom and when. */
export function AuditorPage() {
  usePageTitle('Evidence')
  // What stands behind the # was sent to no server.
  const { token, text } = addressFrom(useLocation({ select: ({ hash }) => hash }))
  const client = useQueryClient()
  const [ended, setEnded] = useState<string | null>(null)
  const isOver = token === '' || ended === token
  // What it had shown goes with it, from the memory of the browser too.
  const end = () => setEnded(token)
  useEffect(() => {
    if (isOver) client.removeQueries({ queryKey: ['auditor'] })
  }, [isOver, client])
  return isOver ? ENDED : <Opened key={token} token={token} text={text} onEnd={end} />
}

type OpenedProps = { token: string; text: WhichText | null; onEnd: () => void }

function Opened({ token, text, onEnd }: OpenedProps) {
  const { data, error, refetch } = useQuery(auditorViewQuery(token))
  const check = useQuery({ ...auditorCheckQuery(token), enabled: data !== undefined })
  const isRefused = [error, check.error].some(
    (failure) => failure instanceof ApiError && failure.status === 404,
  )
  const tellEnd = useEffectEvent(onEnd)
  useEffect(() => {
    if (isRefused) tellEnd()
  }, [isRefused])
  if (isRefused) return ENDED
  if (error) {
    return (
      <AuthFrame title="Evidence">
        <ErrorPanel title="This link could not be opened" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      </AuthFrame>
    )
  }
  if (!data) {
    return (
      <AuthFrame title="Evidence">
        <div aria-busy="true">
          <SkeletonLines lines={5} />
        </div>
      </AuthFrame>
    )
  }
  return <Evidence token={token} text={text} view={data} />
}

type EvidenceProps = { token: string; text: WhichText | null; view: AuditorView }

function Evidence({ token, text, view }: EvidenceProps) {
  const [withTexts, setWithTexts] = useState(false)
  const isReady = useTextsAreThere(token, withTexts && !text)
  const zone = view.time_zone
  const mark = `For ${view.name} · ${formatMomentIn(view.opened_at, zone)}`
  return (
    <main
      data-print="sheet"
      className="mx-auto grid max-w-6xl gap-10 px-(--page-gutter) py-8 sm:py-12 print:block print:*:mb-8"
    >
      <Watermark text={`${view.brokerage_name} · ${mark}`} />
      <header className="grid gap-5">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <p className="font-medium text-muted">{view.brokerage_name}</p>
            <h1 className="text-2xl font-semibold tracking-[-0.03em] sm:text-3xl">Evidence</h1>
          </div>
          <div data-print="no" className="flex flex-wrap items-center gap-x-5 gap-y-3">
            {!text && (
              <Checkbox
                label="With the exact texts"
                checked={withTexts}
                onChange={(event) => setWithTexts(event.target.checked)}
              />
            )}
            <Button
              variant="secondary"
              icon={Printer}
              busy={!isReady}
              onClick={() => globalThis.print()}
            >
              Print
            </Button>
          </div>
        </div>
        <Scope view={view} mark={mark} />
      </header>
      {text ? (
        <ExactText token={token} which={text} zone={zone} />
      ) : (
        <>
          <RecordList token={token} view={view} />
          <ObligationList token={token} view={view} />
          {(view.user_id !== null || view.item_id !== null) && (
            <Results token={token} zone={zone} />
          )}
          {withTexts && <PrintedTexts token={token} zone={zone} />}
        </>
      )}
    </main>
  )
}

/** What may be read here, until when, and that it is written down. */
function Scope({ view, mark }: { view: AuditorView; mark: string }) {
  const { user_name: person, item_title: item, from, to, ends_at: end, time_zone: zone } = view
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {person !== null && <Fact name="Person">{person}</Fact>}
        {item !== null && <Fact name="Item">{item}</Fact>}
        {from !== null && to !== null && (
          <Fact name="Range">
            {formatDayIn(from, zone)} to{' '}
            {formatDayIn(new Date(Date.parse(to) - 1).toISOString(), zone)}
          </Fact>
        )}
        <Fact name="Made for">{mark.replace(/^For /, '')}</Fact>
        <Fact name="Can be read until">{formatMomentIn(end, zone)}</Fact>
      </dl>
      <p className="max-w-[72ch] text-sm text-muted">
        Read only. Nothing beyond this scope is shown, and each look is written into the audit
        trail. All days and times are by the brokerage’s clock, {zone.replaceAll('_', ' ')}.
        {!view.includes_origin &&
          ' Addresses and browsers of those who acknowledged are left out; the hash of a record covers them too.'}
      </p>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

/** As many as cover a large screen; what is said once aloud stands in the page's head. */
const MARKS = Array.from({ length: 40 }, (_, index) => index)

function Watermark({ text }: { text: string }) {
  return (
    <div aria-hidden="true" className="watermark">
      {MARKS.map((mark) => (
        <span key={mark} data-text={text} />
      ))}
    </div>
  )
}
