/**
 * `npm run bench:packages`: the release archive and a plain clone each pass the same black-box smoke test, and
 * nothing that it sees differs. Names choose: `-- archive clone image`; the image takes what `npm run drill:image` does.
 */
import { loadavg } from 'node:os'
import process, { argv } from 'node:process'
import { archiveWay } from './black-box/archive.ts'
import { cloneWay } from './black-box/clone.ts'
import { buildImage, imageWay } from './black-box/image.ts'
import { passSmoke } from './black-box/smoke.ts'
import type { Way } from './black-box/way.ts'
import { didHold, tell } from './promises.ts'
import { exitCodeOf, sized } from './size.ts'

const WAYS: Record<string, () => Promise<Way>> = {
  archive: archiveWay,
  clone: cloneWay,
  image: async () => imageWay(await buildImage('smoke')),
}
const MOST_MEGABYTES = 150
const MOST_SECONDS = 5

const chosen = argv.slice(2).filter((word) => !word.startsWith('-'))
let before: string[] | undefined
for (const name of chosen.length > 0 ? chosen : sized(['archive', 'clone'], ['archive'])) {
  const seen = await pass(await WAYS[name]!())
  const other = seen.find((line, at) => before && line !== before[at])
  if (other !== undefined || (before && before.length !== seen.length)) {
    throw new Error(`${name} differs from the one before: ${other ?? 'it shows less'}`)
  }
  before = seen
}
process.exitCode = exitCodeOf(didHold())

async function pass(way: Way): Promise<string[]> {
  try {
    const { seen, seconds } = await passSmoke(way)
    const load = loadavg()[0]!.toFixed(1)
    console.log(`${way.name}: passed, ${seen.length} things seen (load ${load})`)
    if (way.name === 'archive') tell('its size', way.megabytes!, MOST_MEGABYTES, 'MB')
    if (way.name === 'archive') tell('its first start', seconds, MOST_SECONDS, 's')
    else console.log(`  its first start: ${seconds.toFixed(1)} s`)
    return seen
  } finally {
    await way.leave()
  }
}
