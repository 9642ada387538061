import { sized } from './size.ts'
import { tellTimes } from './promises.ts'

/** Of so many people all are in one matrix, and are promised. */
const PROMISED = 1000
const DAY = 86_400_000

/**
 * The matrix of everybody by 200 items, now and on past days.
 * @param timesOf milliseconds that the server says an address took, of so many looks
 */
export async function measureMatrix(
  people: number,
  timesOf: (path: string, looks: number) => Promise<number[]>,
): Promise<void> {
  if (people > PROMISED) return
  for (const days of [0, 1, 100, 400]) {
    const asOf = days === 0 ? '' : `?as_of=${new Date(Date.now() - days * DAY).toISOString()}`
    const times = await timesOf(`/admin/matrix${asOf}`, sized(20, 2))
    tellTimes(days === 0 ? 'matrix' : `matrix as of ${days} days ago`, times, 300)
  }
}
