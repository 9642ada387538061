import { childProgram } from '../../platform/child-program.ts'
import { type Bounds, runApart } from '../../platform/run-apart.ts'

/** What could be made of a file. */
export interface ReadFile {
  state: 'done' | 'none' | 'failed'
  text: string
  /** Why it could not be read, in words for an admin. */
  reason?: string
  /** A small WebP. */
  thumbnail?: Buffer
}

const BOUNDS: Bounds = { seconds: 60, heapMegabytes: 256, megabytes: 768 }

/**
 * Reads a file in a process of its own. What that process told before it was ended stays told.
 * @throws where `signal` ended it
 */
export async function readFileApart(
  path: string,
  type: string,
  { signal, bounds = BOUNDS }: { signal?: AbortSignal; bounds?: Bounds } = {},
): Promise<ReadFile> {
  const program = childProgram(new URL('reader/main.ts', import.meta.url), 'document-reader')
  let found: ReadFile | undefined
  const ended = await runApart(program, [path, type], {
    bounds,
    signal,
    onMessage: (message) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program
      const told = message as Partial<ReadFile>
      if (told.state) found = told as ReadFile
      else if (found && told.thumbnail) found.thumbnail = Buffer.from(told.thumbnail)
    },
  })
  return found ?? { state: 'failed', text: '', reason: ended ?? 'Reading it failed' }
}
