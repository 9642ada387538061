import type { Ceremony } from '@frontdesk/contract/signing'
import { diffWordsWithSpace } from 'diff'
import { MUTED, type Piece, Sheet } from './pack-sheet.ts'
import { MOST_TOLD, type PackedPeople, type PackedPerson } from './pack-people.ts'
import type { PackedRecord, PackedText } from './pack-records.queries.ts'
import { ESTABLISHES, LEAVES_OPEN, SESSION_ORIGINS, signInWords } from './pack-texts.ts'
import type { PackScope } from './packs.queries.ts'
import type { PdfCertificate, PdfSigner } from './pdf-certificates.ts'

/** What the readable part of a pack is made of. */
export interface PdfFacts {
  id: string
  scope: PackScope
  asOf: string
  madeAt: string
  brokerage: string
  address: string
  checkpoint: { number: number; size: number }
  signer: PdfSigner
  counts: Record<string, number>
  people: PackedPeople
  /** A version of a policy as it was signed; undefined where there is none. */
  textOf: (policyId: string, version: number) => Promise<PackedText | undefined>
}

/** Of the texts so many characters are printed; all of them are in texts.jsonl. */
const MOST_PRINTED = 400_000
/** Rows of the table that sums up. */
const MOST_SUMMED = 5000
/** Comparing two versions may take so long; longer ones are printed without marks. */
const COMPARE_MS = 200

/** The part of a pack that people read. */
export async function evidencePdf(facts: PdfFacts): Promise<Buffer> {
  const { brokerage, madeAt, people } = facts
  const sheet = await Sheet.open(
    `Evidence of acknowledgments: ${brokerage}`,
    brokerage,
    new Date(madeAt),
  )
  await writeFirstPage(sheet, facts)
  sheet.newPage()
  if (people.areFew()) {
    const texts = new Texts()
    for (const person of people.list()) await writePerson(sheet, person, texts)
    await writeTexts(sheet, texts, facts)
  } else {
    await writeSummary(sheet, people.list())
  }
  return sheet.end(`Pack ${facts.id}, made ${whenOf(madeAt)}`, {
    signing: facts.signer.signing,
    reason: 'What was packed is what this file says',
    at: new Date(madeAt),
  })
}

const whenOf = (time: string) =>
  `${new Date(time).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })} UTC`
const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

async function writeFirstPage(sheet: Sheet, facts: PdfFacts): Promise<void> {
  const { brokerage, madeAt, asOf, checkpoint, counts, address, scope } = facts
  await sheet.paragraph(brokerage, { size: 12, weight: 600 })
  await sheet.heading(1, 'Evidence of acknowledgments')
  await sheet.paragraph(`Made on ${whenOf(madeAt)} from ${address}.`, { color: MUTED })
  await sheet.paragraph(aboutOf(scope))
  await sheet.paragraph(
    `It has ${many(counts.records ?? 0, 'acknowledgment')} of ${many(counts.texts ?? 0, 'text')}, ` +
      `${many(counts.attempts ?? 0, 'attempt of a test', 'attempts of tests')}, ` +
      `${many(counts.certificates ?? 0, 'certificate')} and ${many(counts.obligations ?? 0, 'obligation')} ` +
      `as of ${whenOf(asOf)}. Its proofs are of checkpoint ${checkpoint.number}, over ` +
      `${many(checkpoint.size, 'record')}.`,
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

function aboutOf({ userIds, itemIds, from, to }: PackScope): string {
  const parts = [
    userIds === null ? 'everybody' : many(userIds.length, 'chosen person', 'chosen people'),
    itemIds === null ? 'everything' : many(itemIds.length, 'chosen item'),
    ...(from === null ? [] : [`from ${whenOf(from)}`]),
    ...(to === null ? [] : [`before ${whenOf(to)}`]),
  ]
  return `It is about ${parts.slice(0, 2).join(' and ')}${parts
    .slice(2)
    .map((part) => `, ${part}`)
    .join('')}.`
}

/** Numbers the texts in the order in which they are first spoken of. */
class Texts {
  readonly #numbers = new Map<string, { policyId: string; version: number; number: number }>()

  numberOf({ policy_id: policyId, version }: PackedRecord): number {
    const key = `${policyId} ${version}`
    const known = this.#numbers.get(key)
    if (known) return known.number
    const number = this.#numbers.size + 1
    this.#numbers.set(key, { policyId, version, number })
    return number
  }

  list() {
    return [...this.#numbers.values()]
  }
}

async function writePerson(sheet: Sheet, person: PackedPerson, texts: Texts): Promise<void> {
  await sheet.heading(2, person.name)
  if (person.email) await sheet.paragraph(`${person.email}, ${person.role ?? ''}`, { color: MUTED })
  if (person.records.length === 0) await sheet.paragraph('No acknowledgment is in this pack.')
  for (const record of person.records) {
    await sheet.heading(3, record.policy_title)
    await sheet.paragraph(
      `Acknowledged on ${whenOf(record.acknowledged_at)}: version ${record.version}, which is text ${texts.numberOf(record)} below.`,
    )
    await sheet.paragraph(`“${record.consent}”`)
    await sheet.paragraph(
      `Signed in ${signInWords(record.sign_in_method)}; the session began ${wordsOf(SESSION_ORIGINS, record.session_origin ?? 'not_recorded')}. From the address ${record.ip}.`,
    )
    if (record.ceremony !== undefined) await sheet.paragraph(ceremonyWords(record.ceremony))
    await sheet.paragraph(`Record ${record.sequence}, ${record.hash}`, { size: 8, color: MUTED })
  }
  if (person.owed.length === 0) return
  await sheet.heading(3, 'What is owed')
  await sheet.list(
    person.owed.map(
      ({ item_title: title, opens_at: since, due_at: due, state }) =>
        `${title}: asked since ${dayOf(since)}${due === null ? '' : `, due ${dayOf(due)}`}${state === 'overdue' ? ', overdue' : ''}`,
    ),
  )
}

const wordsOf = (words: Record<string, string>, word: string) => words[word] ?? `(${word})`

/** What signing took beside a press, in words. */
function ceremonyWords(sealed: string): string {
  const given = JSON.parse(sealed) as Ceremony
  const parts = [
    given.typed_name !== null && `they typed their name as “${given.typed_name}”`,
    given.identity !== null && `they proved again that it was they, ${signInWords(given.identity)}`,
    given.compared_version !== null &&
      `they were first shown what had changed since version ${given.compared_version}, which they had signed`,
    given.reading_seconds !== null &&
      `the text was open for ${many(given.reading_seconds, 'second')} and its end was ${given.end_reached ? '' : 'not '}reached, as their browser said`,
    given.language !== null && `their browser’s language was ${given.language}`,
  ].filter((part) => part !== false)
  const said = parts.join('; ')
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}${said && '. '}The words of consent hash to ${given.consent_sha256}.`
}

async function writeTexts(sheet: Sheet, texts: Texts, { textOf }: PdfFacts): Promise<void> {
  const list = texts.list()
  if (list.length === 0) return
  sheet.newPage()
  await sheet.heading(1, 'The texts')
  await sheet.paragraph(
    'Word for word as they were acknowledged. Words that were new in a version are underlined, and words that went are struck out.',
    { color: MUTED },
  )
  let printed = 0
  for (const { policyId, version, number } of list) {
    const text = await textOf(policyId, version)
    if (!text) continue
    await sheet.heading(2, `Text ${number}: ${text.title}`)
    await sheet.paragraph(`Version ${version}, ${text.content_sha256}`, { size: 8, color: MUTED })
    printed += text.content.length
    if (printed > MOST_PRINTED) {
      await sheet.paragraph('It is not printed here, as there is too much of it: see texts.jsonl.')
      continue
    }
    const before = version > 1 ? await textOf(policyId, version - 1) : undefined
    await sheet.flow('P', comparedWith(before?.content, text.content))
  }
}

function comparedWith(before: string | undefined, content: string): Piece[] {
  if (before === undefined) return [{ text: content }]
  const changes = diffWordsWithSpace(before, content, { timeout: COMPARE_MS })
  if (!changes) return [{ text: content }]
  return changes.map(({ value, added, removed }) => ({
    text: value,
    mark: added ? 'new' : removed ? 'gone' : undefined,
  }))
}

async function writeSummary(sheet: Sheet, people: PackedPerson[]): Promise<void> {
  await sheet.heading(1, 'Everybody in this pack')
  await sheet.paragraph(
    `More than ${MOST_TOLD.toLocaleString('en')} acknowledgments and obligations are too many to print each. They are all in records.jsonl and obligations.jsonl; here they are counted. A pack about fewer people has them in words.`,
    { color: MUTED },
  )
  for (const { name, email, signed, first, last, owes } of people.slice(0, MOST_SUMMED)) {
    const times = first && last ? `, from ${dayOf(first)} to ${dayOf(last)}` : ''
    await sheet.flow('P', [
      { text: `${name}${email ? ` (${email})` : ''}: ` },
      {
        text: `${many(signed, 'acknowledgment')}${times}; owes ${owes.toLocaleString('en')}`,
      },
    ])
  }
  if (people.length > MOST_SUMMED) {
    await sheet.paragraph(`And ${many(people.length - MOST_SUMMED, 'more person', 'more people')}.`)
  }
}
