import { resolve } from 'node:path'
import { stderr, stdout } from 'node:process'
import { openSourceBeside } from '../database.ts'
import { writeBackup } from '../platform/backup.ts'
import { type Command, OperatorError, silent } from './command.ts'
import { progressLine } from './progress-line.ts'

export const backup: Command = {
  usage: '<file>',
  summary: 'Copies everything to a new file, while the server runs or not.',
  run: async ({ args, config }) => {
    const [name] = args
    if (!name || args.length !== 1) {
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
