import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Examples, nothing } from './world.ts'

/** Another one may be under way. */
const unfinished = ['waiting', 'running'] as const

export const backupExamples = {
  'GET /admin/backups': { input: nothing, audit: null },
  'POST /admin/backups': {
    input: async ({ server }) => {
      await server.db
        .updateTable('backups')
        .set({ state: 'failed' })
        .where('state', 'in', unfinished)
        .execute()
      return {}
    },
    audit: 'backup.asked',
  },
  'GET /admin/backups/settings': { input: nothing, audit: null },
  'PUT /admin/backups/settings': {
    input: () => ({
      body: {
        enabled: false,
        at: '02:15',
        keep_daily: 7,
        keep_weekly: 4,
        keep_monthly: 12,
        rehearses: false,
        folder: '',
      },
    }),
    audit: 'backup.settings_changed',
  },
  'GET /admin/backups/rehearsals': { input: nothing, audit: null },
  'POST /admin/backups/rehearsals': {
    input: async ({ server }) => {
      await server.db
        .updateTable('rehearsals')
        .set({ state: 'failed' })
        .where('state', 'in', unfinished)
        .execute()
      await server.db
        .insertInto('backups')
        .values({ id: uuidv7(), cause: 'asked', state: 'done', ended_at: sql`now()` })
        .execute()
      return {}
    },
    audit: 'backup.rehearsal_asked',
  },
} satisfies Partial<Examples>
