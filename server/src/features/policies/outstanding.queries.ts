import type { OutstandingAcknowledgment } from '@frontdesk/contract/policies'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import {
  contains,
  type Count,
  countMatching,
  type Page,
  type PageOptions,
  readPage,
} from '../../db/page.ts'

type State = OutstandingAcknowledgment['state']

export interface OutstandingFilter {
  search?: string
  policy_id?: string
  user_id?: string
  state?: State
}

const SORTS = {
  due_at: sql<unknown>`coalesce(pending.due_at, 'infinity')`,
  person_name: sql<unknown>`lower(users.name)`,
  policy_title: sql<unknown>`lower(text.title)`,
  version: sql<unknown>`policies.current_version`,
}
export type OutstandingSort = keyof typeof SORTS

const state = sql<State>`case when pending.due_at < now() then 'overdue' else 'pending' end`

function outstanding(db: Db, filter: OutstandingFilter) {
  return db
    .selectFrom('pending_policies as pending')
    .innerJoin('users', 'users.id', 'pending.user_id')
    .innerJoin('policies', 'policies.id', 'pending.policy_id')
    .innerJoin('policy_versions as text', (join) =>
      join
        .onRef('text.policy_id', '=', 'policies.id')
        .onRef('text.version', '=', 'policies.current_version'),
    )
    .select([
      'policies.id as policy_id',
      'text.title as policy_title',
      'users.id as user_id',
      'users.name as person_name',
      'users.email as person_email',
      'users.role as person_role',
      'policies.current_version as version',
      sql<string>`pending.required_since`.as('required_since'),
      'pending.due_at',
      state.as('state'),
    ])
    .select((eb) =>
      eb
        .selectFrom('policy_acknowledgments as earlier')
        .select((max) => max.fn.max('earlier.version').as('version'))
        .whereRef('earlier.policy_id', '=', 'policies.id')
        .whereRef('earlier.user_id', '=', 'users.id')
        .as('acknowledged_version'),
    )
    .$if(Boolean(filter.search), (query) =>
      query.where(contains(filter.search!, ['users.name', 'users.email', 'text.title'])),
    )
    .$if(Boolean(filter.policy_id), (query) => query.where('policies.id', '=', filter.policy_id!))
    .$if(Boolean(filter.user_id), (query) => query.where('users.id', '=', filter.user_id!))
    .$if(Boolean(filter.state), (query) => query.where(state, '=', filter.state!))
}

/** Most urgent first unless sorted otherwise. */
export async function listOutstanding(
  db: Db,
  options: OutstandingFilter & PageOptions & { sort?: OutstandingSort; order?: 'asc' | 'desc' },
): Promise<Page<OutstandingAcknowledgment>> {
  const order = options.order ?? 'asc'
  const key = [
    SORTS[options.sort ?? 'due_at'],
    sql<unknown>`users.id`,
    sql<unknown>`policies.id`,
  ] as const
  return readPage(outstanding(db, options), key, order, options)
}

/** How many match. */
export const countOutstanding = async (db: Db, filter: OutstandingFilter): Promise<Count> =>
  countMatching(db, outstanding(db, filter))
