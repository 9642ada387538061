import type { ChatCard } from '@frontdesk/contract/chat'
import { ITEMS, itemPath } from '@frontdesk/contract/items'
import { canEditProcesses, canEditTrainings } from '@frontdesk/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import type { SignedIn } from '../../http/caller.ts'
import { notFound, unprocessable } from '../../http/errors.ts'

const CARDS = ['policy', 'process', 'training', 'document'] as const
type CardType = (typeof CARDS)[number]

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const PATHS = CARDS.map((type) => ITEMS[type].path)
const LINK = new RegExp(`^(https?://[^/\\s]+)?(${PATHS.join('|')})(${UUID})/?$`, 'i')

/** A path of the web app, or its whole address; null for what leads elsewhere, or to what has no card. */
function readLink(link: string, isOurs: IsOurs): { type: CardType; id: string } | null {
  const [, origin, path, id] = LINK.exec(link) ?? []
  if (origin !== undefined && !isOurs(origin)) return null
  const type = CARDS.find((one) => ITEMS[one].path === path?.toLowerCase())
  return type && id ? { type, id: id.toLowerCase() } : null
}

/** The path that stands for an item in a message. */
export const linkOf = ({ type, id }: { type: CardType; id: string }) => itemPath(type, id)

/** Whether an origin, such as `https://desk.example.com`, is where people open this installation. */
type IsOurs = (origin: string) => boolean

/**
 * What links lead to, and where the reader stands with it; what they may not open, and what lies elsewhere, is
 * left out.
 */
export async function findCards(
  db: Db,
  reader: SignedIn,
  { links, isOurs }: { links: string[]; isOurs: IsOurs },
): Promise<ChatCard[]> {
  const wanted = links.flatMap((link) => {
    const target = readLink(link, isOurs)
    return target ? [{ link, ...target }] : []
  })
  if (wanted.length === 0) return []
  const idsOf = (type: CardType) =>
    wanted.filter((target) => target.type === type).map(({ id }) => id)
  const { rows } = await sql<{ type: CardType; id: string; title: string; state: string }>`
    select 'policy' as type, policies.id, text.title,
      case
        when exists (
          select from pending_policies as pending
          where pending.policy_id = policies.id and pending.user_id = ${reader.id}
        ) then 'Acknowledgement required'
        when exists (
          select from policy_acknowledgments as record
          where record.policy_id = policies.id and record.user_id = ${reader.id}
        ) then 'You have acknowledged it'
        else ''
      end as state
    from policies
    join policy_versions as text
      on text.policy_id = policies.id and text.version = policies.current_version
    where policies.deleted_at is null and policies.id = any(${idsOf('policy')}::uuid[])
    union all
    select 'process', id, title,
      case status when 'draft' then 'Draft' when 'inactive' then 'Not in use' else (
        select case count(*) when 1 then '1 step' else count(*) || ' steps' end
        from process_steps where process_id = processes.id
      ) end
    from processes
    where deleted_at is null and (status = 'active' or ${canEditProcesses(reader)})
      and id = any(${idsOf('process')}::uuid[])
    union all
    select 'training', id, title,
      case
        when archived_at is not null then 'Archived'
        when exists (
          select from pending_tests as pending
          where pending.training_id = trainings.id and pending.user_id = ${reader.id}
        ) then 'Required of you'
        else ''
      end
    from trainings
    where (archived_at is null or ${canEditTrainings(reader)})
      and id = any(${idsOf('training')}::uuid[])
    union all
    select 'document', id, title, upper(file_type)
    from documents where deleted_at is null and id = any(${idsOf('document')}::uuid[])
  `.execute(db)
  const found = new Map(rows.map((row) => [`${row.type} ${row.id}`, row]))
  return wanted.flatMap(({ link, type, id }) => {
    const row = found.get(`${type} ${id}`)
    return row ? [{ ...row, link, path: linkOf({ type, id }) }] : []
  })
}

/**
 * Who answers for an item: who last saved it, who wrote it, else the admin who has been there longest;
 * never the person who asks.
 * @throws AppError 404 for what the person may not open, 422 where there is nobody to ask
 */
export async function answersFor(
  db: Db,
  asker: SignedIn,
  item: { type: 'policy' | 'process' | 'training'; id: string },
): Promise<{ id: string }> {
  const [card] = await findCards(db, asker, { links: [linkOf(item)], isOurs: () => false })
  if (!card) throw notFound(`${ITEMS[item.type].label} not found`)
  const { rows } = await sql<{ id: string }>`
    select users.id from users
    left join ${sql.table(ITEMS[item.type].all)} as item on item.id = ${item.id}
    where users.status = 'active' and users.id <> ${asker.id}
      and (users.id in (item.last_updated_by, item.created_by) or users.role = 'admin')
    order by users.id is not distinct from item.last_updated_by desc,
      users.id is not distinct from item.created_by desc, users.created_at, users.id
    limit 1
  `.execute(db)
  if (rows[0]) return rows[0]
  throw unprocessable('nobody_to_ask', 'There is nobody else who answers for this')
}
