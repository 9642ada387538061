import { type AnnexSource, PackAnnex } from './pack-annex.ts'
import { MUTED, Sheet } from './pack-sheet.ts'
import type { PackedPerson } from './pack-people.ts'
import type { ListedObligation } from './pack-lists.actions.ts'
import type { PackedRecord } from './pack-records.queries.ts'
import { ESTABLISHES, LEAVES_OPEN, signInWords } from './pack-texts.ts'
import { capital, ceremonyWords, Clock, listed, many, type Named } from './pack-words.ts'
import type { PackScope } from './packs.queries.ts'
import type { PdfCertificate, PdfSigner } from './pdf-certificates.ts'
import type { Piece } from './pdf-lines.ts'

/** What the readable part of a pack is made of. */
export interface PdfFacts extends AnnexSource {
  id: string
  scope: PackScope
  /** Whom and what it is about, where that was chosen. */
  about: { people: Named | null; items: Named | null }
  asOf: string
  madeAt: string
  brokerage: string
  /** IANA name of the brokerage's time zone. */
  timeZone: string
  address: string
  checkpoint: { number: number; size: number }
  signer: PdfSigner
  counts: Record<string, number>
  /** In the order in which they are told of. */
  people: PackedPerson[]
  recordsOf: (person: PackedPerson) => AsyncIterable<PackedRecord>
  owedBy: (person: PackedPerson) => AsyncIterable<ListedObligation>
  /** Hears of each row of its tables; it is called very often. */
  onRow: () => void
}

/** The part of a pack that people read, a piece after the other. */
export async function* evidencePdf(facts: PdfFacts): AsyncGenerator<Buffer> {
  const { id, brokerage, madeAt, timeZone, signer } = facts
  const clock = new Clock(timeZone)
  const made = new Date(madeAt)
  const sheet = await Sheet.open({
    title: `Evidence of acknowledgments: ${brokerage}`,
    author: brokerage,
    made,
    foot: `Pack ${id}, made ${clock.moment(madeAt)}`,
  })
  const write = async () => {
    await writeFirstPage(sheet, facts, clock)
    sheet.newPage()
    const annex = new PackAnnex(facts)
    await writePeople(sheet, facts, { annex, clock })
    await annex.write(sheet)
  }
  const reason = 'What was packed is what this file says'
  yield* sheet.written(write, { signing: signer.signing, reason, at: made })
}

async function writeFirstPage(sheet: Sheet, facts: PdfFacts, clock: Clock): Promise<void> {
  const { brokerage, madeAt, asOf, checkpoint, counts, address } = facts
  await sheet.paragraph(brokerage, { size: 12, weight: 600 })
  await sheet.heading(1, 'Evidence of acknowledgments')
  await sheet.paragraph(`Made on ${clock.moment(madeAt)} from ${address}.`, { color: MUTED })
  for (const sentence of aboutOf(facts, clock)) await sheet.paragraph(sentence)
  await sheet.paragraph(
    `It has ${many(counts.records ?? 0, 'acknowledgment')} of ${many(counts.texts ?? 0, 'text')}, ` +
      `${many(counts.attempts ?? 0, 'attempt of a test', 'attempts of tests')}, ` +
      `${many(counts.certificates ?? 0, 'certificate')} and ${many(counts.obligations ?? 0, 'obligation')} ` +
      `as of ${clock.moment(asOf)}. Its proofs are of checkpoint ${checkpoint.number}, over ` +
      `${many(checkpoint.size, 'record')}. Times are those of ${facts.timeZone}; the records have them in UTC.`,
  )
  await sheet.heading(2, 'What this pack establishes')
  await sheet.list(ESTABLISHES)
  await sheet.heading(2, 'What it does not establish')
  await sheet.list(LEAVES_OPEN)
  await sheet.heading(2, 'How to check it')
  await sheet.list([
    'Open verify.html, which is in the pack, in a browser; it needs no network. Give it the whole ZIP.',
    `Compare the key that it names with the one at ${address}/evidence/key, or better with one that you were given before.`,
    'Give it a receipt that a signer got by mail, or a checkpoint that was mailed to somebody, where you have one.',
  ])
  await sheet.heading(2, 'How this file is signed')
  for (const sentence of aboutSigner(facts.signer.certificate, address)) {
    await sheet.paragraph(sentence)
  }
}

/** So that one pack is told from another by its first page. */
function aboutOf({ about, scope: { from, to } }: PdfFacts, clock: Clock): Piece[][] {
  const days = [
    ...(from === null ? [] : [`from ${clock.moment(from)}`]),
    ...(to === null ? [] : [`before ${clock.moment(to)}`]),
  ]
  return [
    ['About whom: ', about.people ? listed(about.people) : 'everybody'],
    ['About what: ', about.items ? listed(about.items) : 'everything'],
    [
      'Of which time: ',
      days.length === 0 ? 'all' : `${days.join(', ')}; obligations of any time are in it`,
    ],
  ].map(([name = '', text = '']) => [{ text: name, isStrong: true }, { text: `${text}.` }])
}

function aboutSigner(certificate: PdfCertificate, address: string): string[] {
  const { madeBy, subject, issuer, fingerprint } = certificate
  const print = `The certificate’s SHA-256 fingerprint is ${fingerprint}.`
  const shows =
    'The signature shows that what this file says was not changed since. It says nothing about whether the history before it is right: that is what verify.html looks into.'
  return madeBy === 'operator'
    ? [
        `This PDF is signed with a certificate of the operator’s, in the name of ${subject}, given by ${issuer}. A reader of PDF files says whether it trusts that one.`,
        shows,
        print,
      ]
    : [
        `This PDF is signed with a certificate that this portal has made itself, in the name of ${subject}. Nobody outside vouches for it, and readers of PDF files say so: by itself it doesn’t show who signed.`,
        shows,
        `${print} The portal’s admins see it at ${address}/admin/settings/evidence. The signature in manifest.note covers this file, too, and its key is the one to compare.`,
      ]
}

interface Telling {
  annex: PackAnnex
  clock: Clock
}

async function writePeople(sheet: Sheet, facts: PdfFacts, telling: Telling): Promise<void> {
  await sheet.heading(1, 'Who signed what, and what is owed')
  if (facts.people.length === 0) {
    await sheet.paragraph('Nothing that was chosen was acknowledged by anybody or is owed.')
    return
  }
  await sheet.paragraph(
    'T1 is a text, C1 the words of consent and S1 how a session had begun: they are behind the people, each printed once. Of a record’s hash the first 12 digits are printed; all of it is in records.jsonl.',
    { color: MUTED },
  )
  for (const person of facts.people) {
    await sheet.section(async () => writePerson(sheet, { ...facts, ...telling, person }))
  }
}

const SIGNED = [
  { title: 'What was acknowledged', width: 170 },
  { title: 'When', width: 82 },
  { title: 'How they had signed in', width: 154 },
  { title: 'Record', width: 86 },
]
const OWED = [
  { title: 'What is owed', width: 226 },
  { title: 'Asked since', width: 88 },
  { title: 'Due', width: 88 },
  { title: 'How it stands', width: 90 },
]
const STANDS: Record<string, string> = { open: 'Open', due_soon: 'Due soon', overdue: 'Overdue' }

async function writePerson(
  sheet: Sheet,
  facts: PdfFacts & Telling & { person: PackedPerson },
): Promise<void> {
  const { person, annex, clock, recordsOf, owedBy, onRow } = facts
  const { name, email, role, signed, owes } = person
  await sheet.heading(2, name)
  if (email) await sheet.paragraph(`${email}, ${role ?? ''}`, { color: MUTED })
  if (signed === 0) await sheet.paragraph('No acknowledgment of theirs is in this pack.')
  else {
    await sheet.table(SIGNED, async () => {
      for await (const record of recordsOf(person)) {
        await sheet.row(signedCells(record, annex, clock))
        onRow()
      }
    })
  }
  if (owes === 0) return
  await sheet.table(OWED, async () => {
    for await (const { item_title: title, opens_at: since, due_at: due, state } of owedBy(person)) {
      await sheet.row([
        [{ text: title, weight: 600 }],
        [{ text: clock.day(since) }],
        [{ text: due === null ? 'No date' : clock.day(due) }],
        [{ text: STANDS[state] ?? state }],
      ])
      onRow()
    }
  })
}

function signedCells(record: PackedRecord, annex: PackAnnex, clock: Clock) {
  const text = annex.numberOfText(record)
  const consent = annex.numberOfConsent(record.consent)
  const session = annex.numberOfOrigin(record.session_origin ?? 'not_recorded')
  const how = `${capital(signInWords(record.sign_in_method))}, from ${record.ip} (S${session})`
  const ceremony = record.ceremony === undefined ? '' : ceremonyWords(record.ceremony)
  return [
    [
      { text: record.policy_title, weight: 600 as const },
      { text: `Version ${record.version} (T${text}, C${consent})`, color: MUTED },
    ],
    [{ text: clock.day(record.acknowledged_at) }, { text: clock.time(record.acknowledged_at) }],
    [{ text: how }, ...(ceremony === '' ? [] : [{ text: ceremony, color: MUTED }])],
    [
      { text: `No. ${record.sequence.toLocaleString('en')}` },
      { text: record.hash.slice(0, 12), color: MUTED },
    ],
  ]
}
