export interface Retention {
  daily: number
  weekly: number
  monthly: number
}

/**
 * Which backups stay: of the last so many days, weeks and months that have any, the newest of each. The newest of all
 * always does.
 * @param times when each was made
 * @returns the places in `times` of those that may go
 */
export function findExpired(
  times: readonly Date[],
  { daily, weekly, monthly }: Retention,
  timeZone: string,
): number[] {
  const newestFirst = times
    .map((time, at) => ({ at, day: dayOf(time, timeZone), time }))
    .toSorted((one, other) => other.time.getTime() - one.time.getTime())
  const kept = new Set<number>()
  if (newestFirst[0]) kept.add(newestFirst[0].at)
  const keepNewestOf = (period: (day: string) => string, most: number) => {
    const seen = new Set<string>()
    for (const { at, day } of newestFirst) {
      const name = period(day)
      if (seen.has(name)) continue
      if (seen.size === most) return
      seen.add(name)
      kept.add(at)
    }
  }
  keepNewestOf((day) => day, daily)
  keepNewestOf(mondayOf, weekly)
  keepNewestOf((day) => day.slice(0, 7), monthly)
  return newestFirst.map(({ at }) => at).filter((at) => !kept.has(at))
}

/** Such as `2026-11-25`; Swedes write days that way. */
const dayOf = (time: Date, timeZone: string) => time.toLocaleDateString('sv-SE', { timeZone })

/** The day on which a day's week began. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}
