/**
 * `npm run bench:writing`: how soon the editor of a text is on screen after the press that asks for it, in a
 * browser that has fetched its code before: as a policy's form opens, and as its source view is left.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { chromium, type Locator, type Page } from '@playwright/test'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { CHROMIUM_FLAGS, findChromium } from '../scripts/chromium.mjs'
import { apiClient } from '../server/src/testing/api-client.ts'
import { createFirstAdmin, keepSession } from './sign-in.ts'
import { exitCodeOf, sized } from './size.ts'
import { startBuilt } from './started-server.ts'

const PARAGRAPHS = sized(60, 3)
const LOOKS = sized(9, 1)
const WITHIN_MS = 300

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'frontdesk-bench-'))
const ends: (() => Promise<unknown>)[] = []
try {
  const found = await findChromium()
  if (found.path === null) throw new Error(found.problem)
  const server = await startBuilt('main', { DATA_DIR: join(folder, 'data') })
  ends.push(() => server.end('SIGTERM'))
  const session = await createFirstAdmin(server.url)
  const words = 'A paragraph of an **ordinary** policy, as long as they usually are.'
  const { body: policy } = await apiClient(server.url, session)('POST /policies', {
    body: { title: 'Keys', content: `${words}\n\n`.repeat(PARAGRAPHS) },
  })
  const browser = await chromium.launch({ executablePath: found.path, args: CHROMIUM_FLAGS })
  ends.push(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await keepSession(page, server.url, session)
  await page.goto(`${server.url}/policies/${policy.id}`)

  const edit = page.locator(`a[href="/policies/${policy.id}/edit"]`)
  const opened: number[] = []
  const written: number[] = []
  // The first look is what fetches the code.
  for (let look = 0; look <= LOOKS; look += 1) {
    const form = await millisecondsToEditor(page, edit)
    await page.getByRole('button', { name: 'Source' }).click()
    const write = await millisecondsToEditor(page, page.getByRole('button', { name: 'Write' }))
    if (look > 0) {
      opened.push(form)
      written.push(write)
    }
    await page.goBack()
  }
  const tell = (all: number[]) => `${median(all)} ms, at most ${Math.round(Math.max(...all))} ms`
  console.log(
    `The editor of ${PARAGRAPHS} paragraphs, its code fetched before: as the form opens ${tell(opened)}; as the source is left ${tell(written)}`,
  )
  const holds = Math.max(median(opened), median(written)) <= WITHIN_MS
  console.log(holds ? 'Holds.' : `Does not hold: both within ${WITHIN_MS} ms.`)
  process.exitCode = exitCodeOf(holds)
} finally {
  for (const end of ends.toReversed()) await end()
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/** From the press on a control to the frame that shows the editor. */
async function millisecondsToEditor(page: Page, control: Locator): Promise<number> {
  await control.waitFor()
  const shown = page.evaluate(
    async () =>
      new Promise<number>((resolve) => {
        let pressed = Infinity
        addEventListener('click', (event) => (pressed = event.timeStamp), {
          capture: true,
          once: true,
        })
        const watcher = new MutationObserver(() => {
          if (!document.querySelector('.ProseMirror')) return
          watcher.disconnect()
          // The task behind the next frame begins when that is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)))
        })
        watcher.observe(document, { childList: true, subtree: true })
      }),
  )
  await control.click()
  return shown
}

function median(values: number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
}
