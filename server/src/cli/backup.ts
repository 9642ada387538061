import { resolve } from 'node:path'
import { openSourceBeside } from '../database.ts'
import { connect, type ConnectionSource } from '../db/connect.ts'
import { recordAudit } from '../platform/audit.ts'
import { wordsOfProgress } from '../platform/backup-manifest.ts'
import { writeBackup } from '../platform/backup.ts'
import { filesFolder } from '../platform/files.ts'
import { filesOf } from './files-of.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { insertMadeByCommand } from '../features/backups/backups.queries.ts'
import { commandOrigin } from './origin.ts'
import { progressLine } from './progress-line.ts'

export const backup: Command = {
  usage: '<file>',
  summary: 'Copies everything to a new file, while the server runs or not.',
  run: async ({ args, config, terminal, print }) => {
    const startedAt = new Date().toISOString()
    const [name] = args
    if (!name || args.length !== 1 || name.startsWith('-')) {
      throw new OperatorError('Please name the file to make. Usage: backup <file>')
    }
    const file = resolve(name)
    const database = await openSourceBeside(config, silent)
    const progress = progressLine(terminal)
    try {
      const { manifest, fileBytes } = await writeBackup(
        database.direct,
        file,
        (at) => progress.show(wordsOfProgress(at)),
        filesFolder(config),
      )
      progress.clear()
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      print(
        `Backed up ${rows} rows of ${manifest.tables.length} tables and ${filesOf(manifest)} to ${file} (${megabytes(fileBytes)})`,
      )
      await recordBackup(database.direct, {
        startedAt,
        file,
        rows,
        files: manifest.files.length,
        bytes: fileBytes,
      }).catch((error: Error) => {
        terminal.errors.write(
          `The backup is complete, but the audit trail does not have it: ${error.message}\n`,
        )
      })
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
  made: Parameters<typeof insertMadeByCommand>[1],
): Promise<void> {
  const db = connect(source, 1, () => undefined)
  try {
    await recordAudit(
      db,
      { origin: commandOrigin() },
      { action: 'backup.made', details: { file: made.file, rows: made.rows } },
    )
    await insertMadeByCommand(db, made)
  } finally {
    await db.destroy()
  }
}
