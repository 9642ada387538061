import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import type { Command } from './command.ts'

export const verify: Command = {
  usage: '',
  summary: 'Re-computes the chain of acknowledgments; names the first record that does not fit.',
  run: async ({ open, print }) => {
    const { db } = await open()
    const verdict = await verifyChain(db)
    if (verdict.intact) {
      print(`The chain is intact: ${verdict.records} acknowledgments, ending in ${verdict.head}`)
      return 0
    }
    print(`Acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}`)
    return 1
  },
}
