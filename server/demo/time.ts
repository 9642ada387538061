const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A moment of the day so many days before now (negative: to come), in ISO 8601. `hour` may have a
 * fraction. What is past today is past now.
 */
export function daysAgo(days: number, hour = 9.5): string {
  const moment = new Date(Date.now() - Math.floor(days) * DAY_MS)
  moment.setUTCHours(Math.floor(hour), Math.round((hour % 1) * 60), Math.round(hour * 977) % 60, 0)
  const latest = days >= 0 ? Date.now() - 60_000 : Infinity
  return new Date(Math.min(moment.getTime(), latest)).toISOString()
}
