import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores, and PostgreSQL beside them.
    pool: 'forks',
    maxWorkers: 2,
    // Only what will never end needs a limit, and a busy machine takes many times as long as a quiet one.
    testTimeout: 240_000,
    hookTimeout: 300_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: 'server/src/testing/global-setup.ts',
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
    ],
  },
})
