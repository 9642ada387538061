import type { AuditorView } from '@frontdesk/contract/auditor-links'
import { INVALID_AUDITOR_LINK } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import '#web/ui/print-sheet.css'
import { auditorTextQuery, auditorViewQuery } from './auditor-links.api.ts'
import { ObligationList, RecordList, Results, type WhichText } from './auditor-tables.tsx'
import './watermark.css'

/** What an auditor's link shows to whoever has it: read only, and marked with for whom and when. */
export function AuditorPage() {
  usePageTitle('Evidence')
  // What stands behind the # was sent to no server.
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, refetch } = useQuery({ ...auditorViewQuery(token), enabled: token !== '' })
  if (token === '' || error) {
    const isOver = token === '' || (error instanceof ApiError && error.status === 404)
    return (
      <AuthFrame title="Evidence">
        {isOver ? (
          <ErrorPanel>{INVALID_AUDITOR_LINK}</ErrorPanel>
        ) : (
          <ErrorPanel title="This link could not be opened" onRetry={() => void refetch()}>
            {messageOf(error, 'Please try again.')}
          </ErrorPanel>
        )}
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
  return <Evidence key={token} token={token} view={data} />
}

function Evidence({ token, view }: { token: string; view: AuditorView }) {
  const [text, setText] = useState<WhichText | null>(null)
  const mark = `For ${view.name} · ${formatDateTime(view.opened_at)}`
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
          <div data-print="no">
            <Button variant="secondary" icon={Printer} onClick={() => globalThis.print()}>
              Print
            </Button>
          </div>
        </div>
        <Scope view={view} mark={mark} />
      </header>
      {text ? (
        <ExactText token={token} which={text} onBack={() => setText(null)} />
      ) : (
        <>
          <RecordList token={token} view={view} onText={setText} />
          <ObligationList token={token} view={view} />
          {(view.user_id !== null || view.item_id !== null) && <Results token={token} />}
        </>
      )}
    </main>
  )
}

/** What may be read here, until when, and that it is written down. */
function Scope({ view, mark }: { view: AuditorView; mark: string }) {
  const { user_name: person, item_title: item, from, to, ends_at: end } = view
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {person !== null && <Fact name="Person">{person}</Fact>}
        {item !== null && <Fact name="Item">{item}</Fact>}
        {from !== null && to !== null && (
          <Fact name="Range">
            {formatDate(from)} to {formatDate(new Date(Date.parse(to) - 1).toISOString())}
          </Fact>
        )}
        <Fact name="Made for">{mark.replace(/^For /, '')}</Fact>
        <Fact name="Can be read until">{formatDateTime(end)}</Fact>
      </dl>
      <p className="max-w-[72ch] text-sm text-muted">
        Read only. Nothing beyond this scope is shown, and each look is written into the audit
        trail.
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

type ExactTextProps = { token: string; which: WhichText; onBack: () => void }

function ExactText({ token, which, onBack }: ExactTextProps) {
  const { data, error, refetch } = useQuery(auditorTextQuery(token, which))
  return (
    <div>
      <div data-print="no" className="mb-5">
        <Button variant="secondary" size="sm" icon={ArrowLeft} onClick={onBack}>
          Back to the records
        </Button>
      </div>
      {error && (
        <ErrorPanel title="Failed to load the text" onRetry={() => void refetch()}>
          {messageOf(error, 'Please try again.')}
        </ErrorPanel>
      )}
      {!data && !error && (
        <div aria-busy="true">
          <SkeletonLines lines={8} />
        </div>
      )}
      {data && (
        <Section
          title={data.title}
          description={`Version ${data.version}, written ${formatDateTime(data.created_at)}`}
        >
          <p className="mb-5 font-mono text-xs wrap-anywhere text-muted">
            SHA-256 {data.content_sha256}
          </p>
          <Markdown source={data.content} fallback={<SkeletonLines lines={8} />} />
        </Section>
      )}
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
