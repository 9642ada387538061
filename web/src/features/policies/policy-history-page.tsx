import type { PolicyVersion } from '@frontdesk/contract/policies'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { useRef } from 'react'
import { TextComparison } from '#web/features/editing/text-comparison.tsx'
import { isUnknown } from '#web/lib/api-error.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { textOf, useSearchParams } from '#web/lib/search-params.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadState } from '#web/ui/error-panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { ArchivedNotice, toArchived } from './archived-policy.tsx'
import { policyQuery, versionsQuery } from './policies.api.ts'
import { PolicyMissing } from './policy-loading.tsx'

export function PolicyHistoryPage() {
  const { id } = useParams({ from: '/shell/policies/$id/history' })
  const policy = useQuery(policyQuery(id))
  const isArchived = isUnknown(policy.error)
  const { data: versions, error, refetch } = useQuery(versionsQuery(id))
  const title = policy.data?.data.title ?? versions?.[0]?.title
  usePageTitle(title && `Versions of ${title}`)
  if (isUnknown(error))
    return <PolicyMissing id={id} error={error!} onRetry={() => void refetch()} />
  // Whether it is archived is known with the policy: nothing moves down later.
  const isReady = versions !== undefined && !policy.isPending
  return (
    <>
      <PageHeader
        title="Versions"
        description={title ?? '\u00A0'}
        back={isArchived ? toArchived : { to: `/policies/${id}`, label: 'Back to the policy' }}
      />
      {isArchived && title !== undefined && (
        <div className="mb-8">
          <ArchivedNotice policy={{ id, title }} />
        </div>
      )}
      {isReady && <PolicyHistory versions={versions} />}
      {!isReady && !error && (
        <div aria-busy="true" className="max-w-md">
          <SkeletonLines lines={6} />
        </div>
      )}
      <LoadState of={{ data: versions, error, refetch }} failure="Failed to load the versions" />
    </>
  )
}

function PolicyHistory({ versions }: { versions: PolicyVersion[] }) {
  const { params, change } = useSearchParams(readChoice)
  const comparison = useRef<HTMLDivElement>(null)
  const chosen = chooseVersions(versions, params)

  /** Shows what a version changed; on a phone the comparison is below the list. */
  const show = (version: PolicyVersion) => {
    change({ from: String(version.version - 1), to: String(version.version) })
    comparison.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[19rem_minmax(0,1fr)]">
      <VersionList versions={versions} chosen={chosen} onShow={show} />
      <div ref={comparison} className="min-w-0 scroll-mt-24">
        {chosen ? (
          <VersionComparison
            versions={versions}
            chosen={chosen}
            onChoose={(from, to) => change({ from: String(from), to: String(to) })}
          />
        ) : (
          <p className="text-muted">
            This is the only version so far. Once the title or the content changes, both texts can
            be compared here.
          </p>
        )}
      </div>
    </div>
  )
}

type VersionListProps = {
  versions: PolicyVersion[]
  chosen: ChosenVersions | null
  onShow: (version: PolicyVersion) => void
}

/** All versions, newest first; pressing one shows what it changed. */
function VersionList({ versions, chosen, onShow }: VersionListProps) {
  return (
    <ol
      aria-label="Versions, newest first"
      className="h-fit overflow-hidden rounded-lg border border-line bg-surface"
    >
      {versions.map((version, place) => (
        <li
          key={version.version}
          className={classes(
            'relative border-line px-4 py-3.5 not-last:border-b',
            chosen?.to === version && 'bg-accent-soft',
          )}
        >
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="font-semibold tabular-nums">
              {version.version > 1 && chosen ? (
                <button
                  type="button"
                  aria-pressed={chosen.to === version}
                  title={`Show what version ${version.version} changed`}
                  onClick={() => onShow(version)}
                  className="row-link rounded-sm"
                >
                  Version {version.version}
                </button>
              ) : (
                `Version ${version.version}`
              )}
            </h2>
            {place === 0 && <span className="text-sm text-muted">current</span>}
          </div>
          <VersionFacts version={version} />
        </li>
      ))}
    </ol>
  )
}

function VersionFacts({ version }: { version: PolicyVersion }) {
  return (
    <>
      <p className="mt-0.5 text-sm text-muted tabular-nums">
        <time dateTime={version.created_at}>{formatDateTime(version.created_at)}</time>
        {version.created_by_name && ` by ${version.created_by_name}`}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        {version.material && version.version > 1 ? (
          <Badge tone="accent" icon={BellRing}>
            Asked everyone again
          </Badge>
        ) : (
          <Badge>{version.version === 1 ? 'First published' : 'Didn’t ask again'}</Badge>
        )}
        <code
          title={`SHA-256 of the title and content: ${version.content_sha256}`}
          className="font-mono text-xs text-muted"
        >
          <span className="sr-only">SHA-256 begins with </span>
          {version.content_sha256.slice(0, 12)}
        </code>
      </div>
    </>
  )
}

type VersionComparisonProps = {
  versions: PolicyVersion[]
  chosen: ChosenVersions
  onChoose: (from: number, to: number) => void
}

/** Any two versions side by side. */
function VersionComparison({ versions, chosen, onChoose }: VersionComparisonProps) {
  const { from, to } = chosen
  return (
    <section aria-label="Comparison" className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 sm:max-w-md">
        <VersionSelect
          label="Compare"
          versions={versions}
          value={from.version}
          onChange={(version) => onChoose(version, to.version)}
        />
        <VersionSelect
          label="with"
          versions={versions}
          value={to.version}
          onChange={(version) => onChoose(from.version, version)}
        />
      </div>
      <TextComparison
        key={`${from.version}-${to.version}`}
        caption={`Version ${from.version} beside version ${to.version}`}
        before={{ label: `Version ${from.version}`, title: from.title, content: from.content }}
        after={{ label: `Version ${to.version}`, title: to.title, content: to.content }}
      />
    </section>
  )
}

type VersionSelectProps = {
  label: string
  versions: PolicyVersion[]
  value: number
  onChange: (version: number) => void
}

function VersionSelect({ label, versions, value, onChange }: VersionSelectProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            Version {version}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type VersionChoice = { from: string; to: string }
type ChosenVersions = { from: PolicyVersion; to: PolicyVersion }

function readChoice(raw: Record<string, unknown>): VersionChoice {
  return { from: textOf(raw.from), to: textOf(raw.to) }
}

/** The two versions to compare, the newest two unless the address says otherwise; null for one. */
function chooseVersions(versions: PolicyVersion[], choice: VersionChoice): ChosenVersions | null {
  const find = (text: string) => versions.find((one) => String(one.version) === text)
  const to = find(choice.to) ?? versions[0]
  const from = find(choice.from) ?? versions[1]
  return from && to ? { from, to } : null
}
