import type { ProcessRun, RunComment, RunState, RunStep } from '@frontdesk/contract/process-runs'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readKeptPage } from '../../db/page.ts'
import type { Visibility } from './processes.queries.ts'

/** Who looks at runs: what awaits them, and which processes they may open. */
export interface Viewer {
  id: string
  role: Role
  visibility: Visibility
}

function runsFor(db: Db, viewer: Viewer) {
  const open = sql<boolean>`step.done_at is null`
  const theirs = sql<boolean>`(step.assigned_user_id = ${viewer.id} or step.assigned_role = ${viewer.role})`
  return db
    .selectFrom('process_runs as run')
    .innerJoin('processes as process', 'process.id', 'run.process_id')
    .innerJoin('users as starter', 'starter.id', 'run.started_by')
    .leftJoin('users as ender', 'ender.id', 'run.ended_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('process_run_steps as step')
          .whereRef('step.run_id', '=', 'run.id')
          .select([
            sql<number>`count(*)::int`.as('steps_count'),
            sql<number>`count(step.done_at)::int`.as('steps_done'),
            sql<
              string | null
            >`(array_agg(step.title order by step.order_number) filter (where ${open}))[1]`.as(
              'next_step',
            ),
            sql<boolean>`coalesce(bool_or(${open} and ${theirs}), false)`.as('awaits_caller'),
          ])
          .as('progress'),
      (join) => join.onTrue(),
    )
    .select([
      'run.id',
      'run.process_id',
      'run.process_title',
      sql<boolean>`process.deleted_at is null and ${
        viewer.visibility === 'all' ? sql`true` : sql`process.status = 'active'`
      }`.as('process_available'),
      'run.title',
      'run.due_at',
      sql<RunState>`run.state`.as('state'),
      'progress.steps_count',
      'progress.steps_done',
      'progress.next_step',
      sql<boolean>`run.state = 'in_progress' and progress.awaits_caller`.as('awaits_caller'),
      'run.started_by',
      'starter.name as started_by_name',
      'run.started_at',
      'run.ended_by',
      'ender.name as ended_by_name',
      'run.ended_at',
    ])
}

export interface RunFilter {
  search?: string
  process_id?: string
  state?: RunState | 'ended' | 'overdue'
  awaiting_me?: boolean
}

/** Newest first; `search` looks at the run's title, its process and who started it. */
export async function listRuns(
  db: Db,
  viewer: Viewer,
  options: PageOptions & RunFilter,
): Promise<Page<ProcessRun>> {
  const key = [sql<string>`run.started_at`, sql<string>`run.id`] as const
  return readKeptPage(db, filtered(runsFor(db, viewer), options), key, 'desc', options)
}

/** How many match in all. */
export async function countRuns(db: Db, viewer: Viewer, filter: RunFilter): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(runsFor(db, viewer), filter).as('matching'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function filtered(runs: ReturnType<typeof runsFor>, filter: RunFilter) {
  const { search, process_id: processId, state, awaiting_me: awaitingMe } = filter
  const awaits = sql<boolean>`(run.state = 'in_progress' and progress.awaits_caller)`
  return runs
    .$if(Boolean(search), (query) =>
      query.where(contains(search!, ['run.title', 'run.process_title', 'starter.name'])),
    )
    .$if(Boolean(processId), (query) => query.where('run.process_id', '=', processId!))
    .$if(Boolean(state), (query) => query.where(isIn(state!)))
    .$if(awaitingMe !== undefined, (query) =>
      query.where(awaitingMe ? awaits : sql<boolean>`not ${awaits}`),
    )
}

function isIn(state: NonNullable<RunFilter['state']>) {
  if (state === 'ended') return sql<boolean>`run.state <> 'in_progress'`
  if (state === 'overdue') return sql<boolean>`(run.state = 'in_progress' and run.due_at < now())`
  return sql<boolean>`run.state = ${state}`
}

/** Undefined where there is none. */
export async function findRun(db: Db, viewer: Viewer, id: string): Promise<ProcessRun | undefined> {
  return runsFor(db, viewer).where('run.id', '=', id).executeTakeFirst()
}

/** Holds a run against other changes until the transaction ends. Undefined where there is none. */
export async function lockRun(db: Db, id: string) {
  return db
    .selectFrom('process_runs')
    .select(['id', 'title', 'started_by', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

function runSteps(db: Db) {
  return db
    .selectFrom('process_run_steps as step')
    .leftJoin('users as assignee', 'assignee.id', 'step.assigned_user_id')
    .leftJoin('users as doer', 'doer.id', 'step.done_by')
    .select([
      'step.id',
      'step.title',
      'step.description',
      'step.order_number',
      'step.estimated_time',
      sql<Role | null>`step.responsible_role`.as('responsible_role'),
      'step.assigned_user_id',
      'assignee.name as assigned_user_name',
      sql<Role | null>`step.assigned_role`.as('assigned_role'),
      'step.done_by',
      'doer.name as done_by_name',
      'step.done_at',
    ])
}

/** In their order. */
export async function listRunSteps(db: Db, runId: string): Promise<RunStep[]> {
  return runSteps(db).where('step.run_id', '=', runId).orderBy('step.order_number').execute()
}

/** Undefined where the run has no such step. */
export async function findRunStep(
  db: Db,
  runId: string,
  stepId: string,
): Promise<RunStep | undefined> {
  return runSteps(db)
    .where('step.run_id', '=', runId)
    .where('step.id', '=', stepId)
    .executeTakeFirst()
}

function comments(db: Db) {
  return db
    .selectFrom('process_run_comments as comment')
    .innerJoin('users as author', 'author.id', 'comment.author_id')
    .select([
      'comment.id',
      'comment.author_id',
      'author.name as author_name',
      'comment.body',
      'comment.created_at',
    ])
}

/** Oldest first. */
export async function listRunComments(db: Db, runId: string): Promise<RunComment[]> {
  return comments(db).where('run_id', '=', runId).orderBy('comment.id').execute()
}

/** Adds a comment and returns it. */
export async function insertRunComment(
  db: Db,
  comment: { runId: string; authorId: string; body: string },
): Promise<RunComment> {
  const id = uuidv7()
  await db
    .insertInto('process_run_comments')
    .values({ id, run_id: comment.runId, author_id: comment.authorId, body: comment.body })
    .execute()
  return comments(db).where('comment.id', '=', id).executeTakeFirstOrThrow()
}
