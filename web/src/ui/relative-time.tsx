import { useEffect, useState } from 'react'
import { formatDateTime, formatRelative } from '#web/lib/format.ts'

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

function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
