const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** `Nov 21, 2026` in the reader's time zone; empty for what isn't a time. */
export function formatDate(iso: string | null | undefined): string {
  return formatWith(date, iso)
}

/** `Nov 21, 2026, 9:05 AM` in the reader's time zone; empty for what isn't a time. */
export function formatDateTime(iso: string | null | undefined): string {
  return formatWith(dateTime, iso)
}

/** `9:05 AM` in the reader's time zone; empty for what isn't a time. */
export function formatTime(iso: string | null | undefined): string {
  return formatWith(time, iso)
}

function formatWith(format: Intl.DateTimeFormat, iso: string | null | undefined): string {
  const moment = new Date(iso ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? '' : format.format(moment)
}

const relativeSteps: [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `5 minutes ago`, `yesterday`, `in 3 days`; a date beyond a week, where counting stops helping. */
export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = (new Date(iso).getTime() - now) / 1000
  if (Number.isNaN(seconds)) return ''
  if (Math.abs(seconds) >= 7 * 86_400) return formatDate(iso)
  for (const [unit, length] of relativeSteps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}

/** Minutes as `45 min`, `2 h` or `1 h 15 min`. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes)
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** `Nov 21, 2026` by the calendar of a place, such as the brokerage's. */
export function formatDayIn(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(iso))
}

/** `Nov 21, 2026, 9:05 AM EST` by the clock of a place, which it names. */
export function formatMomentIn(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso))
}

/** `1 job has`, `1,204 jobs have`. */
export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
