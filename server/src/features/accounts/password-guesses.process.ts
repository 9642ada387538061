/** A process of its own (`password-guesses.ts`): its lists fill 80 MB and one try may take a while. */
import process from 'node:process'
import { type MatchExtended, ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import type { Guesses, GuessesRequest } from './password-guesses.ts'

// Of little use beside the others, and most of the memory.
const { 'lastnames-en': _, 'wikipedia-en': __, ...words } = english

const zxcvbn = new ZxcvbnFactory({
  dictionary: { 'passwords-common': common['passwords-common'], ...words },
  graphs: adjacencyGraphs,
  // Readings of `@`, `$` and the like multiply; a few find what people choose.
  l33tMaxSubstitutions: 20,
})

function weaknessOf(parts: readonly MatchExtended[]): Guesses['weakness'] {
  const isPart = (...patterns: string[]) => parts.some((part) => patterns.includes(part.pattern))
  const [only] = parts
  if (parts.length === 1 && only && 'dictionaryName' in only) {
    if (only.dictionaryName === 'passwords-common') return 'common'
  }
  if (isPart('repeat')) return 'repeats'
  if (isPart('sequence', 'spatial', 'wordSequence')) return 'sequence'
  return 'words'
}

process.on('message', ({ id, password }: GuessesRequest) => {
  const { guesses, sequence } = zxcvbn.check(password)
  process.send?.({ id, guesses, weakness: weaknessOf(sequence) })
})
