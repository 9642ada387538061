import { stdout } from 'node:process'
import { verifyChain } from '../features/policies/verify-chain.actions.ts'
import type { Command } from './command.ts'

export const verify: Command = {
  usage: '',
  summary: 'Re-computes the chain of acknowledgments; names the first record that does not fit.',
  run: async ({ open }) => {
    const { db } = await open()
    const verdict = await verifyChain(db)
    if (verdict.intact) {
      stdout.write(
        `The chain is intact: ${verdict.records} acknowledgments, ending in ${verdict.head}\n`,
      )
      return 0
    }
    stdout.write(`Acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}\n`)
    return 1
  },
}
