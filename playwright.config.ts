import { env } from 'node:process'
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(env.CI),
  // Only what will never come needs an end, and a busy machine takes many times as long as a quiet one.
  timeout: 600_000,
  expect: { timeout: 40_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion is for people; without it a screen is what it will be as soon as it is there.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: env.CHROMIUM_PATH,
      args: [
        // Containers and root have no user namespaces for it; the pages are our own.
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
