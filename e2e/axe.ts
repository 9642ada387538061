import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

/** The rules to look for, and where; all rules and the whole page where not said. */
export interface Look {
  only?: string[] | undefined
  except?: string[]
  within?: string[]
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a bar lies over is scrolled from under it: that is no target too small. */
const WITHOUT_BARS = '.foot-bar, .chosen-bar, .foot-panel { position: static !important }'

/** What axe finds on the page as it is now, and in the frames on it that are ours. */
export async function violationsOf(
  page: Page,
  { only, except = [], within }: Look,
): Promise<axe.Result[]> {
  await bringAxe(page.mainFrame())
  for (const frame of page.frames().filter((one) => one.parentFrame())) {
    // A stranger's may never come, or go meanwhile.
    await Promise.race([bringAxe(frame), delay(1000)]).catch(() => undefined)
  }
  const context: axe.ContextSpec = within ? { include: within } : { exclude: [] }
  const options: axe.RunOptions = {
    // What passes is not asked for, nor the style sheets a second time, for a rule that is not among ours.
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    rules: {
      // Left out of what axe looks for by itself; Lighthouse looks for it.
      'target-size': { enabled: true },
      ...Object.fromEntries(except.map((rule) => [rule, { enabled: false }])),
    },
    ...(only && { runOnly: { type: 'rule', values: only } }),
  }
  const [where, how] = [JSON.stringify(context), JSON.stringify(options)]
  await page.evaluate(`globalThis.withoutBars = new CSSStyleSheet()
    withoutBars.replaceSync(${JSON.stringify(WITHOUT_BARS)})
    document.adoptedStyleSheets.push(withoutBars)`)
  const violations = await page.evaluate<axe.Result[]>(
    `axe.run(${where}, ${how}).then(({ violations }) => violations)`,
  )
  await page.evaluate('withoutBars.replaceSync("")')
  return violations
}

/** Once into each document, however often it is looked at: its half a megabyte takes as long as a look. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return
  await frame.evaluate(`${AXE};axe.configure({ allowedOrigins: ['<same_origin>'] })`)
}
