import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import type { FilledPerson } from './fill-people.ts'
import { daysAgo } from './time.ts'

/** The two offices of the brokerage, each with everybody of one half and a manager. */
const OFFICES = ['Harbor office', 'Pine Street office']

/** Puts people into teams; managers run the offices. */
export async function fillTeams(db: Db, people: FilledPerson[]): Promise<void> {
  const managers = people.filter(
    (person) => person.role === 'manager' && person.status === 'active',
  )
  const others = people.filter((person) => person.role === 'agent' && person.status === 'active')
  for (const [index, name] of OFFICES.entries()) {
    const id = uuidv7()
    const since = daysAgo(200)
    await db
      .insertInto('teams')
      .values({ id, name, created_at: since, updated_at: since })
      .execute()
    const members = others.filter((_, place) => place % OFFICES.length === index)
    const manager = managers[index % managers.length]
    const rows = [
      ...members.map((person) => ({ user_id: person.id, member: true, manager: false })),
      ...(manager ? [{ user_id: manager.id, member: false, manager: true }] : []),
    ]
    await db
      .insertInto('team_members')
      .values(rows.map((row) => ({ ...row, team_id: id, since })))
      .execute()
  }
}

/** What everybody had to do, and when, as far as the records of the demo tell. */
export async function fillObligations(db: Db): Promise<void> {
  // What was written while the demo was filled has the times of today.
  await sql`alter table obligation_moves disable trigger user`.execute(db)
  await sql`alter table obligations disable trigger user`.execute(db)
  await db.deleteFrom('obligation_moves').execute()
  await db.deleteFrom('obligations').execute()
  await sql`alter table obligations enable trigger user`.execute(db)
  await sql`alter table obligation_moves enable trigger user`.execute(db)
  await sql`select put_off_items(array(select distinct item_id from requirements), true)`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ more: boolean }>`select settle_backlog_slice() as more`.execute(db)
    if (!rows[0]?.more) break
  }
  // What was deleted past the triggers is in the sums still.
  await sql`select rebuild_obligation_sums()`.execute(db)
}
