import { env } from 'node:process'
import { configDefaults, defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/test-folder.mjs'
import { EVER } from './server/src/testing/patience.ts'

keepTemporaryFilesInMemory()

const server = {
  include: ['server/**/*.test.ts'],
  globalSetup: ['server/src/testing/global-setup.ts', 'scripts/test-programs.mjs'],
  setupFiles: ['server/src/testing/own-databases.ts', 'server/src/testing/programs.ts'],
}
/** They put something else in a module's place, or need one that nobody has set up before them. */
const ALONE = [
  'server/demo/demo-documents.test.ts',
  'server/src/features/auth/login.test.ts',
  'server/src/http/headers.test.ts',
]

/** They put something else in the place of a module, of the clock or of what a browser has. */
const WEB_ALONE = [
  'web/src/app/come-back.test.ts',
  'web/src/app/live.test.ts',
  'web/src/features/chat/conversation.test.ts',
  'web/src/features/chat/message-rows.test.ts',
  'web/src/features/chat/outbox.test.ts',
  'web/src/features/requirements/requirement-list.test.ts',
  'web/src/features/trainings/trainings.api.test.ts',
  'web/src/lib/call.test.ts',
  'web/src/lib/download-in-parts.test.ts',
  'web/src/lib/due-day.test.ts',
  'web/src/lib/early-answers.test.ts',
  'web/src/lib/progress.test.ts',
  'web/src/lib/session-storage.test.ts',
  'web/src/session/session.test.ts',
]

export default defineConfig({
  test: {
    pool: 'forks',
    // For two cores: what waits for PostgreSQL, for a process or for a time limit leaves room for a third.
    maxWorkers: 3,
    // Only what will never end needs a limit, and a busy machine takes many times as long as a quiet one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: EVER },
    restoreMocks: true,
    // As for journeys (playwright.config.ts).
    retry: env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          exclude: [...configDefaults.exclude, ...ALONE],
          // Loading the server anew for each file is 28 % of the time.
          isolate: false,
        },
      },
      { extends: true, test: { ...server, name: 'server, alone', include: ALONE } },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...WEB_ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'web, alone', include: WEB_ALONE } },
      {
        extends: true,
        test: { name: 'contract', include: ['contract/**/*.test.ts'], isolate: false },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
})
