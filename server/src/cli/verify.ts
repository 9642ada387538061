import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import { type Command, OperatorError } from './command.ts'

const usage = '[<hash>]'

export const verify: Command = {
  usage,
  summary:
    'Re-computes the chain of acknowledgments; names the first record that does not fit, and the place of a hash that you kept.',
  run: async ({ args, open, print }) => {
    const hash = readHash(args)
    const { db } = await open()
    const { verdict, place } = await verifyChain(db, hash)
    if (!verdict.intact) {
      print(`Acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}`)
      return 1
    }
    print(`The chain is intact: ${verdict.records} acknowledgments, ending in ${verdict.head}`)
    if (hash === undefined) return 0
    print(
      place
        ? `It contains the hash ${hash}: acknowledgment ${place.sequence} of ${verdict.records}, sealed ${place.acknowledged_at}`
        : `It does not contain the hash ${hash}`,
    )
    return place ? 0 : 1
  },
}

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
