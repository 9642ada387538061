import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, time } from './fields.ts'

/** A browser in which somebody is told of things while the app is closed. */
export const PushDevice = z.object({
  id,
  browser: z.string().describe('What people call it, such as `Firefox on Windows`.'),
  current: z.boolean().describe('Whether it is the one that asks, by its session.'),
  created_at: time,
  last_used_at: time.nullable().describe('When a push service last took something for it.'),
})
export type PushDevice = z.infer<typeof PushDevice>

const base64url = (length: number) =>
  z
    .string()
    .refine(
      (value) => /^[\w-]+={0,2}$/.test(value) && bytesIn(value) === length,
      'This is not a key of a browser',
    )

const bytesIn = (value: string) => Math.floor((value.replace(/=+$/, '').length * 3) / 4)

/** As `PushSubscription.toJSON()` of a browser gives it. */
const subscription = z.object({
  endpoint: z.string().max(1500, 'This is not the address of a push service'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
})

export const pushEndpoints = {
  pushKey: endpoint({
    method: 'GET',
    path: '/push/key',
    access: 'user',
    summary: 'The public key by which browsers know pushes of this installation.',
    response: z.object({
      public_key: z.string().describe('base64url, for `applicationServerKey`.'),
    }),
  }),
  listPushDevices: endpoint({
    method: 'GET',
    path: '/push/subscriptions',
    access: 'user',
    summary: 'The browsers in which the caller is told of things while the app is closed.',
    response: z.array(PushDevice),
  }),
  addPushDevice: endpoint({
    method: 'POST',
    path: '/push/subscriptions',
    access: 'user',
    summary:
      'Tells the caller in this browser for as long as the session lasts; in the place of what the session had before. 422 for an address that is no push service’s.',
    body: subscription,
    response: PushDevice,
    status: 201,
  }),
  removePushDevice: endpoint({
    method: 'DELETE',
    path: '/push/subscriptions/:id',
    access: 'user',
    summary: 'Tells the caller in that browser no more.',
    params: byId,
  }),
  tryPushDevice: endpoint({
    method: 'POST',
    path: '/push/subscriptions/:id/try',
    access: 'user',
    summary: 'Sends something to one of the caller’s browsers, to see whether it comes.',
    params: byId,
    ownRecord: 'it goes to nobody but the caller, and says nothing',
  }),
}
