import { resolve } from 'node:path'
import { stderr, stdout } from 'node:process'
import { openSource } from '../database.ts'
import type { Db } from '../db/connect.ts'
import { verifyChainWithin } from '../features/policies/verify-chain.actions.ts'
import { BackupError } from '../platform/backup-manifest.ts'
import { verifyBackup } from '../platform/backup-verify.ts'
import { restoreBackup } from '../platform/restore.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { progressLine } from './progress-line.ts'

export const restore: Command = {
  usage: '<file>',
  summary: 'Loads a backup into an empty installation whose server is stopped.',
  run: async ({ args, config }) => {
    const [name] = args
    if (!name || args.length !== 1) {
      throw new OperatorError('Please name the backup. Usage: restore <file>')
    }
    const file = resolve(name)
    const progress = progressLine(stderr)
    progress.show('Checking the backup')
    // Before the database: a damaged file doesn't even make a data folder.
    const manifest = await verifyBackup(file).finally(progress.clear)
    const database = await openSource(config, silent)
    try {
      await restoreBackup(database.direct, file, {
        manifest,
        check: checkChain,
        onProgress: ({ table, rows }) => progress.show(`${table}: ${rows} rows`),
      })
    } finally {
      progress.clear()
      await database.close()
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    stdout.write(
      `Restored ${rows} rows of ${manifest.tables.length} tables from ${file}, as they were on ${manifest.made_at}; the chain is intact. Everyone signs in anew\n`,
    )
    return 0
  },
}

async function checkChain(db: Db): Promise<void> {
  const verdict = await verifyChainWithin(db)
  if (!verdict.intact) {
    throw new BackupError(
      `Nothing was restored: acknowledgment ${verdict.sequence} of the backup does not fit: ${verdict.reason}`,
    )
  }
}
