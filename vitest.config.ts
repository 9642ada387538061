import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Two cores, and PostgreSQL beside them.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
