import { connect, type ConnectionSource } from '../../db/connect.ts'
import type { OnProgress } from '../../platform/backup-manifest.ts'
import { verifyBackup } from '../../platform/backup-verify.ts'
import { restoreBackup } from '../../platform/restore.ts'
import { withScratchDatabase } from '../../platform/scratch-database.ts'
import type { VerifierKey } from '../evidence/signed-note.ts'
import {
  sayWhetherChainFits,
  sayWhetherCheckpointsFit,
  sayWhetherObligationsFit,
} from './say-whether-it-fits.ts'

/** What a rehearsal found, a sentence each. */
export interface RehearsalResult {
  passed: boolean
  report: string[]
}

/**
 * Restores a backup into a database that is made for it and dropped after it, and verifies what it finds there as
 * `verify` does. The real database and its files are not touched.
 * @param options.signal ends it, with nothing left behind
 */
export async function rehearse(
  source: ConnectionSource,
  file: string,
  options: { signal?: AbortSignal; onProgress?: OnProgress; witnesses?: VerifierKey[] } = {},
): Promise<RehearsalResult> {
  const { signal, onProgress, witnesses = [] } = options
  const report: string[] = []
  const print = (line: string) => void report.push(line)
  try {
    const manifest = await verifyBackup(file)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = manifest.files.reduce((sum, { bytes: size }) => sum + size, 0)
    print(
      `The backup of ${manifest.made_at} is whole: ${manifest.tables.length} tables, and ${manifest.files.length} files of ${bytes} bytes, each with its hash`,
    )
    const fits = await withScratchDatabase(
      source,
      async (scratch) => {
        await restoreBackup(scratch, file, { manifest, finish: async () => undefined, onProgress })
        print(`It can be restored: all ${rows} rows are there, table by table`)
        return verifyRestored(scratch, print, witnesses)
      },
      signal,
    )
    return { passed: fits, report }
  } catch (error) {
    print(reasonOf(error))
    return { passed: false, report }
  }
}

async function verifyRestored(
  scratch: ConnectionSource,
  print: (line: string) => void,
  witnesses: VerifierKey[],
): Promise<boolean> {
  const db = connect(scratch, 2, () => undefined, { answerWithinMs: 0 })
  try {
    const { intact } = await sayWhetherChainFits(db, print)
    if (!intact) return false
    const checkpoints = await sayWhetherCheckpointsFit(db, print, { files: [], witnesses })
    return (await sayWhetherObligationsFit(db, print)) && checkpoints
  } finally {
    await db.destroy()
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
