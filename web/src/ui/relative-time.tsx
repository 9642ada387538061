import { useEffect, useState } from 'react'
import { formatDate, formatDateTime, formatRelative, formatTime } from '#web/lib/format.ts'

type RelativeTimeProps = { iso: string | null | undefined; className?: string }

export function RelativeTime({ iso, className }: RelativeTimeProps) {
  const now = useMinute()
  if (!iso) return null
  return (
    <time dateTime={iso} title={formatDateTime(iso)} className={className}>
      {formatRelative(iso, now)}
    </time>
  )
}

/** A moment in a table: where the column is narrow, the time stands below the date. */
export function DateTime({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} className={className}>
      <span className="whitespace-nowrap">{formatDate(iso)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(iso)}</span>
    </time>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
