import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { bundleServer, PROGRAMS } from './bundle-server.mjs'
import { root } from './run.mjs'
import { isRunning } from './test-folder.mjs'

const NAME = /^\.tests-(\d+)$/
const server = join(root, 'server')
/** What only tests start. */
const FIXTURES = { 'start.fixture': 'server/src/db/embedded/start.fixture.ts' }

/**
 * For vitest: bundles the programs that tests start, as the build does, once for all of them. From its
 * sources each start would take seconds to translate them again.
 * @param {import('vitest/node').TestProject} project
 */
export async function setup(project) {
  const folder = join(server, `.tests-${process.pid}`)
  // Each project of a run comes here.
  if (!existsSync(folder)) {
    removeForgotten()
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    await bundleServer({ ...PROGRAMS, ...FIXTURES }, folder)
  }
  // What it is called, testing/programs.ts declares.
  project.provide(/** @type {never} */ ('programs'), /** @type {never} */ (folder))
}

/** What a run left that was killed. */
function removeForgotten() {
  for (const name of readdirSync(server)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(server, name), { recursive: true, force: true })
  }
}
