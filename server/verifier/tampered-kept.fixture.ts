import { hashOfRecord } from '../src/features/policies/acknowledgment-chain.ts'
import { asWritten, packOf, TestKey, type TestRecord } from './pack.fixture.ts'
import { type Case, World } from './world.fixture.ts'

/** What was kept of the time after a pack, and lines below checkpoints. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofKept(world: World, good: Buffer): Promise<Case[]> {
  const cutOff = await shorter(world).pack()
  const checkpoints = (...notes: string[]) => ({
    checkpoints: notes.map((text, index) => ({ name: `kept-${index + 1}`, text })),
  })
  const newest = world.notes.at(-1)!.note
  const witnessed = await world.cosignature(4)
  const twice = newest.replace(/(— .*\n)/, '$1$1')
  const [fourth, otherFourth] = [await fourthOf(world, {}), await fourthOf(world, { number: 4 }, 2)]
  const clock = { time: '2026-11-20T09:40:00.000Z' }
  return [
    [
      'a checkpoint of a later number and an earlier time',
      'or the portal’s clock was set back',
      cutOff,
      checkpoints(await fourthOf(world, clock)),
    ],
    [
      'a newer checkpoint of as many records with another root',
      'another history than the pack',
      good,
      checkpoints(await nextOf(world, { root: Buffer.alloc(32, 7) })),
    ],
    [
      'two newer checkpoints of one number',
      'another history than the checkpoint 4 in “kept-1”',
      cutOff,
      checkpoints(fourth, otherFourth),
    ],
    [
      'two receipts of one place behind the end of the pack',
      'tells of another record than the receipt “receipt-9.json” names',
      cutOff,
      { receipts: [receiptOf(world, 9), receiptOf(world, 9, { person_name: 'Eve' })] },
    ],
    [
      'a receipt of a place behind the end of the pack, and another before it',
      'follows another record than the receipt “receipt-9.json” names',
      cutOff,
      { receipts: [receiptOf(world, 9), receiptOf(world, 10, { previous_hash: 'ab'.repeat(32) })] },
    ],
    [
      'a receipt beside a newer checkpoint that ends in another record',
      'than the checkpoint 4 in “kept-1” ends in',
      cutOff,
      { ...checkpoints(fourth), receipts: [receiptOf(world, 12, { person_name: 'Eve' })] },
    ],
    [
      'a kept checkpoint that another key of the pack signed',
      'is not the one that the pack has under this number',
      ...(await bySecondKey()),
    ],
    [
      'a kept checkpoint with a line that no witness wrote',
      'a line below the portal’s signature that no witness wrote',
      good,
      checkpoints(`${newest}— w.example.com AAAAAAAA\n`),
    ],
    [
      'a kept checkpoint that the portal signed twice',
      'a line below the portal’s signature that no witness wrote',
      good,
      checkpoints(twice),
    ],
    [
      'a kept checkpoint whose first line is a witness’s',
      'is not signed by a key of this pack',
      good,
      checkpoints(newest.replace('\n\n', `\n\n${witnessed}\n`)),
    ],
  ]
}

/** Its first two checkpoints alone, of seven records. */
export function shorter(world: World): World {
  const other = new World(world.key)
  other.notes = world.notes.slice(0, 2)
  return other
}

/** The next checkpoint of as many records. */
export async function nextOf(world: World, says: object): Promise<string> {
  const other = new World(world.key)
  other.notes = [...world.notes]
  await other.addCheckpoint(world.notes.at(-1)!.size, says)
  return other.notes.at(-1)!.note
}

/** Two after those of the shorter one, of more records. @param skip how many after its second are left out */
export async function fourthOf(world: World, says: object, skip = 3): Promise<string> {
  const other = new World(world.key)
  other.notes = world.notes.slice(0, skip)
  await other.addCheckpoint(12, says)
  return other.notes.at(-1)!.note
}

/** A receipt of a day later, of a record that is another one. */
export function receiptOf(world: World, sequence: number, change: Partial<TestRecord> = {}) {
  const { hash: _, ...record } = world.records[sequence - 1]!
  const sealed = { ...record, acknowledged_at: '2026-11-21T09:00:00.000Z', ...change }
  const receipt = JSON.parse(world.receipt(sequence).text) as object
  return {
    name: `${Object.keys(change).join('') || 'receipt'}-${sequence}.json`,
    text: JSON.stringify({
      ...receipt,
      record: asWritten({ ...sealed, hash: hashOfRecord(sealed) }),
    }),
  }
}

async function bySecondKey(): Promise<[Buffer, Case[3]]> {
  const second = new TestKey()
  const turned = new World()
  await turned.addCheckpoint(3, { key: { word: 'next-key', vkey: await second.vkey() } })
  await turned.addCheckpoint(12, { signer: second })
  const draft = await turned.draft({ keys: [turned.key, second] })
  const text = await second.note(`${turned.notes[0]!.note.split('\n\n')[0]!}\n`)
  return [await packOf({ ...draft, signer: second }), { checkpoints: [{ name: '1.note', text }] }]
}
