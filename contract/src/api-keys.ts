import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, paging, requiredLine, time, timeInput } from './fields.ts'
import { KEY_DAYS, KEY_PREFIX, SCOPES } from './scopes.ts'

/** At most so many of one person are good at a time. */
export const MOST_KEYS = 50

export const Scope = z.enum(SCOPES, { error: 'There is no such scope' })

export const ApiKeyState = z
  .enum(['open', 'ended', 'revoked', 'owner_gone'])
  .describe('`ended`: its time is over. `owner_gone`: its owner was deactivated or deleted.')
export type ApiKeyState = z.infer<typeof ApiKeyState>

/** A key by which a program calls in its owner’s name. */
export const ApiKey = z.object({
  id,
  name: z.string(),
  begins: z.string().describe(`How the key begins, such as \`${KEY_PREFIX}3kTz8mQ1xYw5_\`.`),
  scopes: z.array(z.string()),
  state: ApiKeyState,
  owner_id: id,
  owner_name: z.string(),
  created_at: time,
  expires_at: time,
  ended_at: time.nullable().describe('Where it ended before its time.'),
  last_used_at: time.nullable().describe('To the minute.'),
  last_used_ip: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export const apiKeyEndpoints = {
  listApiKeys: endpoint({
    method: 'GET',
    path: '/admin/api-keys',
    access: 'admin',
    summary:
      'Everybody’s API keys, those that are over too, newest first; never the keys themselves.',
    query: z.object(paging),
    response: z.array(ApiKey),
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/admin/api-keys',
    access: 'admin',
    fresh: true,
    summary: `Makes a key for the caller, who is told by mail. It is good for ${KEY_DAYS.most} days at most, and told only here.`,
    body: z.object({
      name: requiredLine(100, 'Please say what it is for'),
      scopes: z
        .array(Scope, { error: 'Please choose what it may do' })
        .min(1, 'Please choose what it may do')
        .max(SCOPES.length),
      expires_at: timeInput.optional().describe(`Left out: in ${KEY_DAYS.usual} days.`),
    }),
    response: ApiKey.extend({ key: z.string() }),
    status: 201,
  }),
  revokeApiKey: endpoint({
    method: 'POST',
    path: '/admin/api-keys/:id/revoke',
    access: 'admin',
    summary: 'Ends a key at once, for good. Its owner is told by mail.',
    params: byId,
    response: ApiKey,
  }),
}
