import { resolve } from 'node:path'
import process from 'node:process'
import { readVerifierKey } from '../features/evidence/signed-note.ts'
import {
  beatRehearsal,
  endRehearsal,
  insertRehearsal,
} from '../features/backups/backups.queries.ts'
import { rehearse as rehearseFile } from '../features/backups/rehearse.actions.ts'
import { rehearseNewest } from '../features/backups/run-backup.actions.ts'
import { wordsOfProgress } from '../platform/backup-manifest.ts'
import { type Command, OperatorError } from './command.ts'
import { progressLine } from './progress-line.ts'

const BEAT_MS = 20_000

export const rehearse: Command = {
  usage: '[<file>]',
  summary:
    'Restores the newest backup, or the one in the file, into a database that is made for it and dropped after it, verifies what it finds there, and says what it found.',
  run: async ({ args, config, open, terminal, print }) => {
    const [file, ...others] = args
    if (others.length > 0 || file?.startsWith('-')) {
      throw new OperatorError('It takes one backup at most. Usage: rehearse [<file>]')
    }
    const { db, direct } = await open()
    const row = await insertRehearsal(db, { cause: 'command', state: 'running' })
    if (!row) throw new Error('Another rehearsal is under way')
    const progress = progressLine(terminal)
    progress.show('Checking the backup')
    const interrupted = new AbortController()
    const onSignal = () => interrupted.abort()
    process.once('SIGINT', onSignal)
    process.once('SIGTERM', onSignal)
    const beat = setInterval(() => void beatRehearsal(db, row.id).catch(() => undefined), BEAT_MS)
    const options = {
      signal: interrupted.signal,
      witnesses: config.witness ? [await readVerifierKey(config.witness.key)] : [],
      onProgress: (at: Parameters<typeof wordsOfProgress>[0]) => progress.show(wordsOfProgress(at)),
    }
    const result = file
      ? { ...(await rehearseFile(direct, resolve(file), options)), backup: resolve(file) }
      : await rehearseNewest({ db, direct, config }, options)
    progress.clear()
    clearInterval(beat)
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    await endRehearsal(db, row.id, result)
    for (const line of result.report) print(line)
    print(result.passed ? 'The backup would do' : 'The backup would not do')
    return result.passed ? 0 : 1
  },
}
