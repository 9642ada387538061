import {
  type Misfit,
  verifyObligations,
} from '../features/obligations/verify-obligations.actions.ts'
import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import { type Command, type CommandContext, OperatorError } from './command.ts'

const usage = '[<hash>]'
/** More of them say nothing new; `repair` lists them all. */
const MOST_LISTED = 20

export const verify: Command = {
  usage,
  summary:
    'Re-computes the chain of acknowledgments, names the first record that does not fit, and the place of a hash that you kept; compares who must do what with what is required and was done.',
  run: async ({ args, open, print }) => {
    const hash = readHash(args)
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
    const fits = await sayWhetherObligationsFit(db, print)
    return fits && (hash === undefined || place) ? 0 : 1
  },
}

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

/** Undefined where none was given. @throws OperatorError for anything that is no hash */
function readHash(args: string[]): string | undefined {
  const [given, ...others] = args
  if (given === undefined) return undefined
  const hash = given.trim().toLowerCase()
  if (others.length === 0 && /^[\da-f]{64}$/.test(hash)) return hash
  throw new OperatorError(
    `A hash is 64 letters and digits, as the record shows them. Usage: verify ${usage}`,
  )
}
