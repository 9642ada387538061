import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** What somebody is told on their devices while the app is closed. */
export interface PushMessage {
  title: string
  body: string
  /** Where a click leads, in this app: `/policies/…`. */
  path: string
  /** What is told later under the same tag takes the place of what was told before. */
  tag: string
}

/** Some 1.5 KB at most, of the 4 KB that push services take. */
const LONGEST = { title: 120, body: 240 }

/**
 * Queues pushes in the caller's transaction: they are sent if the change happens, and not otherwise. A few
 * statements however many they are; whoever is told on no device costs nothing.
 */
export async function queuePushes(
  db: Db,
  pushes: { userId: string; title: string; body: string; path: string; tag: string }[],
): Promise<void> {
  if (pushes.length === 0) return
  const rows = pushes.map(({ userId, title, body, path, tag }) => ({
    user_id: userId,
    message: { title: cut(title, LONGEST.title), body: cut(body, LONGEST.body), path, tag },
  }))
  const job = pushJob({ id: sql`subscription.id`, message: sql`message` })
  await sql`
    select count(${job})
    from json_to_recordset(${JSON.stringify(rows)}) as push (user_id uuid, message json)
    join sessions using (user_id)
    join push_subscriptions as subscription on session_id = sessions.id
    where expires_at > now()
  `.execute(db)
}

/** Queues one for one device; also again, later. */
export async function queuePush(
  db: Db,
  push: { subscriptionId: string; message: PushMessage; attempt?: number; delaySeconds?: number },
): Promise<void> {
  const { subscriptionId: id, message, attempt, delaySeconds } = push
  const job = pushJob({
    id: sql`${id}::uuid`,
    message: sql`${JSON.stringify(message)}::json`,
    attempt,
    delaySeconds,
  })
  await sql`select ${job}`.execute(db)
}

/** Two queues: a push service that doesn't answer holds up half of the workers, and mail goes on. */
const pushJob = (push: {
  id: RawBuilder<unknown>
  message: RawBuilder<unknown>
  attempt?: number
  delaySeconds?: number
}) => sql`graphile_worker.add_job(
  'send_push',
  json_build_object(
    'subscription_id', ${push.id}, 'message', ${push.message}, 'attempt', ${push.attempt ?? 1}::int
  ),
  queue_name => 'push:' || (hashtext((${push.id})::text) & 1),
  job_key => 'push:' || ${push.id} || ':' || md5(${push.message} ->> 'tag'),
  run_at => now() + ${push.delaySeconds ?? 0} * interval '1 second',
  max_attempts => 25
)`

/** By characters as people count them, so that none is cut in two. */
function cut(text: string, longest: number): string {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`
}
