import { lines, packOf, PEOPLE, rowsOf, TestKey } from './pack.fixture.ts'
import { type Case, fileOf, rewrite, World } from './world.fixture.ts'

/** Checkpoints that the operator signed and that do not go together. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofCheckpoints(world: World): Promise<Case[]> {
  const [one, two, three] = world.notes.map(({ note }) => note)
  const put = (number: number, note: string) =>
    world.pack((draft) => draft.files.set(fileOf(number), Buffer.from(note)))
  /** Another world with the same key, made a step at a time. */
  const grown = async (grow: (other: World) => Promise<unknown>) => {
    const other = new World(world.key)
    await grow(other)
    return other.pack()
  }
  const withNotes = (more: object) =>
    grown(async (other) => {
      await other.addCheckpoint(3)
      await other.addCheckpoint(12, more)
    })
  const other = new TestKey()
  return [
    [
      'a checkpoint left out',
      'Checkpoint 2 is missing',
      world.pack((d) => d.files.delete(fileOf(2))),
    ],
    ['a checkpoint twice', 'Checkpoint 3 is another one', put(3, two!)],
    [
      'a checkpoint by another key',
      'is not signed by the key of this portal',
      withNotes({ signer: other }),
    ],
    [
      'a checkpoint whose words were changed',
      'Checkpoint 3 is not signed by the key of this portal',
      put(3, three!.replace('time 2026', 'time 2025')),
    ],
    [
      'a checkpoint that is no note',
      'Checkpoint 1 is not written',
      put(1, one!.replace('\n\n', '\n')),
    ],
    [
      'a checkpoint of another portal',
      'is of another portal',
      withNotes({ origin: 'front-desk.ffffffffffffffff' }),
    ],
    [
      'a checkpoint that follows another one',
      'does not follow checkpoint 1 of the pack',
      withNotes({ previous: 'ab'.repeat(32) }),
    ],
    [
      'a checkpoint that ends in another record',
      'ends in another record',
      withNotes({ head: 'ab'.repeat(32) }),
    ],
    [
      'a checkpoint that ends in another record than the next one of the pack follows',
      'Checkpoint 1 ends in another record',
      ofAnother(world, [7], { head: 'ab'.repeat(32) }),
    ],
    [
      'a checkpoint with fewer records',
      'fewer than the one before it',
      world.pack(async (draft) => {
        const smaller = new World(world.key)
        for (const size of [7, 3, 12, 12]) await smaller.addCheckpoint(size)
        smaller.notes.forEach(({ note }, index) => {
          draft.files.set(fileOf(index + 1), Buffer.from(note))
        })
      }),
    ],
    ['a fork', 'the history was rewritten between them', fork(world)],
    [
      'two checkpoints of as many records that end in two',
      'ends in another record than the one before it',
      ofAnother(world, [3, 6, 6], { head: 'ab'.repeat(32) }),
    ],
    [
      'a checkpoint of no records that names one',
      'is of no records and names some',
      ofAnother(world, [0], { size: 0, head: 'ab'.repeat(32) }),
    ],
    [
      'a proof of growth left out',
      'continues the one before it is missing',
      world.pack((draft) => draft.files.set('consistency.jsonl', lines([]))),
    ],
    [
      'a proof of growth changed',
      'does not continue checkpoint 1',
      world.pack((draft) => {
        const [first, ...rest] = rowsOf(draft.files.get('consistency.jsonl')!)
        const path = ['00'.repeat(32), ...(first!.path as string[]).slice(1)]
        draft.files.set('consistency.jsonl', lines([{ ...first, path }, ...rest]))
      }),
    ],
    [
      'a checkpoint that hands over to a key that is not there',
      'hands over to a key that the pack does not name',
      withNotes({ key: { word: 'next-key', vkey: await other.vkey() } }),
    ],
    [
      'a key that was never in use called lost',
      'speaks of a lost key that was not in use',
      withNotes({ key: { word: 'lost-key', vkey: await other.vkey() } }),
    ],
    [
      'a key that signed nothing',
      'names a key by which no checkpoint of it is signed',
      world
        .draft({ keys: [world.key, other] })
        .then((draft) => packOf({ ...draft, signer: other })),
    ],
    [
      'a checkpoint that the manifest does not reach',
      'belongs to no checkpoint of the pack',
      world.pack((draft) => draft.files.set(fileOf(9), Buffer.from(one!))),
    ],
  ]
}

/** A pack about Ben, who has every third record from the second on; the last of these checkpoints says something else. */
async function ofAnother({ key }: World, sizes: number[], more: object): Promise<Buffer> {
  const other = new World(key)
  for (const [index, size] of sizes.entries())
    await other.addCheckpoint(size, index === sizes.length - 1 ? more : {})
  await other.addCheckpoint(12)
  return packOf(await other.draft({ user: PEOPLE[1]!.id }))
}

/** Whole, without a single record of it. */
const aboutNobody = async (world: World) =>
  packOf(await world.draft({ user: '01a1fc28-0000-7000-8000-000000000009' }))

/** The eighth record came after every checkpoint, and after another seventh. */
const rewrittenLater: typeof rewrite = (record) =>
  record.sequence === 8
    ? { ...record, acknowledged_at: '2026-11-21T08:00:00.000Z' }
    : rewrite!(record)

/** Two checkpoints of the history as it was, and two of the one that was put in its place. */
async function fork(world: World): Promise<Buffer> {
  const was = new World(world.key)
  for (const size of [3, 6]) await was.addCheckpoint(size)
  const rewritten = new World(world.key, rewrite)
  rewritten.notes = was.notes
  await rewritten.addCheckpoint(9)
  await rewritten.addCheckpoint(12)
  // None of their records is one that a checkpoint ends in, or that follows such a one.
  return packOf(await rewritten.draft({ user: PEOPLE[1]!.id }))
}

/** Packs that are whole, beside what somebody else kept. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofCopies(world: World, good: Buffer): Promise<Case[]> {
  const rewritten = await World.make(world.key, rewrite)
  const anew = await rewritten.pack()
  const cut = new World(world.key)
  for (const size of [3, 7]) await cut.addCheckpoint(size)
  const cutOff = await cut.pack()
  const longer = new World(world.key)
  longer.notes = [...world.notes]
  await longer.addCheckpoint(12)
  const stranger = await World.make()
  const second = new TestKey()
  const turned = new World()
  await turned.addCheckpoint(3, { key: { word: 'next-key', vkey: await second.vkey() } })
  await turned.addCheckpoint(12, { signer: second })
  const receipt = world.receipt(5)
  const changed = (from: string, to: string) => ({
    ...receipt,
    text: receipt.text.replace(from, to),
  })
  const receipts = (...some: { name: string; text: string }[]) => ({ receipts: some })
  const was = 'the history was rewritten'
  return [
    ['a receipt of a history that was rewritten', was, anew, receipts(world.receipt(1))],
    ['a later receipt of it', was, anew, receipts(world.receipt(9))],
    // Of a pack about somebody one thing only tells: the record, one beside it, or what a checkpoint ends in.
    ...[4, 5, 6, 12].map((sequence): Case => [
      `a receipt of record ${sequence} of it beside a pack about one person`,
      was,
      rewritten.draft({ user: PEOPLE[0]!.id }).then(packOf),
      receipts(world.receipt(sequence)),
    ]),
    [
      'a receipt that carries a checkpoint of it',
      'has under this number',
      anew,
      receipts(world.receipt(9, 2)),
    ],
    [
      'a receipt of a chain that was cut',
      'its end was cut off',
      cutOff,
      receipts(world.receipt(9)),
    ],
    [
      'a receipt of the next record, which follows another one',
      'follows another record than the pack has there',
      cutOff,
      receipts(new World(world.key, rewrittenLater).receipt(8)),
    ],
    [
      'a receipt of a record outside of the pack, which follows another than a checkpoint ends in',
      was,
      aboutNobody(world),
      receipts(rewritten.receipt(8)),
    ],
    [
      'a newer checkpoint by a key that was replaced',
      'signed by a key that was replaced before it',
      packOf(
        await turned
          .draft({ keys: [turned.key, second] })
          .then((draft) => ({ ...draft, signer: second })),
      ),
      { checkpoints: [await newerNote(turned, {})] },
    ],
    [
      'a mailed checkpoint of a history that was rewritten',
      was,
      anew,
      { checkpoints: [world.mailed(2)] },
    ],
    [
      'a mailed checkpoint of a chain that was cut',
      'another history',
      cutOff,
      { checkpoints: [{ name: 'x', text: await cutNote(world) }] },
    ],
    [
      'a newer checkpoint that follows another than the newest of the pack',
      'another history',
      good,
      { checkpoints: [await newerNote(world, { previous: 'ab'.repeat(32) })] },
    ],
    [
      'a newer checkpoint with fewer records',
      'another history',
      good,
      { checkpoints: [await newerNote(world, { size: 7 })] },
    ],
    [
      'a newer checkpoint of as many records that ends in another',
      'another history',
      good,
      { checkpoints: [await newerNote(world, { head: 'ab'.repeat(32) })] },
    ],
    [
      'a mailed checkpoint of another portal',
      'is not signed by a key of this pack',
      good,
      { checkpoints: [stranger.mailed(2)] },
    ],
    ...['_', '-', '=', '*'].map((sign): Case => [
      `a mailed checkpoint whose root has the sign ${sign}`,
      'holds no checkpoint',
      good,
      {
        checkpoints: [{ name: 'x', text: world.mailed(2).text.replace(/[\w+/]=\n/, `${sign}=\n`) }],
      },
    ]),
    [
      'a mailed checkpoint that is none',
      'holds no checkpoint',
      good,
      { checkpoints: [{ name: 'x', text: 'Hello' }] },
    ],
    [
      'a receipt whose record was changed',
      'was changed',
      good,
      receipts(changed('Ben Agent', 'Eve')),
    ],
    [
      'a receipt with another text',
      'is not the one that its record speaks of',
      good,
      receipts(changed('Call first.', 'Hi.')),
    ],
    ['a receipt that is none', 'is no receipt', good, receipts({ name: 'x', text: '[]' })],
    [
      'a receipt that is not in a pack about its signer',
      'does not have its record',
      withoutOne(world),
      receipts(world.receipt(4)),
    ],
    ['a key that is none', 'is no key of a portal', good, { key: 'front-desk.0011+00+AA==' }],
    [
      'the key of a witness for the portal’s',
      'is not signed by the key that you gave',
      good,
      { key: await world.witness.vkey() },
    ],
    [
      'a mailed checkpoint with a witness’s signature that is forged',
      'is not as the witness witness.example.com signed it',
      good,
      {
        checkpoints: [await forgedCosignature(world)],
        witnesses: [await world.witness.vkey()],
      },
    ],
    [
      'a receipt whose checkpoint has a forged one',
      'is not as the witness witness.example.com signed it',
      good,
      {
        receipts: [await withForgedCosignature(world)],
        witnesses: [await world.witness.vkey()],
      },
    ],
    [
      'the portal’s key for a witness’s',
      'is not a witness’s',
      good,
      { witnesses: [await world.key.vkey()] },
    ],
    ['a witness’s key that is none', 'is no key', good, { witnesses: ['x'] }],
    [
      'what a witness signed of another history',
      'did not sign checkpoint 1',
      cosigned(rewritten, world),
      { witnesses: [await world.witness.vkey()] },
    ],
    [
      'a line that no witness wrote',
      'is not written as a witness writes it',
      world.pack((draft) => draft.files.set(fileOf(2, 'cosignatures'), Buffer.from('— x\n'))),
    ],
  ]
}

/** The second checkpoint with what the witness signed of the third. */
async function forgedCosignature(world: World) {
  const { name, text } = world.mailed(2)
  return { name, text: `${text}${await world.cosignature(3)}\n` }
}

async function withForgedCosignature(world: World) {
  const { name, text } = world.receipt(5, 2)
  const receipt = JSON.parse(text) as object
  const { text: checkpoint } = await forgedCosignature(world)
  return { name, text: JSON.stringify({ ...receipt, checkpoint }) }
}

/** A later checkpoint with fewer records than there were. */
async function cutNote(world: World): Promise<string> {
  const other = new World(world.key)
  for (const size of [3, 3, 3]) await other.addCheckpoint(size)
  return other.notes.at(-1)!.note
}

/** Its lines are of the other one's checkpoints. */
async function cosigned(world: World, other: World): Promise<Buffer> {
  const { files } = await other.draft()
  return world.pack((draft) => {
    for (let number = 1; number <= 4; number += 1) {
      draft.files.set(fileOf(number, 'cosignatures'), files.get(fileOf(number, 'cosignatures'))!)
    }
  })
}

/** All is proven that is in it; one record of the person is not. */
async function withoutOne(world: World): Promise<Buffer> {
  const draft = await world.draft({ user: PEOPLE[0]!.id })
  for (const path of ['records.jsonl', 'proofs.jsonl']) {
    const rows = rowsOf(draft.files.get(path)!)
    draft.files.set(path, lines(rows.filter(({ sequence }) => sequence !== 4)))
  }
  return packOf(draft)
}

/** One more, of as many records. */
async function newerNote(world: World, other: object) {
  const longer = new World(world.key)
  longer.notes = [...world.notes]
  await longer.addCheckpoint(12, other)
  return longer.mailed(longer.notes.length)
}
