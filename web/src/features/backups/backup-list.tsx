import { BackUpNow } from './back-up-now.tsx'
import type { Backup } from '@frontdesk/contract/backups'
import { useQuery } from '@tanstack/react-query'
import { Archive, Check, CircleAlert, Clock, LoaderCircle } from 'lucide-react'
import { roughSize } from '#web/lib/files.ts'
import { useCursorStack } from '#web/lib/paging.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CursorPager } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { LoadState } from '#web/ui/error-panel.tsx'
import { DateTime } from '#web/ui/times.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { backupsQuery } from './backups.api.ts'

/** Backups, newest first, and the way to another one. */
export function BackupList() {
  const stack = useCursorStack('')
  const { data: answer, error, refetch } = useQuery(backupsQuery(stack.cursor))
  if (error && !answer)
    return <LoadState of={{ data: answer, error, refetch }} failure="Failed to load the backups" />
  if (!answer) return <SkeletonLines lines={6} />
  const isUnderWay = answer.data.some(({ state }) => state === 'waiting' || state === 'running')
  const button = <BackUpNow isUnderWay={isUnderWay} />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={Archive} title="No backup yet" action={button}>
        The first one takes a minute or so.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <div>{button}</div>
      <ul aria-label="Backups" className="grid gap-2" aria-live="polite">
        {answer.data.map((backup) => (
          <BackupRow key={backup.id} backup={backup} />
        ))}
      </ul>
      <CursorPager stack={stack} answer={answer} />
    </div>
  )
}

const STATES = {
  waiting: { tone: 'neutral', icon: Clock, word: 'Waiting' },
  running: { tone: 'accent', icon: LoaderCircle, word: 'Under way' },
  done: { tone: 'success', icon: Check, word: 'Done' },
  failed: { tone: 'danger', icon: CircleAlert, word: 'Failed' },
} as const

function BackupRow({ backup }: { backup: Backup }) {
  const { tone, icon, word } = STATES[backup.state]
  const isVerified = backup.verified_at !== null
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <DateTime iso={backup.ended_at ?? backup.asked_at} className="font-medium" />
        <Badge tone={tone} icon={icon}>
          {isVerified ? 'Done and verified' : word}
        </Badge>
      </div>
      <p className="mt-1 text-sm wrap-anywhere text-muted">{wordsOf(backup)}</p>
      {backup.problem && <p className="mt-1 text-sm wrap-anywhere text-danger">{backup.problem}</p>}
    </li>
  )
}

function wordsOf(backup: Backup): string {
  const { state, step, cause, asked_by_name: name } = backup
  if (state === 'running') return step ? `${step}.` : 'Beginning.'
  const by =
    cause === 'clock'
      ? 'by the clock'
      : cause === 'command'
        ? 'from the command line'
        : `asked for by ${name ?? 'somebody'}`
  if (state !== 'done') return `${by[0]!.toUpperCase()}${by.slice(1)}.`
  const took = secondsOf(backup)
  const files = backup.files === 1 ? '1 file' : `${backup.files ?? 0} files`
  const size = `${roughSize(backup.bytes ?? 0)}, ${files}, in ${took}, ${by}`
  if (backup.removed_at) return `${size}. It has made room for newer ones.`
  return `${size}. ${backup.name} in ${backup.place}.`
}

function secondsOf({ started_at: from, ended_at: to }: Backup): string {
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000) || 0
  if (seconds < 2) return 'a second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}
