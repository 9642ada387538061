import { setImmediate as breath } from 'node:timers/promises'
import { picturesNamedIn } from '@frontdesk/contract/picture-names'
import type { Db } from '../../db/connect.ts'
import { readCheckpoint } from './checkpoint-note.ts'
import { readRecordHashes } from './checkpoints.queries.ts'
import { listKeys, vkeyOf } from './evidence-keys.ts'
import { ProofReader } from './merkle.ts'
import type { PackFile } from './pack-archive.ts'
import { readAttempts, readAudit, readCertificates, readObligations } from './pack-lists.actions.ts'
import { evidencePdf, type PdfFacts } from './pack-pdf.ts'
import { isOwed, PackedPeople } from './pack-people.ts'
import { findText, listCopies, listPackedCheckpoints, readRecords } from './pack-records.queries.ts'
import { README } from './pack-texts.ts'
import type { PackScope } from './packs.queries.ts'
import type { PdfSigner } from './pdf-certificates.ts'
import { packVerifiers } from './verifiers.ts'

/** What a pack is about, and the checkpoint that its proofs are of. */
export interface PackPlan {
  id: string
  scope: PackScope
  asOf: string
  madeAt: string
  brokerage: string
  /** IANA name of the brokerage's time zone. */
  timeZone: string
  /** Whom and what it is about by name, where that was chosen. */
  about: PdfFacts['about']
  /** Where the key can be read. */
  address: string
  checkpoint: { number: number; size: number }
  /** What the PDF is signed with. */
  signer: PdfSigner
  /** How many records there will be. */
  records: number
  /** A picture of a text by its name. @throws where it is not there */
  readPicture: (name: string) => Promise<Buffer>
}

const LISTS = ['records', 'texts', 'attempts', 'certificates', 'obligations', 'audit'] as const
export type PackCounts = Record<(typeof LISTS)[number], number>

/** What is learned of a pack while its files are written. */
export class PackContents {
  readonly counts: PackCounts = {
    records: 0,
    texts: 0,
    attempts: 0,
    certificates: 0,
    obligations: 0,
    audit: 0,
  }
  /** Hears how far it is, in percent; it is called very often. */
  readonly #onProgress: (percent: number) => void
  readonly #sequences: number[] = []
  readonly #texts = new Set<string>()
  /** Those in the texts, by their names. */
  readonly #pictures = new Set<string>()
  readonly #people = new PackedPeople()
  readonly #db: Db
  readonly #plan: PackPlan

  /** @param db one snapshot */
  constructor(db: Db, plan: PackPlan, onProgress: (percent: number) => void) {
    this.#db = db
    this.#plan = plan
    this.#onProgress = onProgress
  }

  /** Everything but the manifest, in the order in which it is packed. */
  async *files(): AsyncGenerator<PackFile> {
    const { scope, asOf } = this.#plan
    yield { path: 'README.txt', content: Buffer.from(README) }
    yield { path: 'records.jsonl', content: this.#records() }
    yield { path: 'texts.jsonl', content: this.#textLines() }
    for (const name of this.#pictures) {
      yield { path: `pictures/${name}`, content: await this.#plan.readPicture(name) }
    }
    yield* this.#history()
    yield this.#list('attempts', readAttempts(this.#db, scope))
    yield this.#list('certificates', readCertificates(this.#db, scope))
    const obligations = readObligations(this.#db, scope, asOf)
    yield this.#list('obligations', obligations, (row) => this.#people.addObligation(row))
    yield this.#list('audit', readAudit(this.#db, scope))
    this.#onProgress(LISTS_DONE)
    yield { path: 'evidence.pdf', content: evidencePdf(this.#facts()) }
    yield* packVerifiers()
    this.#onProgress(99)
  }

  /** From the first key to the one that signs after the newest checkpoint, as verifier keys. */
  async keys(): Promise<string[]> {
    const known = new Map<string, string>()
    for (const key of await listKeys(this.#db)) known.set(key.id, await vkeyOf(key))
    const line: string[] = []
    const add = (vkey: string) => {
      if (line.at(-1) !== vkey) line.push(vkey)
    }
    for (const one of await listPackedCheckpoints(this.#db, this.#plan.checkpoint.number)) {
      add(known.get(one.key_id)!)
      const { key } = readCheckpoint(one.note)
      if (key?.word === 'next-key') add(key.vkey)
    }
    return line
  }

  #facts(): PdfFacts {
    const [db, { scope, asOf, checkpoint }] = [this.#db, this.#plan]
    const people = this.#people.list()
    const rows = people.reduce((sum, { signed, owes }) => sum + signed + owes, 0)
    let told = 0
    return {
      ...this.#plan,
      counts: this.counts,
      people,
      recordsOf: async function* ({ id }) {
        const own = { scope: { ...scope, userIds: [id] }, size: checkpoint.size }
        for await (const some of readRecords(db, own)) yield* some
      },
      owedBy: async function* ({ id }) {
        for await (const row of readObligations(db, { ...scope, userIds: [id] }, asOf)) {
          if (isOwed(row)) yield row
        }
      },
      textOf: async (policyId, version) => findText(db, { policy_id: policyId, version }),
      onRow: () => {
        told += 1
        this.#onProgress(LISTS_DONE + Math.floor(((99 - LISTS_DONE) * told) / rows))
      },
    }
  }

  async *#records(): AsyncGenerator<string> {
    const { scope, checkpoint, records } = this.#plan
    for await (const rows of readRecords(this.#db, { scope, size: checkpoint.size })) {
      for (const record of rows) {
        this.#sequences.push(record.sequence)
        this.#people.addRecord(record)
        this.#texts.add(`${record.policy_id} ${record.version}`)
        yield `${JSON.stringify(record)}\n`
      }
      this.counts.records += rows.length
      this.#onProgress(Math.floor((20 * this.counts.records) / Math.max(records, 1)))
    }
  }

  async *#textLines(): AsyncGenerator<string> {
    for (const key of this.#texts) {
      const [policy = '', version] = key.split(' ')
      const text = await findText(this.#db, { policy_id: policy, version: Number(version) })
      if (!text) throw new Error(`The text of version ${version} of policy ${policy} is missing`)
      this.counts.texts += 1
      for (const name of picturesNamedIn(text.content)) this.#pictures.add(name)
      yield `${JSON.stringify(text)}\n`
    }
  }

  /** Proofs, checkpoints and what others signed of them. */
  async *#history(): AsyncGenerator<PackFile> {
    const { number, size } = this.#plan.checkpoint
    const checkpoints = await listPackedCheckpoints(this.#db, number)
    const steps = checkpoints.slice(1).map((one, index) => ({
      from: checkpoints[index]!.size,
      to: one.size,
    }))
    const proofs = new ProofReader()
    for (const [index, sequence] of this.#sequences.entries()) {
      proofs.expectInclusion(sequence - 1, size)
      // Others are answered in between.
      if (index % SEQUENCES_AT_ONCE === 0) await breath()
    }
    for (const { from, to } of steps) proofs.expectConsistency(from, to)
    await proofs.read(readRecordHashes(this.#db, { after: 0, upTo: size }))
    this.#onProgress(25)
    yield { path: 'proofs.jsonl', content: this.#proofLines(proofs) }
    const grown = steps.map(({ from, to }) => ({
      from,
      to,
      path: hex(proofs.consistency(from, to)),
    }))
    yield { path: 'consistency.jsonl', content: linesOf(grown) }
    for (const one of checkpoints) yield* this.#checkpoint(one)
    this.#onProgress(35)
  }

  async *#proofLines(proofs: ProofReader): AsyncGenerator<string> {
    const { size } = this.#plan.checkpoint
    for (const [index, sequence] of this.#sequences.entries()) {
      yield `${JSON.stringify({ sequence, path: hex(proofs.inclusion(sequence - 1, size)) })}\n`
      this.#onProgress(25 + Math.floor((10 * index) / this.#sequences.length))
    }
  }

  async *#checkpoint({ number, note }: { number: number; note: string }): AsyncGenerator<PackFile> {
    const path = `checkpoints/${String(number).padStart(6, '0')}`
    const { lines, tokens } = await listCopies(this.#db, number)
    yield { path: `${path}.note`, content: Buffer.from(note) }
    if (lines.length > 0) {
      const content = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      yield { path: `${path}.cosignatures`, content }
    }
    for (const [index, token] of tokens.entries()) {
      yield { path: index === 0 ? `${path}.tsr` : `${path}-${index + 1}.tsr`, content: token }
    }
  }

  #list<Row extends object>(
    name: keyof PackCounts,
    rows: AsyncIterable<Row>,
    see: (row: Row) => void = () => undefined,
  ): PackFile {
    const { counts } = this
    return {
      path: `${name}.jsonl`,
      content: (async function* () {
        for await (const row of rows) {
          counts[name] += 1
          see(row)
          yield `${JSON.stringify(row)}\n`
        }
      })(),
    }
  }
}

const SEQUENCES_AT_ONCE = 500
/** In percent; the PDF takes as long as all before. */
const LISTS_DONE = 45

const hex = (path: Buffer[]) => path.map((hash) => hash.toString('hex'))

// oxlint-disable-next-line typescript/require-await -- what is packed is read as it comes
async function* linesOf(rows: object[]): AsyncGenerator<string> {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}
