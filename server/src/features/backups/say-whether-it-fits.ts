import type { Db } from '../../db/connect.ts'
import type { Copy } from '../evidence/copies.ts'
import type { VerifierKey } from '../evidence/signed-note.ts'
import { verifyCheckpoints } from '../evidence/verify-checkpoints.actions.ts'
import { type Misfit, verifyObligations } from '../obligations/verify-obligations.actions.ts'
import { type PlaceInChain, verifyChain } from '../policies/verify-chain.actions.ts'

type Print = (line: string) => void

/** More of them say nothing new; `repair` lists them all. */
const MOST_LISTED = 20

/** Re-computes the chain of acknowledgments, and says in a sentence whether it fits. */
export async function sayWhetherChainFits(
  db: Db,
  print: Print,
  hash?: string,
): Promise<{ intact: boolean; records: number; place: PlaceInChain }> {
  const { verdict, place } = await verifyChain(db, hash)
  print(
    verdict.intact
      ? `The chain is intact: ${verdict.records} acknowledgments, ending in ${verdict.head}`
      : `Acknowledgment ${verdict.sequence} does not fit: ${verdict.reason}`,
  )
  return { intact: verdict.intact, records: verdict.intact ? verdict.records : 0, place }
}

/** The same of checkpoints, and of copies that were kept outside. */
export async function sayWhetherCheckpointsFit(
  db: Db,
  print: Print,
  given: { files: { name: string; copy: Copy }[]; witnesses: VerifierKey[] },
): Promise<boolean> {
  const { files, witnesses } = given
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
  return verdict.intact && findings.every(({ agrees }) => agrees)
}

/** The same of who must do what. */
export async function sayWhetherObligationsFit(db: Db, print: Print): Promise<boolean> {
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
