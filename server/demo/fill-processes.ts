import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import { replaceSteps } from '../src/features/processes/processes.queries.ts'
import type { FilledPerson } from './fill-people.ts'
import type { LinkPolicies } from './policy-links.ts'
import { demoProcesses } from './processes.ts'
import type { DemoProcess } from './processes/demo-process.ts'
import { daysAgo } from './time.ts'

export interface FilledProcess extends DemoProcess {
  id: string
}

/** Adds every process with its steps. */
export async function fillProcesses(
  db: Db,
  people: FilledPerson[],
  linkPolicies: LinkPolicies,
): Promise<FilledProcess[]> {
  const idOf = (email: string) => people.find((person) => person.email === email)!.id
  const processes = demoProcesses.map((process) => ({
    ...process,
    id: uuidv7(),
    steps: process.steps.map(({ description = '', ...step }) => ({
      ...step,
      description: linkPolicies(description),
    })),
  }))
  for (const { id, title, description, category, status, author, ...process } of processes) {
    const writtenAt = daysAgo(process.writtenDaysAgo)
    await db
      .insertInto('processes')
      .values({
        id,
        title,
        description,
        category,
        status,
        created_by: idOf(author),
        last_updated_by: idOf(author),
        created_at: writtenAt,
        updated_at: writtenAt,
      })
      .execute()
    const steps = process.steps.map((step, index) => ({
      id: uuidv7(),
      title: step.title,
      description: step.description || null,
      order_number: index + 1,
      estimated_time: step.minutes ?? null,
      responsible_role: step.role ?? null,
    }))
    await replaceSteps(db, id, steps)
  }
  return processes
}
