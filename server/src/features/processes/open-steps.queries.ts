import { IDLE_DAYS } from '@frontdesk/contract/constants'
import { itemPath } from '@frontdesk/contract/items'
import type { OpenStep, OpenStepsQuery } from '@frontdesk/contract/open-steps'
import type { Role } from '@frontdesk/contract/users'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { contains, mapPage, type Page, type PageOptions, readPage } from '../../db/page.ts'

/** Whose steps somebody may know of. */
export type StepScope = 'all' | { managedBy: string }

export type StepFilter = Omit<OpenStepsQuery, 'limit' | 'cursor' | 'sort' | 'order'>

const isNext = sql<boolean>`(step.order_number = progress.next_number)`
const waitingSince = sql<string>`greatest(run.started_at, progress.last_done_at)`
const isStuck = sql<boolean>`coalesce(${isNext} and (
  run.due_at < now() or ${waitingSince} < now() - make_interval(days => ${sql.lit(IDLE_DAYS)})
), false)`
const isWaiting = sql<SqlBool>`(
  ${isNext} or step.assigned_user_id is not null or step.assigned_role is not null
)`
/** Whose a step is that nobody was named for. */
const role = sql<Role | null>`case
  when step.assigned_user_id is null then coalesce(step.assigned_role, step.responsible_role)
end`

function isInState(state: NonNullable<StepFilter['state']>): RawBuilder<SqlBool> {
  switch (state) {
    case 'waiting':
      return isWaiting
    case 'overdue':
      return sql`${isWaiting} and run.due_at < now()`
    case 'due_soon':
      return sql`${isWaiting} and run.due_at >= now() and run.due_at < now() + interval '7 days'`
    case 'stuck':
      return isStuck
  }
}

function openSteps(db: Db, filter: StepFilter, scope: StepScope) {
  return db
    .selectFrom('process_runs as run')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('process_run_steps as each')
          .whereRef('each.run_id', '=', 'run.id')
          .select([
            sql<number>`count(*)::int`.as('steps_count'),
            sql<number>`min(each.order_number) filter (where each.done_at is null)`.as(
              'next_number',
            ),
            sql<string | null>`max(each.done_at)`.as('last_done_at'),
          ])
          .as('progress'),
      (join) => join.onTrue(),
    )
    .innerJoin('process_run_steps as step', 'step.run_id', 'run.id')
    .leftJoin('users as person', 'person.id', 'step.assigned_user_id')
    .where(sql<SqlBool>`run.state = 'in_progress'`)
    .where('step.done_at', 'is', null)
    .$if(scope !== 'all', (query) =>
      query.where(sql<SqlBool>`step.assigned_user_id in (
        select part.user_id
        from team_members as managing
        join team_members as part on part.team_id = managing.team_id and part.member
        where managing.user_id = ${scope === 'all' ? null : scope.managedBy} and managing.manager
      )`),
    )
    .$if(Boolean(filter.state), (query) => query.where(isInState(filter.state!)))
    .$if(Boolean(filter.process_id), (query) =>
      query.where('run.process_id', '=', filter.process_id!),
    )
    .$if(Boolean(filter.user_id), (query) => query.where('person.id', '=', filter.user_id!))
    .$if(Boolean(filter.role), (query) =>
      query.where(sql<SqlBool>`coalesce(person.role, ${role}) = ${filter.role}`),
    )
    .$if(Boolean(filter.team_id), (query) =>
      query.where(sql<SqlBool>`exists (
        select from team_members as part
        where part.user_id = step.assigned_user_id and part.team_id = ${filter.team_id} and part.member
      )`),
    )
    .$if(Boolean(filter.due_from), (query) =>
      query.where(sql<SqlBool>`run.due_at >= ${filter.due_from}`),
    )
    .$if(Boolean(filter.due_to), (query) =>
      query.where(sql<SqlBool>`run.due_at < ${filter.due_to}`),
    )
    .$if(Boolean(filter.search), (query) =>
      query.where(
        contains(filter.search!, ['step.title', 'run.title', 'run.process_title', 'person.name']),
      ),
    )
}

/** Those of one run stay together, in their order. */
const SORTS = {
  due_at: [sql`coalesce(run.due_at, 'infinity')`],
  user_name: [sql`coalesce(lower(person.name), ${role}, '')`],
  run_title: [sql`lower(run.title)`],
  waiting_since: [waitingSince],
}

/** Steps that are not done, of runs in progress; by due date unless sorted otherwise. */
export async function listOpenSteps(
  db: Db,
  options: StepFilter & Pick<OpenStepsQuery, 'sort' | 'order'> & PageOptions,
  scope: StepScope,
): Promise<Page<OpenStep>> {
  const listed = openSteps(db, options, scope).select([
    'step.id',
    'step.title',
    'step.order_number',
    'progress.steps_count',
    isNext.as('is_next'),
    'run.id as run_id',
    'run.title as run_title',
    'run.process_id',
    'run.process_title',
    'person.id as user_id',
    'person.name as user_name',
    'person.email as user_email',
    role.as('role'),
    sql<OpenStep['state']>`case
      when run.due_at < now() then 'overdue'
      when run.due_at < now() + interval '7 days' then 'due_soon'
      else 'open'
    end`.as('state'),
    isStuck.as('is_stuck'),
    waitingSince.as('waiting_since'),
    'run.due_at',
  ])
  const key = [
    ...SORTS[options.sort ?? 'due_at'],
    sql`run.id`,
    sql`step.order_number`,
    sql`step.id`,
  ]
  const page = await readPage(listed, key, options.order ?? 'asc', options)
  return mapPage(page, (step) => ({ ...step, path: itemPath('process_run', step.run_id) }))
}

/** How many match in all. */
export async function countOpenSteps(
  db: Db,
  filter: StepFilter,
  scope: StepScope,
): Promise<number> {
  const { count } = await openSteps(db, filter, scope)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
