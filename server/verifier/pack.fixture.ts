import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { CONSENT } from '@frontdesk/contract/constants'
import { NO_HASH, writeCheckpointText } from '../src/features/evidence/checkpoint-note.ts'
import { ProofReader } from '../src/features/evidence/merkle.ts'
import { packArchive } from '../src/features/evidence/pack-archive.ts'
import {
  verifierKey,
  writeNote,
  writeSignature,
  writeVerifierKey,
} from '../src/features/evidence/signed-note.ts'
import {
  CEREMONY_FORM,
  FORM,
  hashOfRecord,
  hashOfText,
  type SealedRecord,
  textOfCeremony,
} from '../src/features/policies/acknowledgment-chain.ts'

const ORIGIN = 'front-desk.00112233aabbccdd'
export type TestRecord = SealedRecord & { hash: string }

/** A key that signs as a portal, or as a witness. */
export class TestKey {
  readonly #private: KeyObject
  readonly #public: Uint8Array
  readonly name: string
  readonly #type: 'note' | 'cosignature'

  constructor(name = ORIGIN, type: 'note' | 'cosignature' = 'note') {
    const pair = generateKeyPairSync('ed25519')
    this.#private = pair.privateKey
    this.#public = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(12)
    this.name = name
    this.#type = type
  }

  async vkey(): Promise<string> {
    return writeVerifierKey(await verifierKey(this.name, this.#public, this.#type))
  }

  async note(text: string): Promise<string> {
    const { keyId } = await verifierKey(this.name, this.#public)
    const signature = sign(null, Buffer.from(text), this.#private)
    return writeNote({ text, signatures: [{ name: this.name, keyId, signature }] })
  }

  /** @param seconds by default some minutes after its checkpoint */
  async cosign(text: string, seconds = 1_795_169_040): Promise<string> {
    const { keyId } = await verifierKey(this.name, this.#public, 'cosignature')
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const signed = sign(
      null,
      Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`),
      this.#private,
    )
    return writeSignature({ name: this.name, keyId, signature: Buffer.concat([time, signed]) })
  }
}

const POLICIES = [
  { id: '01a1fc28-0000-7000-8000-00000000000a', title: 'Wire fraud', content: 'Call first.' },
  {
    id: '01a1fc28-0000-7000-8000-00000000000b',
    title: 'Fair housing',
    content: 'Everyone — each.',
  },
]
export const PEOPLE = [
  { id: '01a1fc28-0000-7000-8000-000000000001', name: 'Ana Broker', email: 'ana@example.com' },
  { id: '01a1fc28-0000-7000-8000-000000000002', name: 'Ben Agent', email: 'ben@example.com' },
  { id: '01a1fc28-0000-7000-8000-000000000003', name: 'Cleo Čapek', email: 'cleo@example.com' },
]

const timeOf = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString()

/** The record in whose signature more than a press went. */
const WITH_CEREMONY = 4
const ceremonyOf = (name: string) =>
  textOfCeremony({
    typed_name: name,
    identity: 'password',
    compared_version: null,
    reading_seconds: 95,
    end_reached: true,
    language: 'en-US',
    consent_sha256: sha256(CONSENT),
  })

/** A chain in which one record after another can be another; what comes later follows it. */
export function chainOf(
  count: number,
  change: (record: SealedRecord) => SealedRecord = (same) => same,
): TestRecord[] {
  const records: TestRecord[] = []
  for (let index = 0; index < count; index += 1) {
    const person = PEOPLE[index % 3]!
    const policy = POLICIES[index % 2]!
    const sealed = change({
      form: index === WITH_CEREMONY ? CEREMONY_FORM : FORM,
      sequence: index + 1,
      id: `01a1fc28-0000-7000-9000-${String(index).padStart(12, '0')}`,
      policy_id: policy.id,
      user_id: person.id,
      version: 1,
      acknowledged_at: timeOf(index),
      policy_title: policy.title,
      person_name: person.name,
      person_email: person.email,
      person_role: 'agent',
      content_sha256: hashOfText(policy.title, policy.content),
      consent: CONSENT,
      sign_in_method: 'password',
      session_origin: 'password',
      session_id: `01a1fc28-0000-7000-a000-${String(index).padStart(12, '0')}`,
      ip: '127.0.0.1',
      user_agent: 'Firefox',
      ceremony: index === WITH_CEREMONY ? ceremonyOf(person.name) : null,
      previous_hash: records.at(-1)?.hash ?? NO_HASH,
    })
    records.push({ ...sealed, hash: hashOfRecord(sealed) })
  }
  return records
}

const hashesOf = async function* (records: TestRecord[]) {
  yield records.map(({ hash }) => Buffer.from(hash, 'hex'))
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** One more after the given ones. */
export async function checkpoint(
  before: string[],
  {
    records,
    size,
    signer,
    ...other
  }: {
    records: TestRecord[]
    size: number
    signer: TestKey
    key?: { word: 'next-key' | 'lost-key'; vkey: string }
    previous?: string
    origin?: string
    number?: number
    head?: string
  },
): Promise<string> {
  const reader = new ProofReader()
  reader.expectRoot(size)
  await reader.read(hashesOf(records))
  const last = before.at(-1)
  return signer.note(
    writeCheckpointText({
      origin: signer.name,
      size,
      root: reader.root(size),
      head: size === 0 ? NO_HASH : records[size - 1]!.hash,
      time: new Date(Date.UTC(2026, 10, 20, 10, before.length)).toISOString(),
      number: before.length + 1,
      previous: last === undefined ? NO_HASH : sha256(last),
      ...other,
    }),
  )
}

/** Everything that a pack is made of, before it is signed and packed. */
export interface Draft {
  files: Map<string, Buffer>
  manifest: Record<string, unknown>
  signer: TestKey
}

export const lines = (rows: unknown[]) =>
  Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
export const rowsOf = (file: Buffer) =>
  file
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

const textsOf = (records: TestRecord[]) =>
  POLICIES.filter(({ id }) => records.some((record) => record.policy_id === id)).map(
    ({ id, title, content }) => ({
      policy_id: id,
      version: 1,
      title,
      content,
      content_sha256: hashOfText(title, content),
    }),
  )

/** A pack of a chain, about the given people or everybody. */
export async function draftOf(
  all: TestRecord[],
  notes: { note: string; size: number }[],
  { signer, keys = [signer], user }: { signer: TestKey; keys?: TestKey[]; user?: string },
): Promise<Draft> {
  const { size } = notes.at(-1)!
  const records = all.slice(0, size).filter(({ user_id: id }) => user === undefined || id === user)
  const reader = new ProofReader()
  for (const { sequence } of records) reader.expectInclusion(sequence - 1, size)
  const steps = notes.slice(1).map((note, index) => ({ from: notes[index]!.size, to: note.size }))
  for (const { from, to } of steps) reader.expectConsistency(from, to)
  reader.expectRoot(size)
  await reader.read(hashesOf(all))
  const hex = (path: Buffer[]) => path.map((hash) => hash.toString('hex'))
  const files = new Map<string, Buffer>([
    ['README.txt', Buffer.from('What this is.\n')],
    ['evidence.pdf', Buffer.from('%PDF-1.7\n')],
    ['records.jsonl', lines(records.map(asWritten))],
    [
      'proofs.jsonl',
      lines(
        records.map(({ sequence }) => ({
          sequence,
          path: hex(reader.inclusion(sequence - 1, size)),
        })),
      ),
    ],
    ['texts.jsonl', lines(textsOf(records))],
    [
      'consistency.jsonl',
      lines(steps.map(({ from, to }) => ({ from, to, path: hex(reader.consistency(from, to)) }))),
    ],
    ['attempts.jsonl', lines([])],
    ['certificates.jsonl', lines([])],
    ['obligations.jsonl', lines([{ item_title: 'Wire fraud', state: 'open' }])],
    ['audit.jsonl', lines([])],
    ['verify.html', Buffer.from('<!doctype html>\n')],
    ['verify.mjs', Buffer.from('// Verifies.\n')],
  ])
  notes.forEach(({ note }, index) => {
    files.set(`checkpoints/${String(index + 1).padStart(6, '0')}.note`, Buffer.from(note))
  })
  const manifest = {
    format: 'frontdesk-pack-1',
    id: '01a1fc28-0000-7000-b000-000000000000',
    made_at: timeOf(90),
    origin: ORIGIN,
    keys: await Promise.all(keys.map(async (key) => key.vkey())),
    brokerage: 'Harbor & Pine',
    as_of: timeOf(90),
    scope: { user_ids: user === undefined ? null : [user], item_ids: null, from: null, to: null },
    checkpoint: notes.length,
    counts: {
      records: records.length,
      texts: textsOf(records).length,
      attempts: 0,
      certificates: 0,
      obligations: 1,
      audit: 0,
    },
  }
  return { files, manifest, signer }
}

/** As the portal writes a record: with the fields of its form. */
export const asWritten = ({ hash, ceremony, ...sealed }: TestRecord) => ({
  ...sealed,
  ...(ceremony !== null && { ceremony }),
  hash,
})

const linesIn = (file: Buffer = Buffer.alloc(0)) => file.toString().split('\n').length - 1

/** Counts what is left of the records, signs and packs. @param change of the manifest, before it is written; @param write of its text, before it is signed */
export async function packOf(
  { files, manifest, signer }: Draft,
  change: (manifest: Record<string, unknown>) => void = () => undefined,
  write: (json: string) => string = (same) => same,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  const archive = packArchive(
    (async function* () {
      for (const [path, content] of files) yield { path, content }
    })(),
    async (written, before) => {
      const whole: Record<string, unknown> = {
        ...manifest,
        counts: {
          ...(manifest.counts as object),
          records: linesIn(files.get('records.jsonl')),
          texts: linesIn(files.get('texts.jsonl')),
        },
        archive: before,
        files: written.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      }
      change(whole)
      const content = Buffer.from(write(JSON.stringify(whole)))
      const note = await signer.note(
        `frontdesk-pack-1\n${String(whole.origin)}\n${sha256(content)}\n`,
      )
      return [
        { path: 'manifest.json', content },
        { path: 'manifest.note', content: Buffer.from(note) },
      ]
    },
  )
  for await (const piece of archive) pieces.push(piece)
  return Buffer.concat(pieces)
}
