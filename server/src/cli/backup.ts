import { resolve } from 'node:path'
import { stderr, stdout } from 'node:process'
import { openSourceBeside } from '../database.ts'
import { connect, type ConnectionSource } from '../db/connect.ts'
import { recordAudit } from '../platform/audit.ts'
import { writeBackup } from '../platform/backup.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { commandOrigin } from './origin.ts'
import { progressLine } from './progress-line.ts'

export const backup: Command = {
  usage: '<file>',
  summary: 'Copies everything to a new file, while the server runs or not.',
  run: async ({ args, config }) => {
    const [name] = args
    if (!name || args.length !== 1 || name.startsWith('-')) {
      throw new OperatorError('Please name the file to make. Usage: backup <file>')
    }
    const file = resolve(name)
    const database = await openSourceBeside(config, silent)
    const progress = progressLine(stderr)
    try {
      const { manifest, fileBytes } = await writeBackup(database.direct, file, ({ table, rows }) =>
        progress.show(`${table}: ${rows} rows`),
      )
      progress.clear()
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      stdout.write(
        `Backed up ${rows} rows of ${manifest.tables.length} tables to ${file} (${megabytes(fileBytes)})\n`,
      )
      await recordBackup(database.direct, { file, rows })
      return 0
    } finally {
      progress.clear()
      await database.close()
    }
  },
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Whoever has the file has everything: the trail says who took it. */
async function recordBackup(
  source: ConnectionSource,
  details: { file: string; rows: number },
): Promise<void> {
  const db = connect(source, 1, () => undefined)
  try {
    await recordAudit(db, { origin: commandOrigin() }, { action: 'backup.made', details })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    stderr.write(`The backup is complete, but the audit trail does not have it: ${reason}\n`)
  } finally {
    await db.destroy()
  }
}
