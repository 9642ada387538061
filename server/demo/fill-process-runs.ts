import { uuidv7 } from 'uuidv7'
import type { Db } from '../src/db/connect.ts'
import type { FilledPerson } from './fill-people.ts'
import type { FilledProcess } from './fill-processes.ts'
import type { DemoRun } from './processes/demo-process.ts'
import { demoRuns } from './processes/runs.ts'
import { daysAgo } from './time.ts'

type IdOf = (email: string) => string

/** Adds runs in progress, and a few that have ended. */
export async function fillProcessRuns(
  db: Db,
  people: FilledPerson[],
  processes: FilledProcess[],
): Promise<void> {
  const idOf = (email: string) => people.find((person) => person.email === email)!.id
  for (const run of demoRuns) {
    const process = processes.find((candidate) => candidate.title === run.process)!
    const id = uuidv7()
    await insertRun(db, id, run, process, idOf)
    await insertSteps(db, id, run, process, idOf)
    for (const { author, body, daysAgo: days } of run.comments ?? []) {
      await db
        .insertInto('process_run_comments')
        .values({
          id: uuidv7(),
          run_id: id,
          author_id: idOf(author),
          body,
          created_at: daysAgo(days, 14.2),
        })
        .execute()
    }
  }
}

async function insertRun(db: Db, id: string, run: DemoRun, process: FilledProcess, idOf: IdOf) {
  const starter = idOf(run.starter)
  await db
    .insertInto('process_runs')
    .values({
      id,
      process_id: process.id,
      process_title: process.title,
      title: run.title,
      due_at: run.dueInDays === undefined ? null : daysAgo(-run.dueInDays, 22),
      state: run.ended?.state ?? 'in_progress',
      started_by: starter,
      started_at: daysAgo(run.startedDaysAgo),
      ended_by: run.ended ? starter : null,
      ended_at: run.ended ? daysAgo(run.ended.daysAgo, 16) : null,
    })
    .execute()
}

async function insertSteps(db: Db, id: string, run: DemoRun, process: FilledProcess, idOf: IdOf) {
  const last = run.ended?.daysAgo ?? 1
  const pace = (run.startedDaysAgo - last) / Math.max(1, run.stepsDone)
  const { handedTo } = run
  const rows = process.steps.map((step, index) => {
    const isDone = index < run.stepsDone
    const waits = index === run.stepsDone && handedTo
    return {
      id: uuidv7(),
      run_id: id,
      order_number: index + 1,
      title: step.title,
      description: step.description ?? null,
      estimated_time: step.minutes ?? null,
      responsible_role: step.role ?? null,
      assigned_user_id: waits && 'person' in waits ? idOf(waits.person) : null,
      assigned_role: waits && 'role' in waits ? waits.role : null,
      done_by: isDone ? idOf(run.starter) : null,
      done_at: isDone ? daysAgo(run.startedDaysAgo - pace * index, 10 + index / 3) : null,
    }
  })
  await db.insertInto('process_run_steps').values(rows).execute()
}
