import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openSource } from '../database.ts'
import type { Db } from '../db/connect.ts'
import { type ChainVerdict, verifyChainWithin } from '../features/policies/verify-chain.actions.ts'
import { recordAudit } from '../platform/audit.ts'
import { restoreFiles } from '../platform/backup-files.ts'
import { filesFolder } from '../platform/files.ts'
import { filesOf } from './files-of.ts'
import { BackupError, type Manifest, wordsOfProgress } from '../platform/backup-manifest.ts'
import { verifyBackup } from '../platform/backup-verify.ts'
import { restoreBackup } from '../platform/restore.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { commandOrigin } from './origin.ts'
import { progressLine } from './progress-line.ts'

const usage = '<file> [--despite-broken-chain]'

export const restore: Command = {
  usage,
  summary: 'Loads a backup into an empty installation whose server is stopped.',
  run: async ({ args, config, terminal, print }) => {
    const { file, despiteBrokenChain } = readArguments(args)
    const progress = progressLine(terminal)
    progress.show('Checking the backup')
    // Before the database: a damaged file doesn't even make a data folder.
    const manifest = await verifyBackup(file).finally(progress.clear)
    const database = await openSource(config, silent)
    let chain = ''
    let takeFilesAway = async () => {}
    try {
      const leftOut = await restoreBackup(database.direct, file, {
        manifest,
        finish: async (db) => {
          progress.show('Checking the chain of acknowledgments')
          chain = accept(await verifyChainWithin(db), despiteBrokenChain)
          progress.show('Putting the files in their places')
          takeFilesAway = await restoreFiles(file, manifest, filesFolder(config))
          await recordRestore(db, manifest)
        },
        onProgress: (at) => progress.show(wordsOfProgress(at)),
      })
      progress.clear()
      for (const line of report({ file, manifest, leftOut, chain })) print(line)
      return 0
    } catch (error) {
      await takeFilesAway()
      throw error
    } finally {
      progress.clear()
      await database.close()
    }
  },
}

function readArguments(args: string[]): { file: string; despiteBrokenChain: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'despite-broken-chain': { type: 'boolean', default: false } },
    })
    const [name, ...others] = positionals
    if (name && others.length === 0) {
      return { file: resolve(name), despiteBrokenChain: values['despite-broken-chain'] }
    }
  } catch {
    // An option that there isn't.
  }
  throw new OperatorError(`Please name the backup. Usage: restore ${usage}`)
}

/** A chain that was broken when it was backed up is kept out, unless it is all that there is. */
function accept(verdict: ChainVerdict, despiteBrokenChain: boolean): string {
  if (verdict.intact) return `The chain of ${verdict.records} acknowledgments is intact`
  const broken = `acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}`
  if (despiteBrokenChain) return `The chain is broken as it was in the backup: ${broken}`
  throw new BackupError(
    `Nothing was restored: the chain was broken when it was backed up, ${broken}. --despite-broken-chain restores it as it is`,
  )
}

async function recordRestore(db: Db, { made_at, program }: Manifest): Promise<void> {
  await recordAudit(
    db,
    { origin: commandOrigin() },
    { action: 'backup.restored', details: { backup_made_at: made_at, backup_program: program } },
  )
}

function report({
  file,
  manifest,
  leftOut,
  chain,
}: {
  file: string
  manifest: Manifest
  leftOut: string[]
  chain: string
}): string[] {
  const { tables, made_at } = manifest
  const loaded = tables.filter(({ name }) => !leftOut.includes(name))
  const rows = loaded.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored ${rows} rows of ${loaded.length} tables and ${filesOf(manifest)} from ${file}, as they were at ${made_at}`,
    `${chain}. Everyone signs in anew`,
    ...(leftOut.length > 0 ? [`Left out, not Front Desk's: ${leftOut.join(', ')}`] : []),
  ]
}
