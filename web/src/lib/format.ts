/**
 * Written by hand, as `Intl` writes them in US English: its formats take a slow phone some 20 ms each to make, and
 * every first screen needs three.
 */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 21, 2026` in the reader's time zone; empty for what isn't a time. */
export const formatDate = (iso: string | null | undefined): string => written(iso, dateOf)

/** `Nov 21, 2026, 9:05 AM` in the reader's time zone; empty for what isn't a time. */
export const formatDateTime = (iso: string | null | undefined): string =>
  written(iso, (moment) => `${dateOf(moment)}, ${timeOf(moment)}`)

/** `9:05 AM` in the reader's time zone; empty for what isn't a time. */
export const formatTime = (iso: string | null | undefined): string => written(iso, timeOf)

function written(iso: string | null | undefined, write: (moment: Date) => string): string {
  const moment = new Date(iso ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? '' : write(moment)
}

const dateOf = (moment: Date) =>
  `${MONTHS[moment.getMonth()]!} ${moment.getDate()}, ${moment.getFullYear()}`

function timeOf(moment: Date): string {
  const [hours, minutes] = [moment.getHours(), moment.getMinutes()]
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** `312`; `more than 10,000` where the server counted no further. */
export const countText = (total: number, more = false): string =>
  more ? `more than ${total.toLocaleString('en-US')}` : String(total)

const relativeSteps: [unit: string, seconds: number][] = [
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
    if (Math.abs(seconds) >= length) return relativeTo(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}

function relativeTo(count: number, unit: string): string {
  if (unit === 'day' && Math.abs(count) === 1) return count < 0 ? 'yesterday' : 'tomorrow'
  const units = `${Math.abs(count)} ${unit}${Math.abs(count) === 1 ? '' : 's'}`
  return count < 0 ? `${units} ago` : `in ${units}`
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

/** A sentence with a stop at its end, so that another can follow. */
export const fullStop = (sentence: string): string =>
  /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
