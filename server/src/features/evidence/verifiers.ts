import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PackFile } from './pack-archive.ts'

const NAMES = ['verify.html', 'verify.mjs'] as const

/** The two programs that check a pack, each in one file. */
export async function* packVerifiers(): AsyncGenerator<PackFile> {
  // From the source there is no build: it is made here, once.
  const files = import.meta.url.endsWith('.ts')
    ? await (fromSource ??= buildFromSource())
    : await readFrom(fileURLToPath(new URL('.', import.meta.url)))
  for (const [index, path] of NAMES.entries()) yield { path, content: files[index]! }
}

const readFrom = async (folder: string) =>
  Promise.all(NAMES.map(async (name) => readFile(join(folder, name))))

let fromSource: Promise<Buffer[]> | undefined

async function buildFromSource(): Promise<Buffer[]> {
  const builder = fileURLToPath(new URL('../../../../scripts/build-verifiers.mjs', import.meta.url))
  const folder = await mkdtemp(join(tmpdir(), 'frontdesk-verifiers-'))
  try {
    await promisify(execFile)(execPath, [builder, folder])
    return await readFrom(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
