import type { AuditorView } from '@frontdesk/contract/auditor-links'
import { INVALID_AUDITOR_LINK } from '@frontdesk/contract/constants'
import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { saveAs } from '#web/lib/files.ts'
import { formatDayIn, formatMomentIn } from '#web/lib/format.ts'
import { PictureSource, textPictureQuery } from '#web/lib/text-pictures.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import '#web/ui/print-sheet.css'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import {
  addressFrom,
  auditorCheckQuery,
  auditorRecordsQuery,
  auditorTextQuery,
  auditorViewQuery,
  fetchAuditorPicture,
  hashOf,
  type WhichText,
} from './auditor-links.api.ts'
import { ObligationList, RecordList, Results } from './auditor-tables.tsx'
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

type ExactTextProps = { token: string; which: WhichText; zone: string }

/** What somebody acknowledged, word for word, at an address of its own. */
function ExactText({ token, which, zone }: ExactTextProps) {
  const { data, error, refetch } = useQuery(auditorTextQuery(token, which))
  return (
    <div>
      <p data-print="no" className="mb-5">
        <Link
          to="/auditor"
          hash={hashOf(token)}
          className="inline-flex items-center gap-2 py-1 font-medium text-accent underline-offset-2 hover:underline"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to the records
        </Link>
      </p>
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
      {data && <Words token={token} text={data} zone={zone} isPage />}
    </div>
  )
}

/** The texts of all records that are shown, behind them on paper. */
function PrintedTexts({ token, zone }: { token: string; zone: string }) {
  const texts = useQueries({
    queries: useShownTexts(token).map((which) => auditorTextQuery(token, which)),
  })
  return (
    <div className="hidden print:block">
      {texts.map(
        ({ data }) =>
          data && (
            <div key={`${data.policy_id}/${data.version}`} className="mt-8">
              <Words token={token} text={data} zone={zone} />
            </div>
          ),
      )}
    </div>
  )
}

/** Whether all that are to be printed have come, with their pictures. */
function useTextsAreThere(token: string, isWanted: boolean): boolean {
  const shown = useShownTexts(token)
  const texts = useQueries({
    queries: shown.map((which) => ({ ...auditorTextQuery(token, which), enabled: isWanted })),
  })
  const pictures = useQueries({
    queries: texts.flatMap(({ data }, at) =>
      picturesNamedIn(data?.content ?? '').map((name) => ({
        ...textPictureQuery(name, fetchAuditorPicture(token, shown[at]!)),
        enabled: isWanted,
      })),
    ),
  })
  return !isWanted || [...texts, ...pictures].every(({ isPending }) => !isPending)
}

/** Each once, in the order of the records. */
function useShownTexts(token: string): WhichText[] {
  const { data } = useInfiniteQuery(auditorRecordsQuery(token))
  const records = data?.pages.flatMap((page) => page.records) ?? []
  const named = records.map(
    ({ policy_id, version_acknowledged: version }) =>
      [`${policy_id}/${version}`, { policy_id, version }] as const,
  )
  return [...new Map(named).values()]
}

type Text = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof auditorTextQuery>['queryFn']>>>
>

type WordsProps = { token: string; text: Text; zone: string; isPage?: boolean }

/** As a page of its own it begins at its heading, for whoever reads by keyboard or ear. */
function Words({ token, text, zone, isPage = false }: WordsProps) {
  const { policy_id, version } = text
  const pictures = useMemo(
    () => fetchAuditorPicture(token, { policy_id, version }),
    [token, policy_id, version],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isPage) heading.current?.focus()
  }, [isPage])
  return (
    <section>
      <h2 ref={heading} tabIndex={isPage ? -1 : undefined} className="text-xl font-semibold">
        {text.title}
      </h2>
      <p className="mt-0.5 text-muted">
        Version {text.version}, written {formatMomentIn(text.created_at, zone)}
      </p>
      <p className="mt-3 font-mono text-xs wrap-anywhere text-muted">
        SHA-256 {text.content_sha256}
      </p>
      {isPage && <SaveHashed text={text} />}
      <div className="mt-5">
        <PictureSource value={pictures}>
          <Markdown source={text.content} fallback={<SkeletonLines lines={8} />} />
        </PictureSource>
      </div>
    </section>
  )
}

/** What is read above is drawn; the hash is of the title, a line feed and the text as they were written. */
function SaveHashed({ text }: { text: Text }) {
  const name = `policy-version-${text.version}.txt`
  return (
    <div
      data-print="no"
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted"
    >
      <Button
        variant="secondary"
        size="sm"
        icon={Download}
        onClick={() => saveAs(new Blob([`${text.title}\n${text.content}`]), name)}
      >
        Save What Was Hashed
      </Button>
      <p>
        Its SHA-256 is the one above: <code className="font-mono text-xs">sha256sum {name}</code>
      </p>
    </div>
  )
}
