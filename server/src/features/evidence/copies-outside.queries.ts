import type { CheckpointCopies } from '@frontdesk/contract/checkpoints'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/connect.ts'
import { type Page, type PageOptions, readPage } from '../../db/page.ts'

/** Who is asked for more than our own word. */
export type CopyKind = 'token' | 'cosignature'

const selectCopies = (db: Db) =>
  db.selectFrom('checkpoints').select((eb) => [
    'number',
    'size',
    sql<CheckpointCopies['reason']>`reason`.as('reason'),
    'note',
    'created_at',
    jsonArrayFrom(
      eb
        .selectFrom('checkpoint_mails')
        .select('to_email')
        .whereRef('checkpoint_mails.number', '=', 'checkpoints.number')
        .orderBy('to_email'),
    ).as('mails'),
    jsonArrayFrom(
      eb
        .selectFrom('checkpoint_tokens')
        .select(['authority', 'generated_at'])
        .whereRef('checkpoint_tokens.number', '=', 'checkpoints.number')
        .orderBy('generated_at'),
    ).as('tokens'),
    jsonArrayFrom(
      eb
        .selectFrom('checkpoint_cosignatures')
        .select(['witness', 'signed_at'])
        .whereRef('checkpoint_cosignatures.number', '=', 'checkpoints.number')
        .orderBy('signed_at'),
    ).as('cosignatures'),
    jsonArrayFrom(
      eb
        .selectFrom('checkpoint_failures')
        .select([sql<CopyKind>`kind`.as('kind'), 'reason', 'failed_at'])
        .whereRef('checkpoint_failures.number', '=', 'checkpoints.number')
        .orderBy('kind'),
    ).as('failures'),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof selectCopies>['executeTakeFirstOrThrow']>>

const iso = (time: string) => new Date(time).toISOString()

function copiesOf({ mails, tokens, cosignatures, failures, ...row }: Row): CheckpointCopies {
  return {
    ...row,
    mailed_to: mails.map(({ to_email: to }) => to),
    // JSON of the database has times in its own form.
    tokens: tokens.map((one) => ({ ...one, generated_at: iso(one.generated_at) })),
    cosignatures: cosignatures.map((one) => ({ ...one, signed_at: iso(one.signed_at) })),
    failures: failures.map((one) => ({ ...one, failed_at: iso(one.failed_at) })),
  }
}

/** Checkpoints with their copies, newest first, and how many there are. */
export async function listCheckpointCopies(
  db: Db,
  options: PageOptions,
): Promise<{ page: Page<CheckpointCopies>; total: number }> {
  const key = [sql<unknown>`number`, sql<unknown>`number`] as const
  const { rows, next } = await readPage(selectCopies(db), key, 'desc', options)
  const { total } = await db
    .selectFrom('checkpoints')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { page: { rows: rows.map(copiesOf), next }, total }
}

export async function findCheckpointCopies(db: Db, number: number): Promise<CheckpointCopies> {
  const row = await selectCopies(db).where('number', '=', number).executeTakeFirstOrThrow()
  return copiesOf(row)
}

/** Of older ones nobody is asked again: each note names the one before it, so a copy of a later one stands for them. */
const ASKED_FOR = sql`interval '7 days'`

/** Checkpoints of these days that have no token, and of which no job is left that asks for one, as after a restore. */
export async function listUnstamped(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from checkpoints
    where created_at > now() - ${ASKED_FOR}
      and not exists (select from checkpoint_tokens where checkpoint_tokens.number = checkpoints.number)
      and not exists (select from graphile_worker.jobs where key = 'stamp:' || checkpoints.number)
    order by number
  `.execute(db)
  return rows.map(({ number }) => number)
}

/** The newest checkpoint of these days, where this witness has not cosigned it and no job is left that asks it to. */
export async function findUncosigned(db: Db, witness: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from checkpoints
    where number = (select max(number) from checkpoints) and created_at > now() - ${ASKED_FOR}
      and not exists (
        select from checkpoint_cosignatures as cosigned
        where cosigned.number = checkpoints.number and cosigned.witness = ${witness}
      )
      and not exists (select from graphile_worker.jobs where key = 'cosign:' || checkpoints.number)
  `.execute(db)
  return rows[0]?.number
}

/** Whether a copy of this checkpoint is still being asked for, for the first time. */
export async function findAwaitsCopies(db: Db, number: number): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker.jobs
    where key in ('stamp:' || ${number}::int, 'cosign:' || ${number}::int) and attempts <= 1 and last_error is null
  `.execute(db)
  return rows.length > 0
}

/** Notes why a copy could not be had; says whether that is news. */
export async function noteFailure(
  tx: Db,
  failure: { number: number; kind: CopyKind; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into checkpoint_failures (number, kind, reason)
    values (${failure.number}, ${failure.kind}, ${failure.reason})
    on conflict (number, kind) do update set reason = excluded.reason, failed_at = now()
      where checkpoint_failures.reason <> excluded.reason
    returning number
  `.execute(tx)
  return rows.length > 0
}

export async function forgetFailure(tx: Db, number: number, kind: CopyKind): Promise<void> {
  await tx
    .deleteFrom('checkpoint_failures')
    .where('number', '=', number)
    .where('kind', '=', kind)
    .execute()
}
