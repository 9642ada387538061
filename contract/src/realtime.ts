import { z } from 'zod'

/** Frames that a browser sends to `/api/v1/chat/ws`; the first must be `auth`, within 5 seconds. */
export const ClientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('auth'),
    token: z.string().max(200),
    /** For how many milliseconds the page has shown something: what went stale meanwhile is told at once. */
    shown_ms: z.number().min(0).optional(),
  }),
])
export type ClientFrame = z.infer<typeof ClientFrame>

/** Names of things that a browser may hold and should ask for again. */
export type StaleKey =
  | 'me'
  | 'policies'
  | 'acknowledgments'
  | 'obligations'
  | 'teams'
  | 'processes'
  | 'process_runs'
  | 'documents'
  | 'settings'
  | 'billing'
  | 'users'
  | 'invitations'
  | 'mails'
  | 'trainings'
  | 'tests'
  | 'attempts'

/** Frames that the server sends. They carry names of stale data, never the data. */
export type ServerFrame =
  | { type: 'ready' }
  | { type: 'invalidate'; keys: StaleKey[] }
  | { type: 'error'; error: string; code: string }
