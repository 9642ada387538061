import { parseArgs } from 'node:util'
import { FILE_KINDS, type StoragePlace } from '../platform/files.ts'
import { moveFiles } from '../platform/move-files.ts'
import { readS3Location } from '../platform/s3-location.ts'
import { type Command, OperatorError } from './command.ts'
import { progressLine } from './progress-line.ts'

/** Files lie apart from the database: this command never opens it. */
export const storage: Command = {
  usage: 'move --from <place> --to <place>',
  summary: 'Copies all files from one storage to the other; a place is `disk` or `s3://…`.',
  run: async ({ args, config, terminal, print }) => {
    const [action, ...rest] = args
    const { from, to } = readPlaces(rest)
    if (action !== 'move' || !from || !to || from === to) {
      throw new OperatorError('Usage: storage move --from disk --to s3://… (or the other way)')
    }
    const line = progressLine(terminal)
    const places = [from, to].map((place) => placeOf(place, config.dataDir)) as [
      StoragePlace,
      StoragePlace,
    ]
    let copied = 0
    let there = 0
    for (const kind of FILE_KINDS) {
      const done = await moveFiles(places, kind, (count) =>
        line.show(`${kind}: ${count} files looked at`),
      )
      copied += done.copied
      there += done.there
    }
    line.clear()
    print(`Copied ${copied} files; ${there} were there already. All are equal by their SHA-256.`)
    print(
      'Set STORAGE_URL to the new place and start the server. The old files stay where they are.',
    )
    return 0
  },
}

function readPlaces(args: string[]): { from?: string; to?: string } {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}

function placeOf(place: string, dataDir: string): StoragePlace {
  if (place === 'disk') return { dataDir, storage: null }
  const location = readS3Location(place)
  if (!location) throw new OperatorError('A place is `disk` or s3://key:secret@bucket/folder?…')
  return { dataDir, storage: location }
}
