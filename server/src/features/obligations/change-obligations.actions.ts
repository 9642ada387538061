import type { ObligationFilter } from '@frontdesk/contract/obligations'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { itemFactsFrom } from '../../db/item-facts.ts'
import type { Origin, SignedIn } from '../../http/caller.ts'
import { unprocessable } from '../../http/errors.ts'
import { byKey } from '../../platform/audit.ts'
import type { AuditAction } from '../../platform/audit-actions.ts'
import { publish } from '../../platform/publish.ts'
import { rememberUndo, type UndoableCall, type UndoData } from '../../platform/undo.ts'
import { brokerageName, findSettings } from '../settings/settings.queries.ts'
import { movedMail, remindedMail, waivedMail } from './obligation-mails.ts'
import type { Scope } from './look.queries.ts'
import { chosenObligations } from './obligations.queries.ts'
import { STALE } from './settle-backlog.actions.ts'

type Call = { db: Db; actor: SignedIn; origin: Origin }

/** Those chosen by hand, or all that a list's parameters find. */
export interface Chosen {
  ids?: string[]
  filter?: ObligationFilter
}

/** What somebody is told of, in one mail for all that was done at once. */
interface Told {
  call: Call
  ids: string[]
  action: AuditAction
  /** What the trail says of each, and the mail of all. */
  details: Record<string, unknown>
  what: keyof typeof MAILS
}

/** Who was reminded so lately is not told again: a button pressed twice sends one mail. */
const JUST_NOW = '1 minute'

/**
 * Reminds people of what is open, one mail each, and returns of how many obligations they were reminded, now or
 * a moment ago.
 */
export async function remindOf(call: Call, chosen: Chosen, scope: Scope): Promise<number> {
  const found = await chosenObligations(call.db, chosen, scope)
  // Of two who do so at once, the second waits, and sees what the first has done.
  const { rows } = await sql<{ id: string; told: boolean }>`
    with open as materialized (
      select id, coalesce(reminded_at > now() - ${JUST_NOW}::interval, false) as told from obligations
      where id in (${found.ids}) and closed_at is null and opens_at <= now()
      order by id for update
    ), reminded as (
      update obligations set reminded_at = now()
      where id in (select id from open where not told)
    )
    select id, told from open
  `.execute(call.db)
  const ids = rows.filter(({ told }) => !told).map(({ id }) => id)
  await tell({ call, ids, action: 'obligation.reminded', details: {}, what: 'reminded' })
  return rows.length
}

/** Holds those whose obligations fit until the transaction ends, always in one order. */
export async function holdPeopleOf(db: Db, fits: RawBuilder<unknown>): Promise<void> {
  await sql`
    select from users where id in (select user_id from obligations where ${fits})
    order by id for no key update
  `.execute(db)
}

/** To when, and from when where only what is due then is meant; null: what has no date. */
export interface Move {
  to: string
  from?: string | null
}

/**
 * Moves due dates of single obligations and returns of how many.
 * @throws AppError 422 where that moment is over: nobody is made late
 */
export async function moveDueDates(
  call: Call & UndoableCall,
  chosen: Chosen,
  { to, from }: Move,
): Promise<number> {
  const due = new Date(to).toISOString()
  if (Date.parse(due) < Date.now()) {
    const sentence = 'Please choose a moment that is still to come'
    throw unprocessable('is_over', sentence, { due_at: sentence })
  }
  const found = await chosenObligations(call.db, chosen, 'all')
  const isMeant =
    from === undefined ? sql`true` : sql`due_at is not distinct from ${from}::timestamptz`
  // Whatever changes an obligation holds its person: of two who move the same, the second sees what the first did.
  await holdPeopleOf(call.db, sql`id in (${found.ids})`)
  const { rows: before } = await sql<UndoData['moved']['rows'][number]>`
    select id, due_at::text, due_set_at::text, moved_at::text from obligations
    where id in (${found.ids}) and closed_at is null
      and opens_at <= ${due} and due_at is distinct from ${due} and ${isMeant}
  `.execute(call.db)
  const { rows } = await sql<{ id: string; at: string }>`
    select id, now()::text as at
    from move_obligations(${before.map(({ id }) => id)}::uuid[], ${due}) as id
  `.execute(call.db)
  const ids = rows.map(({ id }) => id)
  const moved = new Set(ids)
  await rememberUndo(call, 'moved', {
    at: rows[0]?.at ?? '',
    rows: before.filter(({ id }) => moved.has(id)),
  })
  const details = { due_at: due }
  await tell({ call, ids, action: 'obligation.moved', details, what: 'moved' })
  return ids.length
}

/** Lets people off until it is ended, and returns of how many obligations. */
export async function waive(
  call: Call & UndoableCall,
  chosen: Chosen,
  reason: string,
): Promise<number> {
  const { db, actor } = call
  const found = await chosenObligations(db, chosen, 'all')
  // Whatever changes what is asked of somebody holds their row: what they meet meanwhile needs no waiver.
  await holdPeopleOf(db, sql`id in (${found.ids})`)
  // Of two who do so at once, one does.
  const { rows } = await sql<{ id: string; waiver: string }>`
    with chosen as materialized (
      select id, kind, user_id, item_id from obligations
      where id in (${found.ids}) and opens_at <= now()
    ), waived as (
      insert into waivers (id, policy_id, test_id, user_id, reason, waived_by)
      select new_uuid(), case kind when 'policy' then item_id end, case kind when 'test' then item_id end,
        user_id, ${reason}, ${actor.id}
      from chosen order by user_id, item_id
      on conflict (user_id, item_id) where ended_at is null do nothing
      returning id as waiver, user_id, item_id
    )
    select chosen.id, waiver from chosen join waived using (user_id, item_id)
  `.execute(db)
  const ids = rows.map(({ id }) => id)
  await rememberUndo(
    call,
    'waived',
    rows.map(({ waiver }) => waiver),
  )
  await tell({ call, ids, action: 'obligation.waived', details: { reason }, what: 'waived' })
  return ids.length
}

/** Ends the waivers that closed these obligations; what they waived is asked for again. */
export async function endWaivers(call: Call, ids: string[]): Promise<number> {
  const ended = await endWaiversOf(
    call,
    sql`id in (
      select evidence from obligations where id = any(${ids}::uuid[]) and closed_as = 'waived'
    )`,
  )
  await recordEach(call, ended, 'obligation.waiver_ended', {})
  await publish(call.db, { keys: STALE })
  return ended.length
}

/** Ends those waivers in force that fit, and returns which obligations they had closed. */
export async function endWaiversOf(
  { db, actor }: Call,
  fits: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with ended as (
      update waivers set ended_at = now(), ended_by = ${actor.id}
      where ended_at is null and ${fits}
      returning id
    )
    select obligations.id from obligations join ended on ended.id = obligations.evidence
    where closed_as = 'waived'
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes, notifies and mails what was done with each. */
export async function tell({ call, ids, action, details, what }: Told): Promise<void> {
  if (ids.length === 0) return
  await recordEach(call, ids, action, details)
  await notifyEach(call, ids, what, details)
  await mailEach(call, ids, what, details)
  await publish(call.db, { keys: STALE })
}

/** One line of the trail for each, in one statement however many there are. */
export async function recordEach(
  { db, actor, origin }: Call,
  ids: string[],
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> {
  await sql`
    insert into audit_events
      (id, actor_id, actor_name, action, item_type, item_id, item_title, details, ip, user_agent, request_id)
    select new_uuid(), ${actor.id}, ${actor.name}, ${action},
      case when test.training_id is null then obligation.kind else 'training' end,
      coalesce(test.training_id, obligation.item_id), coalesce(text.title, test.title),
      ${JSON.stringify({ ...details, ...byKey(origin) })}::jsonb
        || jsonb_build_object('obligation_id', obligation.id, 'user_id', person.id, 'user_name', person.name),
      ${origin.ip}, ${origin.userAgent}, ${origin.requestId}
    from obligations as obligation
    join users as person on person.id = obligation.user_id
    left join policies as policy on policy.id = obligation.item_id
    left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
    left join tests as test on test.id = obligation.item_id
    where obligation.id = any(${ids}::uuid[])
  `.execute(db)
}

const MAILS = { reminded: remindedMail, moved: movedMail, waived: waivedMail }

/** Whether a mail by hand comes: with the choice of what is due soon. */
const IS_MAILED = sql`coalesce((
  select mail from notification_choices as choice
  where choice.user_id = person.id and choice.kind = 'due_soon'
), default_mail_choice('due_soon')) <> 'off'`

/** In the list of each person; by mail it goes below, in the words of whoever did it. */
async function notifyEach(
  { db, actor }: Call,
  ids: string[],
  what: Told['what'],
  { reason = null }: Record<string, unknown>,
): Promise<void> {
  await sql`
    with written as (
      insert into notifications (user_id, kind, source, facts, obligation_id, mail)
      select person.id, 'due_soon', ${what} || ':' || obligation.id || ':' || ${uuidv7()},
        jsonb_build_object(
          'about', 'by_hand', 'by', ${actor.name}::text, 'what', ${what}::text,
          'reason', ${reason}::text, 'due_at', obligation.due_at,
          'title', coalesce(text.title, test.title)
        ) || ${itemFactsFrom(sql`test.id is null`, { id: 'obligation.item_id', training: 'test.training_id' })},
        obligation.id, case when ${IS_MAILED} then 'sent' else 'left_out' end
      from obligations as obligation
      join users as person on person.id = obligation.user_id and person.status = 'active'
      left join policies as policy on policy.id = obligation.item_id
      left join policy_versions as text on text.policy_id = policy.id and text.version = policy.current_version
      left join tests as test on test.id = obligation.item_id
      where obligation.id = any(${ids}::uuid[])
      order by person.id, obligation.id
      returning user_id
    )
    select announce_notifications(array_agg(user_id)) from written
  `.execute(db)
}

/** One mail for each person, with all that it is about. */
async function mailEach(
  { db, actor }: Call,
  ids: string[],
  what: Told['what'],
  details: Record<string, unknown>,
): Promise<void> {
  const brokerage = brokerageName(await findSettings(db))
  const data = { by: actor.name, obligation_ids: [], ...details }
  const kind = MAILS[what]
  const { subject } = kind.write({ brokerage, address: '', url: '' }, { ...data, items: [] })
  await sql`
    with written as (
      insert into mails (id, kind, to_email, subject, data, user_id)
      select new_uuid(), ${kind.name}, person.email, ${subject},
        ${JSON.stringify(data)}::jsonb || jsonb_build_object('obligation_ids', jsonb_agg(obligation.id)),
        person.id
      from obligations as obligation join users as person on person.id = obligation.user_id
      where obligation.id = any(${ids}::uuid[]) and person.status = 'active' and ${IS_MAILED}
      group by person.id
      returning id
    )
    select count(graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', id), job_key => 'mail:' || id, max_attempts => 25
    )) from written
  `.execute(db)
  await publish(db, { keys: ['mails'], adminsOnly: true })
}
