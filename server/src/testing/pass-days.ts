import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** Every moment that says who must do what. */
const MOMENTS: Record<string, string[]> = {
  obligations: [
    'opens_at',
    'due_at',
    'due_set_at',
    'moved_at',
    'closed_at',
    'stands_until',
    'reminded_at',
  ],
  obligation_moves: ['moved_at'],
  requirements: ['due_at', 'due_set_at', 'recurs_since', 'created_at'],
  policy_versions: ['created_at'],
  policy_acknowledgments: ['acknowledged_at'],
  certificates: ['completed_at'],
  test_attempts: ['started_at', 'completed_at'],
  attempt_grants: ['created_at'],
  training_progress: ['completed_at'],
  waivers: ['created_at', 'ended_at'],
  users: ['active_since', 'inactive_since', 'role_since'],
  team_members: ['since'],
  notifications: ['created_at', 'read_at', 'there_at'],
  notification_clock: ['opened_until'],
}

/**
 * As if so many days had passed since everything that happened: the clock can't be moved, so the past is.
 * The seals of acknowledgments don't fit afterwards.
 */
export async function passDays(db: Db, days: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const [table, columns] of Object.entries(MOMENTS)) {
      const set = columns.map(
        (column) =>
          sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(secs => ${days * 86_400})`,
      )
      // Nothing has changed: no rule has to be kept.
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
      await sql`update ${sql.table(table)} set ${sql.join(set)}`.execute(tx)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    }
    await sql`select rebuild_obligation_sums()`.execute(tx)
  })
}
