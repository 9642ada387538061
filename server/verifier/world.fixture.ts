import {
  chainOf,
  checkpoint,
  type Draft,
  draftOf,
  packOf,
  TestKey,
  type TestRecord,
  asWritten,
} from './pack.fixture.ts'
import type { OwnKnowledge } from './verify.ts'
import type { ByteSource } from './zip.ts'

/** A pack that must be refused, and what its reader is told. */
export interface Tampered {
  name: string
  says: string
  bytes: Buffer
  known?: OwnKnowledge
}
export type Case = [
  name: string,
  says: string,
  bytes: Buffer | Promise<Buffer>,
  known?: OwnKnowledge,
]

const SIZES = [3, 7, 7, 12]

/** A portal with its history; one that was rewritten has the same key. */
export class World {
  readonly key: TestKey
  readonly witness = new TestKey('witness.example.com', 'cosignature')
  readonly records: TestRecord[]
  notes: { note: string; size: number }[] = []

  constructor(key = new TestKey(), change?: Parameters<typeof chainOf>[1]) {
    this.key = key
    this.records = chainOf(12, change)
  }

  static async make(...given: ConstructorParameters<typeof World>): Promise<World> {
    const world = new World(...given)
    for (const size of SIZES) await world.addCheckpoint(size)
    return world
  }

  async addCheckpoint(size: number, other: object = {}): Promise<void> {
    const before = this.notes.map(({ note }) => note)
    const { key: signer, records } = this
    const note = await checkpoint(before, { records, size, signer, ...other })
    this.notes.push({ note, size })
  }

  async draft(options: { user?: string; keys?: TestKey[] } = {}): Promise<Draft> {
    const draft = await draftOf(this.records, this.notes, { signer: this.key, ...options })
    for (let number = 1; number <= this.notes.length; number += 1) {
      const line = await this.cosignature(number)
      draft.files.set(fileOf(number, 'cosignatures'), Buffer.from(`${line}\n`))
    }
    return draft
  }

  /** The witness's line on a checkpoint, without a line feed. */
  async cosignature(number: number): Promise<string> {
    return this.witness.cosign(`${this.notes[number - 1]!.note.split('\n\n')[0]!}\n`)
  }

  async pack(change: (draft: Draft) => unknown = () => undefined): Promise<Buffer> {
    const draft = await this.draft()
    await change(draft)
    return packOf(draft)
  }

  /** @param number of the checkpoint that was the newest then */
  receipt(sequence: number, number?: number) {
    const record = this.records[sequence - 1]!
    const content = record.policy_title === 'Wire fraud' ? 'Call first.' : 'Everyone — each.'
    const text = JSON.stringify({
      format: 'frontdesk-receipt-1',
      record: asWritten(record),
      text: { title: record.policy_title, content },
      checkpoint: number === undefined ? null : this.notes[number - 1]!.note,
    })
    return { name: `receipt-${sequence}.json`, text }
  }

  mailed(number: number) {
    return { name: `${number}.note`, text: this.notes[number - 1]!.note }
  }
}

/** Somebody's name in the first record, and everything after it computed anew. */
export const rewrite: ConstructorParameters<typeof World>[1] = (record) =>
  record.sequence === 1 ? { ...record, person_name: 'Eve' } : record

export const fileOf = (number: number, kind = 'note') =>
  `checkpoints/${String(number).padStart(6, '0')}.${kind}`

export const sourceOf = (bytes: Buffer): ByteSource => ({
  size: bytes.length,
  read: async (from, to) => new Uint8Array(bytes.subarray(from, to)),
})
