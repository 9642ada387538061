import type { Db } from '../src/db/connect.ts'
import { insertPack } from '../src/features/evidence/packs.queries.ts'
import type { FilledPerson } from './fill-people.ts'

/**
 * Two packs of evidence are wanted, about everything and about one agent. What is in them is made by the server's own
 * job in its first minutes, with a checkpoint for each: nothing of it is invented, and nobody waits for it at the start.
 */
export async function fillEvidence(db: Db, people: FilledPerson[]): Promise<void> {
  const [admin, agent] = (['admin', 'agent'] as const).map((role) =>
    people.find((person) => person.role === role && person.status === 'active'),
  )
  for (const userIds of [null, [agent!.id]]) {
    const scope = { userIds, itemIds: null, from: null, to: null }
    await insertPack(db, { scope, asOf: null, createdBy: admin!.id })
  }
}
