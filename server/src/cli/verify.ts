import { readFile } from 'node:fs/promises'
import {
  sayWhetherChainFits,
  sayWhetherCheckpointsFit,
  sayWhetherObligationsFit,
} from '../features/backups/say-whether-it-fits.ts'
import { type Copy, CopyError, readCopy } from '../features/evidence/copies.ts'
import { NoteError, readVerifierKey, type VerifierKey } from '../features/evidence/signed-note.ts'
import { type Command, OperatorError } from './command.ts'

const usage = '[<hash> | --against <file>…] [--witness <key>]…'

export const verify: Command = {
  usage,
  summary:
    'Re-computes the chain of acknowledgments and its checkpoints, names the first that does not fit, and says whether a hash, receipt, checkpoint or time stamp that you kept still agrees; compares who must do what with what is required and was done.',
  run: async ({ args, config, open, print }) => {
    const given = [config.witness?.key ?? [], ...keysOf(args)].flat()
    const witnesses = await Promise.all(given.map(readWitness))
    const { hash, files } = await readArguments(withoutKeys(args))
    const { db } = await open()
    const { intact, records, place } = await sayWhetherChainFits(db, print, hash)
    if (!intact) return 1
    if (hash !== undefined) {
      print(
        place
          ? `It contains the hash ${hash}: acknowledgment ${place.sequence} of ${records}, sealed ${place.acknowledged_at}`
          : `It does not contain the hash ${hash}`,
      )
    }
    const agrees = await sayWhetherCheckpointsFit(db, print, { files, witnesses })
    if (files.length === 0 && hash === undefined) print(SELF_ATTESTED)
    const fits = await sayWhetherObligationsFit(db, print)
    return agrees && fits && (hash === undefined || place) ? 0 : 1
  },
}

const SELF_ATTESTED =
  'Self-attested: nothing from outside was compared, and whoever rules the database could have computed all of it anew. Compare a receipt or a mailed checkpoint with --against.'

interface File {
  name: string
  copy: Copy
}

const WITNESS = '--witness'
/** What follows each `--witness`; an empty text where nothing does. */
const keysOf = (args: string[]) =>
  args.flatMap((word, at) => (word === WITNESS ? [args[at + 1] ?? ''] : []))
const withoutKeys = (args: string[]) =>
  args.filter((word, at) => word !== WITNESS && args[at - 1] !== WITNESS)

/** @throws OperatorError where it is no witness's key */
async function readWitness(text: string): Promise<VerifierKey> {
  try {
    const key = await readVerifierKey(text)
    if (key.type === 'cosignature') return key
  } catch (error) {
    if (!(error instanceof NoteError)) throw error
  }
  throw new OperatorError(`That is no key of a witness: ${text}`)
}

/** @throws OperatorError for anything that is neither a hash nor files that can be compared */
async function readArguments(args: string[]): Promise<{ hash: string | undefined; files: File[] }> {
  const [given, ...others] = args
  if (given === undefined) return { hash: undefined, files: [] }
  if (given === '--against' && others.length > 0) {
    return { hash: undefined, files: await Promise.all(others.map(readFileToCompare)) }
  }
  const hash = given.trim().toLowerCase()
  if (others.length === 0 && /^[\da-f]{64}$/.test(hash)) return { hash, files: [] }
  throw new OperatorError(
    `A hash is 64 letters and digits, as the record shows them. Usage: verify ${usage}`,
  )
}

async function readFileToCompare(name: string): Promise<File> {
  try {
    return { name, copy: readCopy(await readFile(name)) }
  } catch (error) {
    if (error instanceof CopyError) throw new Error(`${name}: ${error.message}`, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`${name} can't be read: ${reason}`)
  }
}
