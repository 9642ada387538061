import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const MEMORY = '/dev/shm'
const NAME = /^front-desk-tests-(\d+)-/
/** Two workers with a database each, and what a killed run may leave until the next one. */
const BYTES_NEEDED = 3 * 2 ** 30

/**
 * Lets this program, and all it starts, put temporary files into memory where the machine has room (Linux):
 * databases of tests are made by the hundred, and none outlives its test. A disk took most of the time.
 */
export function keepTemporaryFilesInMemory() {
  // Playwright's workers read the configuration again, and have it from their parent.
  if (NAME.test(process.env.TMPDIR?.slice(MEMORY.length + 1) ?? '')) return
  if (!hasRoom()) return
  removeForgotten()
  const folder = mkdtempSync(join(MEMORY, `front-desk-tests-${process.pid}-`))
  // As root the database is another user's, who has to get there.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= BYTES_NEEDED && freemem() >= BYTES_NEEDED
  } catch {
    return false
  }
}

/** What a run left that was killed. */
function removeForgotten() {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (!pid || isRunning(Number(pid))) continue
    // Perhaps somebody else's.
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {}
  }
}

/** @param {number} pid */
export function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
