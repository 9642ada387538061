import { createHash, generateKeyPairSync } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { verifierKey, writeNote, writeVerifierKey } from '../src/features/evidence/signed-note.ts'
import { hashOfRecord, hashOfText } from '../src/features/policies/acknowledgment-chain.ts'
import { asWritten, lines, packOf, rowsOf, TestKey } from './pack.fixture.ts'
import { type Case, fileOf, sourceOf, World } from './world.fixture.ts'
import { openArchive } from './zip.ts'

const NOT_AS_WRITTEN = 'is not written as the portal writes it'

/** By the operator, who knows how verifiers are written. */
// oxlint-disable-next-line max-lines-per-function -- a table
export async function ofHostility(world: World, good: Buffer): Promise<Case[]> {
  const anew = async (change: NonNullable<ConstructorParameters<typeof World>[1]>) =>
    (await World.make(world.key, change)).pack()
  const second = (change: object) =>
    anew((record) => (record.sequence === 2 ? { ...record, ...change } : record))
  const edited = (path: string, change: (text: string) => string, other = world) =>
    other.pack((draft) => {
      const before = draft.files.get(path)!.toString()
      const after = change(before)
      if (after === before) throw new Error(`Nothing was changed in ${path}`)
      draft.files.set(path, Buffer.from(after))
    })
  const saying = (change: (json: string) => string) =>
    world.draft().then(async (draft) => packOf(draft, undefined, change))
  const signedBy = async (key: TestKey) => (await World.make(key)).pack()
  const put = (path: string, content: string) =>
    world.pack((draft) => draft.files.set(path, Buffer.from(content)))
  const old = await World.make(world.key, (record) =>
    record.sequence === 2
      ? { ...record, form: 'frontdesk-acknowledgment-1', session_origin: null }
      : record,
  )
  return [
    [
      'how a session began, in a record that seals nothing of it',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      edited('records.jsonl', (t) => t.replace('origin":null', 'origin":"passkey"'), old),
    ],
    [
      'another field in the place of one that is not sealed',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      edited(
        'records.jsonl',
        (t) => t.replace('"session_origin":null', '"court":"It is true."'),
        old,
      ),
    ],
    [
      'what a signature took, so deep that reading it exhausts a program',
      `Record 5 of the pack ${NOT_AS_WRITTEN}`,
      anew((record) =>
        record.sequence === 5
          ? { ...record, ceremony: `{"typed_name":${'['.repeat(1e5)}${']'.repeat(1e5)}}` }
          : record,
      ),
    ],
    ['half a sign in a text', '“texts.jsonl” is not written', withHalfSign(world)],
    [
      'half a sign in a name',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      second({ person_name: 'Ben \ud83d' }),
    ],
    [
      'a time that there is not, in a checkpoint',
      `Checkpoint 1 ${NOT_AS_WRITTEN}`,
      onlyCheckpoint(world, { time: '2026-13-45T99:99:99.999Z' }),
    ],
    [
      'a year of six digits',
      `Record 2 of the pack ${NOT_AS_WRITTEN}`,
      second({ acknowledged_at: '+012026-11-20T09:01:00.000Z' }),
    ],
    [
      'a pack that was made long after its newest checkpoint',
      'much later than its newest checkpoint',
      world.pack((draft) => Object.assign(draft.manifest, { made_at: '2026-12-20T10:30:00.000Z' })),
    ],
    [
      'the key that the reader knows, named by another and used for nothing',
      'that key has signed nothing in it',
      namedOnly(world),
      { key: await world.key.vkey() },
    ],
    ...(await Promise.all(
      WEAK_KEYS.map(async ([what, bytes]): Promise<Case> => [
        `a key under which anybody’s signature holds (${what})`,
        `The manifest ${NOT_AS_WRITTEN}`,
        signedBy(new WeakKey(Buffer.from(bytes, 'hex'))),
      ]),
    )),
    [
      'a signature that some programs take and some do not',
      'is not signed by the key',
      signedBy(new EdgeKey()),
    ],
    [
      'a signature written in a second way',
      'is not signed by the key',
      signedBy(new EdgeKey('larger')),
    ],
    [
      'bytes hidden behind a file’s end',
      'Behind the end of “README.txt”|“README.txt” is damaged',
      withHidden(world, good),
    ],
    [
      'a line of an unknown witness that is too short',
      'as a witness writes it',
      put(fileOf(2, 'cosignatures'), '— w.example.com AAAAAAAA\n'),
    ],
    [
      'a line of a witness of the year 300,000',
      'as a witness writes it',
      world.pack(async (draft) => {
        const text = `${world.notes[1]!.note.split('\n\n')[0]!}\n`
        const line = await world.witness.cosign(text, 9.4e12)
        draft.files.set(fileOf(2, 'cosignatures'), Buffer.from(`${line}\n`))
      }),
      { witnesses: [await world.witness.vkey()] },
    ],
    [
      'a record beyond the end of the tree',
      'beyond the end of the tree',
      edited('records.jsonl', (t) => `${t}${lines(beyond(world)).toString()}`),
    ],
    ...['__proto__', 'constructor'].map((name): Case => [
      `a record’s field called ${name}`,
      NOT_AS_WRITTEN,
      edited('records.jsonl', (t) => t.replace('{', `{"${name}":{"hash":"x"},`)),
    ]),
    [
      'a manifest whose counts are in what all objects have',
      `The manifest ${NOT_AS_WRITTEN}`,
      saying((json) => json.replace('"counts":', '"__proto__":')),
    ],
    [
      'a number that is larger than machines count',
      `The manifest ${NOT_AS_WRITTEN}`,
      saying((json) => json.replace('"checkpoint":4', '"checkpoint":9007199254740993')),
    ],
    [
      'a name twice in the manifest, once in other letters',
      `The manifest ${NOT_AS_WRITTEN}`,
      saying((json) =>
        json.replace('{', String.raw`{"\u006frigin":"front-desk.0000000000000000",`),
      ),
    ],
    [
      'a mark of byte order in front',
      `The manifest ${NOT_AS_WRITTEN}`,
      saying((json) => `\ufeff${json}`),
    ],
    [
      'a mark of byte order in front of the records',
      `Record 1 of the pack ${NOT_AS_WRITTEN}`,
      edited('records.jsonl', (text) => `\ufeff${text}`),
    ],
    [
      'carriage returns in a checkpoint',
      `Checkpoint 2 ${NOT_AS_WRITTEN}`,
      put(fileOf(2), world.notes[1]!.note.replaceAll('\n', '\r\n')),
    ],
    [
      'two signatures by one name',
      `Checkpoint 2 ${NOT_AS_WRITTEN}`,
      put(fileOf(2), world.notes[1]!.note.replace(/(— .*\n)/, '$1$1')),
    ],
  ]
}

/** One more than the tree has. */
const beyond = ({ records }: World) => {
  const last = records.at(-1)!
  const more = { ...last, sequence: 13, previous_hash: last.hash }
  return [asWritten({ ...more, hash: hashOfRecord(more) })]
}

/** Two texts that programs write as the same bytes: half of a pair of UTF-16 stands for nothing. */
async function withHalfSign(world: World): Promise<Buffer> {
  const content = 'Pay 10\ud83d.'
  const hash = hashOfText('Wire fraud', content)
  const other = await World.make(world.key, (record) =>
    record.policy_title === 'Wire fraud' ? { ...record, content_sha256: hash } : record,
  )
  return other.pack((draft) => {
    const texts = rowsOf(draft.files.get('texts.jsonl')!).map((text) =>
      text.title === 'Wire fraud' ? { ...text, content, content_sha256: hash } : text,
    )
    draft.files.set('texts.jsonl', lines(texts))
  })
}

async function onlyCheckpoint({ key }: World, more: object): Promise<Buffer> {
  const other = new World(key)
  await other.addCheckpoint(12, more)
  return other.pack()
}

/** A whole history by strangers, who hand over to a key that is not theirs, and call it lost at once. */
async function namedOnly(world: World): Promise<Buffer> {
  const [first, last] = [new TestKey(), new TestKey()]
  const vkey = await world.key.vkey()
  const other = new World(first)
  await other.addCheckpoint(3, { key: { word: 'next-key', vkey } })
  await other.addCheckpoint(12, { signer: last, key: { word: 'lost-key', vkey } })
  const draft = await other.draft({ keys: [first, world.key, last] })
  return packOf({ ...draft, signer: last })
}

const P = 2n ** 255n - 19n
/** The order of the group in which honest keys lie. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n
const bytesOf = (value: bigint, length = 32) =>
  Buffer.from(Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex').toReversed())
const numberOf = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes.toReversed()).toString('hex')}`)
const hex = (value: bigint) => bytesOf(value).toString('hex')

/** Points that are nothing when they are added to themselves up to eight times, and other ways to write them. */
const WEAK_KEYS: [what: string, bytes: string][] = [
  ['1', hex(1n)],
  ['1, with a sign', hex(1n + 2n ** 255n)],
  ['1, beyond the field', hex(P + 1n)],
]

const NOTHING = bytesOf(1n)

/** Under it every text is signed by the same bytes. */
class WeakKey extends TestKey {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    super()
    this.#bytes = bytes
  }

  override async vkey(): Promise<string> {
    return writeVerifierKey(await verifierKey(this.name, this.#bytes))
  }

  override async note(text: string): Promise<string> {
    const { keyId } = await verifierKey(this.name, this.#bytes)
    const signature = Buffer.concat([NOTHING, Buffer.alloc(32)])
    return writeNote({ text, signatures: [{ name: this.name, keyId, signature }] })
  }
}

/** A key like any other, whose owner leaves the secret number of each signature 0, or writes signatures one group further. */
class EdgeKey extends TestKey {
  readonly #pair = generateKeyPairSync('ed25519')
  readonly #kind: 'nothing' | 'larger'

  constructor(kind: 'nothing' | 'larger' = 'nothing') {
    super()
    this.#kind = kind
  }

  get #public(): Buffer {
    return this.#pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(12)
  }

  override async vkey(): Promise<string> {
    return writeVerifierKey(await verifierKey(this.name, this.#public))
  }

  override async note(text: string): Promise<string> {
    const { keyId } = await verifierKey(this.name, this.#public)
    const sha512 = (...parts: (Buffer | string)[]) => {
      const hash = createHash('sha512')
      for (const part of parts) hash.update(part)
      return hash.digest()
    }
    const secret = sha512(
      this.#pair.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(16),
    )
    const scalar = secret.subarray(0, 32)
    scalar[0]! &= 248
    scalar[31]! &= 127
    scalar[31]! |= 64
    const k = numberOf(sha512(NOTHING, this.#public, text)) % L
    const s = (k * numberOf(scalar)) % L
    const signature =
      this.#kind === 'nothing'
        ? Buffer.concat([NOTHING, bytesOf(s)])
        : Buffer.concat([NOTHING, bytesOf(s + L)])
    return writeNote({ text, signatures: [{ name: this.name, keyId, signature }] })
  }
}

/** Behind the first file’s deflated bytes stand others, which the manifest covers; some programs read over them. */
async function withHidden({ key }: World, good: Buffer): Promise<Buffer> {
  const hidden = Buffer.from('Nobody sees this.')
  const entries = await openArchive(sourceOf(good))
  const [first] = [...entries.values()]
  const [manifest, note] = ['manifest.json', 'manifest.note'].map((path) => entries.get(path)!)
  const tail = Buffer.from(good.subarray(first!.end - 16, first!.end))
  tail.writeUInt32LE(first!.packedSize + hidden.length, 8)
  const before = Buffer.concat([
    good.subarray(0, first!.end - 16),
    hidden,
    tail,
    good.subarray(first!.end, manifest!.start),
  ])
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const said = JSON.parse(good.subarray(manifest!.data, manifest!.end).toString()) as object
  const archive = { bytes: before.length, sha256: sha256(before) }
  const json = Buffer.from(JSON.stringify({ ...said, archive }))
  const { origin } = said as { origin: string }
  const signed = Buffer.from(await key.note(`frontdesk-pack-1\n${origin}\n${sha256(json)}\n`))
  const directory = Buffer.from(good.subarray(note!.end, -22))
  const pieces = [before]
  let [at, start] = [0, 0]
  for (const entry of entries.values()) {
    const content = entry === manifest ? json : entry === note ? signed : null
    directory.writeUInt32LE(
      entry === first ? 0 : content ? start : entry.start + hidden.length,
      at + 42,
    )
    if (entry === first) directory.writeUInt32LE(entry.packedSize + hidden.length, at + 20)
    if (content) {
      const head = Buffer.from(good.subarray(entry.start, entry.data))
      for (const [to, from] of [
        [head, 14],
        [directory, at + 16],
      ] as const) {
        to.writeUInt32LE(crc32(content), from)
        to.writeUInt32LE(content.length, from + 4)
        to.writeUInt32LE(content.length, from + 8)
      }
      pieces.push(head, content)
    }
    start = pieces.reduce((sum, { length }) => sum + length, 0)
    at += 46 + entry.path.length
  }
  const end = Buffer.from(good.subarray(-22))
  end.writeUInt32LE(start, 16)
  return Buffer.concat([...pieces, directory, end])
}
