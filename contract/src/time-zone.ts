import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'

const isTimeZone = (zone: string) =>
  zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone)

/** By whose clock somebody is reminded. */
export const OwnTimeZone = z.object({
  time_zone: z
    .string()
    .nullable()
    .describe('A name of IANA, such as `America/New_York`; null: the brokerage’s.'),
  brokerage_time_zone: z.string(),
})
export type OwnTimeZone = z.infer<typeof OwnTimeZone>

export const timeZoneEndpoints = {
  getTimeZone: endpoint({
    method: 'GET',
    path: '/users/me/time-zone',
    access: 'user',
    summary: 'By whose clock the person is reminded of what is due.',
    response: OwnTimeZone,
  }),
  changeTimeZone: endpoint({
    method: 'PUT',
    path: '/users/me/time-zone',
    access: 'user',
    summary: 'Changes it; null goes by the clock of the brokerage.',
    body: z.object({
      time_zone: line(64).refine(isTimeZone, 'Please choose a time zone from the list').nullable(),
    }),
    response: OwnTimeZone,
  }),
}
