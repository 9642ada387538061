const two = (value: number) => String(value).padStart(2, '0')

/** The last second of a day such as `2026-11-30`, in the person's own time zone, with its offset. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const minutes = -new Date(year, month - 1, date, 23, 59, 59).getTimezoneOffset()
  const offset = `${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${day}T23:59:59${minutes < 0 ? '-' : '+'}${offset}`
}

/**
 * `Nov 30, 2026 at 11:59 PM, Pacific Standard Time`: the moment of `endOfDay` as the person's own clock
 * says it; empty for no day.
 */
export function dueMoment(day: string): string {
  if (day === '') return ''
  const moment = new Date(endOfDay(day))
  const said = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', options).formatToParts(moment)
  const zone = said({ timeZoneName: 'long' }).find(({ type }) => type === 'timeZoneName')?.value
  const [date, time] = [said({ dateStyle: 'medium' }), said({ timeStyle: 'short' })].map((parts) =>
    parts.map(({ value }) => value).join(''),
  )
  return `${date} at ${time}, ${zone ?? ''}`
}

/** The day of a moment in the person's own time zone, as a date input takes it. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

/** A moment as an input of date and time takes it, such as `2026-11-30T09:00`, in the person's own time zone. */
export function clockOf(moment: Date): string {
  return `${dayOf(moment)}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The last moment of a day such as `2026-11-30` in a time zone such as `America/New_York`. */
export function endOfDayIn(day: string, timeZone: string): string {
  const wall = Date.parse(`${day}T23:59:59Z`)
  // The zone's offset then may differ from that of the first guess by a change of clocks.
  const guess = wall - offsetOf(wall, timeZone)
  return new Date(wall - offsetOf(guess, timeZone)).toISOString()
}

/** By how many milliseconds the zone's clocks were ahead of UTC at a moment. */
function offsetOf(moment: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1000) * 1000
}

/** The day that it is in a time zone, as a date input takes it. */
export const todayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date())
