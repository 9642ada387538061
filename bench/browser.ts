import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs'
import { type Credentials, keepSession, signIn } from './sign-in.ts'

const FLAGS = [...CHROMIUM_FLAGS, '--headless=new', '--disable-extensions']
const START_WITHIN_MS = 30_000

/** A Chromium with a profile of its own that a program can drive. */
export interface Browser {
  /** Where it takes the DevTools protocol. */
  port: number
  /** Signs somebody in, with remember-me, as the login form would. */
  signIn(url: string, credentials: Credentials): Promise<void>
  close(): Promise<void>
}

/** Starts Chromium; resolves when it can be driven. @throws where that takes too long */
export async function startBrowser(path: string, profile: string): Promise<Browser> {
  const own = ['--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(path, [...FLAGS, ...own], { stdio: 'ignore' })
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  const port = await portOf(profile)
  if (port === null) {
    await close()
    throw new Error(`${path} does not start`)
  }
  return { port, close, signIn: (url, credentials) => signInAt(port, url, credentials) }
}

/** Chromium chooses a free one and writes it down. */
async function portOf(profile: string): Promise<number | null> {
  for (
    const deadline = performance.now() + START_WITHIN_MS;
    performance.now() < deadline;
    await delay(100)
  ) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    const port = Number(text.split('\n')[0])
    if (port > 0) return port
  }
  return null
}

async function signInAt(port: number, url: string, credentials: Credentials): Promise<void> {
  const session = await signIn(url, credentials)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]!.newPage()
  await keepSession(page, url, session)
  await page.close()
  // Lets go of it; it runs on.
  await browser.close()
}
