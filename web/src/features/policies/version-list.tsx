import type { PolicyVersion } from '@frontdesk/contract/policies'
import { BellRing } from 'lucide-react'
import { formatDateTime } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ChosenVersions } from './chosen-versions.ts'

type VersionListProps = {
  versions: PolicyVersion[]
  chosen: ChosenVersions | null
  onShow: (version: PolicyVersion) => void
}

/** All versions, newest first; pressing one shows what it changed. */
export function VersionList({ versions, chosen, onShow }: VersionListProps) {
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
