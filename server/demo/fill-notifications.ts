import { sql } from 'kysely'
import type { Db } from '../src/db/connect.ts'
import { itemFactsFrom } from '../src/db/item-facts.ts'
import { insertMentions } from '../src/features/notifications/notifications.queries.ts'

/** So long ago everything was read. */
const READ_AFTER = sql`interval '4 days'`

/**
 * What everybody was told in the last weeks: what was asked of them, who called on them, and what came of
 * it. Only the last days are unread, and none of it is mailed again at the first start.
 */
export async function fillNotifications(db: Db): Promise<void> {
  await sql`
    select tell_of_obligations(array(
      select id from obligations where closed_at is null and opens_at > now() - interval '60 days'
        and opens_at <= now()
    ))
  `.execute(db)
  await sql`
    update notifications as told set created_at = asked.opens_at
    from obligations as asked where asked.id = told.obligation_id
  `.execute(db)
  await tellOfMessages(db)
  await sql`
    insert into notifications (user_id, kind, source, facts, created_at)
    select done.user_id, 'result', 'certificate-of:' || done.id, jsonb_build_object(
      'about', 'completed', 'title', done.title, 'score', done.score
    ) || ${itemFactsFrom(sql`false`, { id: 'tests.id', training: 'tests.training_id' })}, done.completed_at
    from certificates as done
    join tests on tests.id = done.test_id
    join users on users.id = done.user_id and users.status = 'active'
    where done.completed_at > now() - interval '60 days'
  `.execute(db)
  await sql`
    update notifications set mail = 'left_out', push = 'left_out',
      read_at = case
        when created_at < now() - ${READ_AFTER} then created_at + interval '3 hours' else read_at
      end
  `.execute(db)
  // Of what has waited for long, the newest few are still to be read.
  await sql`
    update notifications set read_at = null
    where id in (
      select id from (
        select told.id, row_number() over (partition by told.user_id order by told.created_at desc) as place
        from notifications as told join obligations as asked on asked.id = told.obligation_id
        where asked.closed_at is null
      ) as newest where place <= 2
    )
  `.execute(db)
}

/** Mentions stand where they were said; who has read on there has read them. */
async function tellOfMessages(db: Db): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from chat_messages where created_at > now() - interval '60 days' and deleted_at is null
  `.execute(db)
  await insertMentions(
    db,
    rows.map(({ id }) => id),
  )
  await sql`
    update notifications as told set created_at = message.created_at,
      read_at = case when member.read_number >= message.number then message.created_at end
    from chat_messages as message, chat_members as member
    where message.id = told.message_id
      and member.chat_id = told.chat_id and member.user_id = told.user_id
  `.execute(db)
}
