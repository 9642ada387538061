import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { messageOf } from '#web/lib/api-error.ts'
import { saveAs } from '#web/lib/files.ts'
import { formatMomentIn } from '#web/lib/format.ts'
import { PictureSource, textPictureQuery } from '#web/lib/text-picture-query.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Markdown } from '#web/ui/markdown.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { hashOf, type WhichText } from './auditor-address.ts'
import { auditorRecordsQuery, auditorTextQuery, fetchAuditorPicture } from './auditor-links.api.ts'

type ExactTextProps = { token: string; which: WhichText; zone: string }

/** What somebody acknowledged, word for word, at an address of its own. */
export function ExactText({ token, which, zone }: ExactTextProps) {
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
export function PrintedTexts({ token, zone }: { token: string; zone: string }) {
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
export function useTextsAreThere(token: string, isWanted: boolean): boolean {
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
