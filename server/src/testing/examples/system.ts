import { sql } from 'kysely'
import { type Examples, nothing, type World } from './world.ts'

/** A job that has used up its tries. */
async function createDeadJob({ server }: World): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    select id from graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 day')
  `.execute(server.db)
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It did not go'
    where id = ${rows[0]!.id}
  `.execute(server.db)
  return String(rows[0]!.id)
}

export const systemExamples = {
  'GET /health/live': { input: nothing, audit: null },
  'GET /health/ready': { input: nothing, audit: null },
  'GET /admin/system': { input: nothing, audit: null },
  'POST /admin/system/jobs/:id/retry': {
    input: async (world) => ({ params: { id: await createDeadJob(world) } }),
    audit: 'job.retried',
  },
} satisfies Partial<Examples>
