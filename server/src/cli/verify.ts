import { readFile } from 'node:fs/promises'
import {
  type Misfit,
  verifyObligations,
} from '../features/obligations/verify-obligations.actions.ts'
import { type Copy, CopyError, readCopy } from '../features/evidence/copies.ts'
import { NoteError, readVerifierKey, type VerifierKey } from '../features/evidence/signed-note.ts'
import { verifyCheckpoints } from '../features/evidence/verify-checkpoints.actions.ts'
import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import { type Command, type CommandContext, OperatorError } from './command.ts'

const usage = '[<hash> | --against <file>…] [--witness <key>]…'
/** More of them say nothing new; `repair` lists them all. */
const MOST_LISTED = 20

export const verify: Command = {
  usage,
  summary:
    'Re-computes the chain of acknowledgments and its checkpoints, names the first that does not fit, and says whether a hash, receipt, checkpoint or time stamp that you kept still agrees; compares who must do what with what is required and was done.',
  run: async ({ args, config, open, print }) => {
    const given = [config.witness?.key ?? [], ...keysOf(args)].flat()
    const witnesses = await Promise.all(given.map(readWitness))
    const { hash, files } = await readArguments(withoutKeys(args))
    const { db } = await open()
    const { verdict, place } = await verifyChain(db, hash)
    if (!verdict.intact) {
      print(`Acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}`)
      return 1
    }
    print(`The chain is intact: ${verdict.records} acknowledgments, ending in ${verdict.head}`)
    if (hash !== undefined) {
      print(
        place
          ? `It contains the hash ${hash}: acknowledgment ${place.sequence} of ${verdict.records}, sealed ${place.acknowledged_at}`
          : `It does not contain the hash ${hash}`,
      )
    }
    const agrees = await sayWhetherCheckpointsFit(db, {
      files,
      print,
      hash,
      witnesses,
    })
    const fits = await sayWhetherObligationsFit(db, print)
    return agrees && fits && (hash === undefined || place) ? 0 : 1
  },
}

async function sayWhetherCheckpointsFit(
  db: Parameters<typeof verifyCheckpoints>[0],
  given: {
    files: File[]
    hash: string | undefined
    print: CommandContext['print']
    witnesses: VerifierKey[]
  },
): Promise<boolean> {
  const { files, hash, print, witnesses } = given
  const copies = files.map(({ copy }) => copy)
  const { verdict, findings } = await verifyCheckpoints(db, copies, witnesses)
  if (verdict.intact) {
    print(
      verdict.checkpoints === 0
        ? 'There are no checkpoints yet'
        : `The checkpoints fit: ${verdict.checkpoints}, the newest covers ${verdict.covered} acknowledgments`,
    )
    const { checked, others } = verdict.cosignatures
    if (checked > 0) print(`${checked} cosignatures of witnesses on them are right`)
    if (others > 0) print(`${others} cosignatures on them were not checked: the keys are not known`)
    for (const number of verdict.lostKeys) {
      print(`At checkpoint ${number} the key changed without the former one's word`)
    }
  } else print(`Checkpoint ${verdict.number} does not fit: ${verdict.reason}`)
  findings.forEach(({ sentence }, at) => print(`${files[at]!.name}: ${sentence}`))
  if (files.length === 0 && hash === undefined) print(SELF_ATTESTED)
  return verdict.intact && findings.every(({ agrees }) => agrees)
}

const SELF_ATTESTED =
  'Self-attested: nothing from outside was compared, and whoever rules the database could have computed all of it anew. Compare a receipt or a mailed checkpoint with --against.'

async function sayWhetherObligationsFit(
  db: Parameters<typeof verifyObligations>[0],
  print: CommandContext['print'],
): Promise<boolean> {
  let listed = 0
  const { people, compared, misfits, waiting } = await verifyObligations(db, (misfit) => {
    listed += 1
    if (listed <= MOST_LISTED) print(`Obligation that does not fit: ${wordsOf(misfit)}`)
  })
  if (waiting > 0) {
    print(`${waiting} items are still being worked out: of them not everybody was compared`)
  }
  if (misfits === 0) {
    print(`The obligations fit: ${compared} of ${people} people`)
    return true
  }
  const more = misfits > MOST_LISTED ? ` (${misfits - MOST_LISTED} more than are listed)` : ''
  print(`${misfits} of ${compared} obligations do not fit${more}; \`repair\` mends them`)
  return false
}

/** Such as `Ana Ruiz, “Wire fraud”: open, due …; it should be: done`. */
export const wordsOf = ({ person, item, stored, wanted }: Misfit) =>
  `${person}, “${item}”: ${stored}; it should be: ${wanted}`

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
