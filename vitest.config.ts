import { env } from 'node:process'
import { configDefaults, defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/test-folder.mjs'

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

export default defineConfig({
  test: {
    pool: 'forks',
    // For two cores: what waits for PostgreSQL, for a process or for a time limit leaves room for a third.
    maxWorkers: 3,
    // Only what will never end needs a limit, and a busy machine takes many times as long as a quiet one.
    testTimeout: 240_000,
    hookTimeout: 300_000,
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
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } },
    ],
  },
})
