import type { Attention, System } from '@frontdesk/contract/system'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { BackUpNow } from '#web/features/backups/back-up-now.tsx'
import { classes } from '#web/ui/classes.ts'
import { PathLink } from '#web/ui/path-link.tsx'
import { wordsFor } from './attention-words.ts'

type AttentionListProps = { attention: Attention[]; backup: System['backup'] }

/** What somebody should look at, each with the place where it is mended. */
export function AttentionList({ attention, backup }: AttentionListProps) {
  return (
    <section aria-labelledby="attention">
      <h3 id="attention" className="mb-3 font-semibold">
        What needs attention
      </h3>
      <div aria-live="polite">
        {attention.length === 0 ? (
          <p className="flex items-center gap-3 rounded-lg border border-success-line bg-success-soft px-4 py-3">
            <CircleCheck className="size-4.5 shrink-0 text-success" aria-hidden="true" />
            Nothing. Everything works as it should.
          </p>
        ) : (
          <ul
            aria-labelledby="attention"
            className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
          >
            {attention.map((one) => (
              <AttentionRow key={one.about} one={one} isUnderWay={backup.under_way} />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function AttentionRow({ one, isUnderWay }: { one: Attention; isUnderWay: boolean }) {
  const { sentence, advice, place } = wordsFor(one)
  const Icon = one.urgent ? CircleAlert : TriangleAlert
  const isOfBackup = one.about === 'no_backup' || one.about === 'backup_failed'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pr-3 pl-4">
      <div className="flex min-w-[min(17rem,100%)] grow basis-0 items-start gap-3">
        <Icon
          className={classes(
            'mt-[0.15em] size-4.5 shrink-0',
            one.urgent ? 'text-danger' : 'text-warning',
          )}
          aria-hidden="true"
        />
        <div className="min-w-0 wrap-anywhere">
          <p className="font-medium">
            {one.urgent && <span className="sr-only">Urgent: </span>}
            {sentence}
          </p>
          {advice && <p className="text-sm text-muted">{advice}</p>}
        </div>
      </div>
      {(place ?? isOfBackup) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 max-sm:pl-[1.9rem]">
          {place && <PlaceLink {...place} />}
          {isOfBackup && <BackUpNow isUnderWay={isUnderWay} size="sm" />}
        </div>
      )}
    </li>
  )
}

const LINK =
  'inline-flex min-h-8 items-center text-sm font-medium text-accent underline underline-offset-3 hover:decoration-2'

function PlaceLink({ label, to }: { label: string; to: string }) {
  return to.startsWith('#') ? (
    <a href={to} className={LINK}>
      {label}
    </a>
  ) : (
    <PathLink to={to} className={LINK}>
      {label}
    </PathLink>
  )
}
