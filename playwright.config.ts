import { env } from 'node:process'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS } from './scripts/chromium.mjs'
import { keepTemporaryFilesInMemory } from './scripts/test-folder.mjs'
import { EVER } from './server/src/testing/patience.ts'

keepTemporaryFilesInMemory()

const launch = (executablePath: string | undefined) => ({
  launchOptions: {
    executablePath,
    args: CHROMIUM_FLAGS,
  },
})
/** What shows notifications, and so needs the whole browser. */
const WHOLE_BROWSER = '**/app.spec.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare.ts',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  // For two cores: what waits for a quiet line, a limit or a server leaves room for a third.
  workers: 3,
  // On CI a journey that a busy machine upset is tried once more, and named (scripts/checks.mjs): nobody is there to.
  retries: env.CI ? 1 : 0,
  forbidOnly: Boolean(env.CI),
  // Only what will never come needs an end, and a busy machine takes many times as long as a quiet one.
  timeout: 600_000,
  expect: { timeout: EVER.timeout },
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion is for people; without it a screen is what it will be as soon as it is there.
    contextOptions: { reducedMotion: 'reduce' },
    // What they keep would outlive a step; the app's own journey has them.
    serviceWorkers: 'block',
    // Recording each journey costs time: it is asked for where one fails.
    trace: env.TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'shell',
      testIgnore: WHOLE_BROWSER,
      use: launch(env.HEADLESS_SHELL_PATH ?? env.CHROMIUM_PATH),
    },
    { name: 'browser', testMatch: WHOLE_BROWSER, use: launch(env.CHROMIUM_PATH) },
  ],
})
