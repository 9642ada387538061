/** What makes texts of moments, by time zone and form. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as text, in the words of English and by the clock of a time zone. Making a format takes a
 * hundred times what using it does, and memory that is slow to come back: mails of thousands share theirs.
 */
export function dateText(
  moment: string | Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const key = `${timeZone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone })
  formats.set(key, format)
  return format.format(new Date(moment))
}

/** Its day, such as “Monday, November 23”. */
export const dayText = (moment: string | Date, timeZone: string): string =>
  dateText(moment, timeZone, { weekday: 'long', month: 'long', day: 'numeric' })
