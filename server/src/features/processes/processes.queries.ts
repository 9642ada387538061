import type {
  Process,
  ProcessCategory,
  ProcessDetail,
  ProcessStatus,
  ProcessStep,
} from '@frontdesk/contract/processes'
import type { Role } from '@frontdesk/contract/users'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, type Page, type PageOptions, readKeptPage } from '../../db/page.ts'

/** Which processes somebody may know of: those in use only, or drafts and inactive ones too. */
export type Visibility = 'active' | 'all'

/** Processes that are not deleted, with their number of steps and the sum of their minutes. */
function processes(db: Db, visibility: Visibility) {
  return db
    .selectFrom('processes')
    .leftJoin('users as author', 'author.id', 'processes.created_by')
    .leftJoin('users as editor', 'editor.id', 'processes.last_updated_by')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('process_steps')
          .whereRef('process_id', '=', 'processes.id')
          .select([
            sql<number>`count(*)::int`.as('steps_count'),
            // Tenths of minutes add up in decimals, not in binary fractions.
            sql<number>`coalesce(sum(estimated_time::numeric), 0)::float8`.as('total'),
          ])
          .as('steps'),
      (join) => join.onTrue(),
    )
    .select([
      'processes.id',
      'processes.title',
      'processes.description',
      sql<ProcessCategory>`processes.category`.as('category'),
      sql<ProcessStatus>`processes.status`.as('status'),
      sql<number>`steps.total`.as('estimated_total_time'),
      sql<number>`steps.steps_count`.as('steps_count'),
      'processes.revision',
      'processes.created_at',
      'processes.updated_at',
      'processes.created_by',
      'author.name as created_by_name',
      'processes.last_updated_by',
      'editor.name as last_updated_by_name',
    ])
    .where('processes.deleted_at', 'is', null)
    .$if(visibility === 'active', (query) => query.where('processes.status', '=', 'active'))
}

export interface ProcessFilter {
  search?: string
  category?: ProcessCategory
  status?: ProcessStatus
}

/** By title; `search` looks at title, description, category and the steps. */
export async function listProcesses(
  db: Db,
  visibility: Visibility,
  options: PageOptions & ProcessFilter,
): Promise<Page<Process>> {
  const key = [sql<string>`lower(processes.title)`, sql<string>`processes.id`] as const
  const { search, category, status } = options
  const listed = processes(db, visibility)
    .$if(Boolean(search), (query) => query.where(matches(search!)))
    .$if(Boolean(category), (query) => query.where('processes.category', '=', category!))
    .$if(Boolean(status), (query) => query.where('processes.status', '=', status!))
  return readKeptPage(db, listed, key, 'asc', options)
}

function matches(search: string) {
  const own = contains(search, ['processes.title', 'processes.description', 'processes.category'])
  const ofSteps = contains(search, ['step.title', 'step.description'])
  return sql<boolean>`(${own} or exists (
    select from process_steps as step where step.process_id = processes.id and ${ofSteps}
  ))`
}

/** Undefined where there is none that this visibility shows, or it is deleted. */
export async function findProcess(
  db: Db,
  visibility: Visibility,
  id: string,
): Promise<ProcessDetail | undefined> {
  const process = await processes(db, visibility).where('processes.id', '=', id).executeTakeFirst()
  return process && { process, steps: await listSteps(db, id) }
}

async function listSteps(db: Db, processId: string): Promise<ProcessStep[]> {
  return db
    .selectFrom('process_steps')
    .select([
      'id',
      'title',
      'description',
      'order_number',
      'estimated_time',
      sql<Role | null>`responsible_role`.as('responsible_role'),
    ])
    .where('process_id', '=', processId)
    .orderBy('order_number')
    .execute()
}

/**
 * Holds a process until the transaction ends: `update` against everybody, `share` against edits.
 * Undefined where there is none, or its `deleted` state is another.
 */
export async function lockProcess(
  db: Db,
  id: string,
  lock: 'update' | 'share',
  { deleted = false } = {},
) {
  return db
    .selectFrom('processes')
    .select(['id', 'title', 'description', 'status', 'revision'])
    .where('id', '=', id)
    .where('deleted_at', deleted ? 'is not' : 'is', null)
    .$if(lock === 'update', (query) => query.forUpdate())
    .$if(lock === 'share', (query) => query.forShare())
    .executeTakeFirst()
}

/** Makes these the steps of a process, all at once: those that are not among them are removed. */
export async function replaceSteps(db: Db, processId: string, steps: ProcessStep[]): Promise<void> {
  const kept = steps.map((step) => step.id)
  await db
    .deleteFrom('process_steps')
    .where('process_id', '=', processId)
    .where('id', 'not in', kept)
    .execute()
  await db
    .insertInto('process_steps')
    .values(steps.map((step) => ({ ...step, process_id: processId })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        title: eb.ref('excluded.title'),
        description: eb.ref('excluded.description'),
        order_number: eb.ref('excluded.order_number'),
        estimated_time: eb.ref('excluded.estimated_time'),
        responsible_role: eb.ref('excluded.responsible_role'),
      })),
    )
    .execute()
}

/** Hides a process or brings it back. */
export async function updateDeleted(db: Db, id: string, deleted: boolean): Promise<void> {
  await db
    .updateTable('processes')
    .set({ deleted_at: deleted ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}
