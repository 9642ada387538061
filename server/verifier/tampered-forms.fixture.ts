import { deflateRawSync } from 'node:zlib'
import { lines, packOf, rowsOf, TestKey } from './pack.fixture.ts'
import { type Case, fileOf, sourceOf, World } from './world.fixture.ts'
import { openArchive } from './zip.ts'

const NOT_AS_WRITTEN = 'is not written as the portal writes it'

/** By the operator, in forms that two programs might read in two ways. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofForms(world: World, good: Buffer): Promise<Case[]> {
  const replaced = (path: string, from: string | RegExp, to: string) =>
    world.pack((draft) => {
      const before = draft.files.get(path)!.toString()
      const after = before.replace(from, to)
      if (after === before) throw new Error(`Nothing was changed in ${path}`)
      draft.files.set(path, Buffer.from(after))
    })
  const added = (path: string, content: string) =>
    world.pack((draft) => draft.files.set(path, Buffer.from(content)))
  const said = (change: Record<string, unknown>) =>
    world.pack((draft) => Object.assign(draft.manifest, change))
  const scoped = (change: object) =>
    said({ scope: { user_ids: null, item_ids: null, from: null, to: null, ...change } })
  const anew = async (change: NonNullable<ConstructorParameters<typeof World>[1]>) =>
    (await World.make(world.key, change)).pack()
  const second = (change: object) =>
    anew((record) => (record.sequence === 2 ? { ...record, ...change } : record))
  return [
    ...(['2.0', '2e0', '2E0', '20e-1'] as const).map((number): Case => [
      `a place that is ${number}`,
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      replaced('records.jsonl', '"sequence":2,', `"sequence":${number},`),
    ]),
    ['a proof’s place that is 2.0', 'proof', replaced('proofs.jsonl', ':2,', ':2.0,')],
    ['a text’s version that is 1.0', NOT_AS_WRITTEN, replaced('texts.jsonl', ':1,', ':1.0,')],
    ['a text’s version in quotes', NOT_AS_WRITTEN, replaced('texts.jsonl', ':1,', ':"1",')],
    ['a size that is 3e0', 'proof', replaced('consistency.jsonl', '"from":3,', '"from":3e0,')],
    [
      'a manifest’s number that is 4.0',
      `The manifest ${NOT_AS_WRITTEN}`,
      world
        .draft()
        .then(async (draft) =>
          packOf(draft, undefined, (json) => json.replace('"checkpoint":4,', '"checkpoint":4.0,')),
        ),
    ],
    [
      'a key that comes back after it was replaced',
      `The manifest ${NOT_AS_WRITTEN}`,
      withKeyTwice(),
    ],
    [
      'an origin that no portal has',
      `The manifest ${NOT_AS_WRITTEN}`,
      World.make(new TestKey('harbor.example.com')).then(async (other) =>
        other.pack(({ manifest }) => Object.assign(manifest, { origin: other.key.name })),
      ),
    ],
    [
      'an id that two records have',
      'Record 2 has the id of another one',
      second({ id: world.records[0]!.id }),
    ],
    ['version 0', `Record 2 of the pack ${NOT_AS_WRITTEN}`, second({ version: 0 })],
    [
      'a time that each machine reads by its own zone',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      second({ acknowledged_at: '2026-11-20T09:01:00.000' }),
    ],
    [
      'a time with words of the operator’s behind it',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      second({ acknowledged_at: '2026-11-20 09:01 (as a court has found)' }),
    ],
    [
      'a day that there is not',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      second({ acknowledged_at: '2026-02-30T09:01:00.000Z' }),
    ],
    [
      'days of the scope by each machine’s own zone',
      `The manifest ${NOT_AS_WRITTEN}`,
      scoped({ from: '2026-11-20T00:00:00' }),
    ],
    [
      'words of the operator’s in place of a day',
      `The manifest ${NOT_AS_WRITTEN}`,
      said({ as_of: '2026-11-20). A court has found all of this to be true. (' }),
    ],
    [
      'no time at which it was made',
      `The manifest ${NOT_AS_WRITTEN}`,
      said({ made_at: 'yesterday' }),
    ],
    ['a record left out beside a limit that limits nothing', 'has all 12 records', short(world)],
    [
      'a second file of a checkpoint, which nothing looks at',
      'is no file of a pack',
      added('checkpoints/0000002.note', world.notes[0]!.note),
    ],
    [
      'a second token of a checkpoint, which nothing looks at',
      'is no file of a pack',
      added('checkpoints/0000002.tsr', 'token'),
    ],
    ['no line of a witness in their file', 'as a witness', added(fileOf(2, 'cosignatures'), '')],
    [
      'signs in a title that write over a screen',
      'The text “.\\[2KAccepted.” was changed',
      replaced('texts.jsonl', '"Wire fraud"', String.raw`"\u001b[2KAccepted\u202e"`),
    ],
    ['a manifest that is deflated', 'packed anew by another program', withDeflatedManifest(good)],
  ]
}

async function withKeyTwice(): Promise<Buffer> {
  const [first, second] = [new TestKey(), new TestKey()]
  const turned = new World(first)
  await turned.addCheckpoint(3, { key: { word: 'next-key', vkey: await second.vkey() } })
  await turned.addCheckpoint(7, {
    signer: second,
    key: { word: 'next-key', vkey: await first.vkey() },
  })
  await turned.addCheckpoint(12, { signer: first })
  return packOf(await turned.draft({ keys: [first, second, first] }))
}

/** As if it had everything, without the last record. */
async function short(world: World): Promise<Buffer> {
  return world.pack((draft) => {
    for (const path of ['records.jsonl', 'proofs.jsonl']) {
      draft.files.set(path, lines(rowsOf(draft.files.get(path)!).slice(0, -1)))
    }
    Object.assign(draft.manifest, {
      scope: { ...(draft.manifest.scope as object), nothing: 'at all' },
    })
  })
}

/** What lies before the manifest stays as it was, so that its hash fits. */
async function withDeflatedManifest(good: Buffer): Promise<Buffer> {
  const { start, data, end, path } = (await openArchive(sourceOf(good))).get('manifest.json')!
  const packed = deflateRawSync(good.subarray(data, end))
  const directory = good.readUInt32LE(good.length - 6)
  const listedAt = good.indexOf(path, directory, 'latin1') - 46
  const [crc, size] = [good.readUInt32LE(listedAt + 16), good.readUInt32LE(listedAt + 24)]
  const head = Buffer.from(good.subarray(start, data))
  head.writeUInt16LE(8, 6)
  head.writeUInt16LE(8, 8)
  head.fill(0, 14, 26)
  const tail = Buffer.alloc(16)
  for (const [index, value] of [0x08074b50, crc, packed.length, size].entries()) {
    tail.writeUInt32LE(value, 4 * index)
  }
  const moved = packed.length + tail.length - size
  const listed = Buffer.from(good.subarray(directory, -22))
  const own = listedAt - directory
  listed.writeUInt16LE(8, own + 8)
  listed.writeUInt16LE(8, own + 10)
  listed.writeUInt32LE(packed.length, own + 20)
  const note = own + 46 + path.length
  listed.writeUInt32LE(listed.readUInt32LE(note + 42) + moved, note + 42)
  const last = Buffer.from(good.subarray(-22))
  last.writeUInt32LE(directory + moved, 16)
  const between = good.subarray(end, directory)
  return Buffer.concat([good.subarray(0, start), head, packed, tail, between, listed, last])
}
