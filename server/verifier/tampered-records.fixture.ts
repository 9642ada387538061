import { hashOfRecord, hashOfText } from '../src/features/policies/acknowledgment-chain.ts'
import { draftOf, lines, packOf, PEOPLE, rowsOf, type TestRecord } from './pack.fixture.ts'
import { type Case, World } from './world.fixture.ts'

/** By the operator, who has the key and signs what they changed. */
// oxlint-disable-next-line max-lines-per-function -- a table
export function ofRecords(world: World): Case[] {
  const edit = (path: string, change: (rows: Record<string, unknown>[]) => unknown[]) =>
    world.pack((draft) => {
      draft.files.set(path, lines(change(rowsOf(draft.files.get(path)!))))
    })
  const second = (change: (record: TestRecord) => object) =>
    edit('records.jsonl', (rows) =>
      rows.map((row, index) => (index === 1 ? { ...row, ...change(row as never) } : row)),
    )
  const forged = (record: TestRecord, change: object) => {
    const { hash: _, ...sealed } = { ...record, ...change }
    return { ...sealed, hash: hashOfRecord(sealed) }
  }
  return [
    [
      'a name in a record',
      'Record 2 of the pack was changed',
      second(() => ({ person_name: 'Eve' })),
    ],
    [
      'a second name in a record, of which programs read the last',
      'Record 2 of the pack is not written as the portal writes it',
      world.pack((draft) => {
        const text = draft.files.get('records.jsonl')!.toString()
        const twice = text.replace('"person_name":"Ben', '"person_name":"Eve","person_name":"Ben')
        draft.files.set('records.jsonl', Buffer.from(twice))
      }),
    ],
    [
      'what a signature took',
      'Record 5 of the pack was changed',
      edit('records.jsonl', (rows) =>
        rows.map((row) =>
          row.sequence === 5
            ? { ...row, ceremony: String(row.ceremony).replace('95', '950') }
            : row,
        ),
      ),
    ],
    [
      'what a signature took, in other words than it is written',
      'Record 5 of the pack is not written as the portal writes it',
      anew(world, (record) =>
        record.sequence === 5 ? { ...record, ceremony: '{"typed_name":"Ben"}' } : record,
      ),
    ],
    ...[
      ['with spaces', (sealed: string) => sealed.replaceAll(',', ', ')],
      [
        'in another order',
        (sealed: string) => sealed.replace(/("typed_name":[^,]*),("identity":[^,]*)/, '$2,$1'),
      ],
      ['with a time that is a text', (sealed: string) => sealed.replace(':95', ':"95"')],
    ].map(([how, change]): Case => [
      `what a signature took, ${how as string}`,
      'Record 5 of the pack is not written as the portal writes it',
      anew(world, (record) =>
        record.sequence === 5
          ? { ...record, ceremony: (change as (sealed: string) => string)(record.ceremony!) }
          : record,
      ),
    ]),
    [
      'other words of consent than were hashed',
      'Record 5 of the pack is not written as the portal writes it',
      anew(world, (record) =>
        record.sequence === 5 ? { ...record, consent: 'Anything goes.' } : record,
      ),
    ],
    [
      'a name in a record, and its hash',
      'Record 3 does not follow|Record 2 is not in the tree',
      second((record) => forged(record, { person_name: 'Eve' })),
    ],
    [
      'a record’s time, and its hash, of the last record',
      'Record 12 is not in the tree',
      edit('records.jsonl', (rows) => [
        ...rows.slice(0, -1),
        forged(rows.at(-1) as never, { acknowledged_at: '2026-11-20T08:00:00.000Z' }),
      ]),
    ],
    [
      'another title in a record than its text has',
      'Record 2|record 2 speaks of is not the one that was signed',
      anew(world, (record) =>
        record.sequence === 2 ? { ...record, policy_title: 'Another' } : record,
      ),
    ],
    [
      'a first record that names one before it',
      'says that there was one before it',
      anew(world, (record) =>
        record.sequence === 1 ? { ...record, previous_hash: 'ab'.repeat(32) } : record,
      ),
    ],
    [
      'an unknown form',
      'is of a kind that this verifier does not know',
      second(() => ({ form: 'x' })),
    ],
    ['a field more', 'is not written as the portal writes it', second(() => ({ note: 'x' }))],
    [
      'a record left out',
      'has all 12 records|The proof for record 3',
      edit('records.jsonl', (r) => [...r.slice(0, 1), ...r.slice(2)]),
    ],
    [
      'two records in each other’s place',
      'does not follow|out of order|proof for record',
      edit('records.jsonl', (r) => [r[1]!, r[0]!, ...r.slice(2)]),
    ],
    [
      'a proof left out',
      'The proof for record 12 is missing',
      edit('proofs.jsonl', (r) => r.slice(0, -1)),
    ],
    [
      'a proof too many',
      'more proofs than records',
      edit('proofs.jsonl', (r) => [...r, r.at(-1)!]),
    ],
    [
      'another text',
      'does not match its hash',
      edit('texts.jsonl', (rows) => rows.map((row) => ({ ...row, content: 'Anything goes.' }))),
    ],
    [
      'another text, and its hash',
      'is not the one that was signed',
      edit('texts.jsonl', (rows) =>
        rows.map((row) => ({
          ...row,
          content: 'Anything goes.',
          content_sha256: hashOfText(String(row.title), 'Anything goes.'),
        })),
      ),
    ],
    ['no text', 'speaks of is missing', edit('texts.jsonl', (rows) => rows.slice(1))],
    [
      'a line that is no JSON',
      'is not written as the portal writes it',
      world.pack((draft) => {
        draft.files.set('records.jsonl', Buffer.from('{\n'))
      }),
    ],
    [
      'no line feed at the end',
      'is not written as the portal writes it',
      world.pack((draft) => {
        draft.files.set('audit.jsonl', Buffer.from('{}'))
      }),
    ],
    [
      'a record of somebody else',
      'is not about what the pack is about',
      world.pack((draft) => {
        draft.manifest.scope = { user_ids: [PEOPLE[0]!.id], item_ids: null, from: null, to: null }
      }),
    ],
    [
      'other counts',
      'another number of lines',
      world.pack((draft) => draft.files.set('obligations.jsonl', lines([]))),
    ],
    ...['records', 'texts'].map((list): Case => [
      `a number of ${list} that is not there`,
      `“${list}.jsonl” has another number of lines`,
      world.draft().then(async (draft) =>
        packOf(draft, (manifest) => {
          const counts = manifest.counts as Record<string, number>
          counts[list]! += 1
        }),
      ),
    ]),
    ['proofs of another size', 'its proof is of another tree', proofsOfAnotherSize(world)],
  ]
}

async function proofsOfAnotherSize(world: World): Promise<Buffer> {
  const smaller = await draftOf(world.records, world.notes.slice(0, 3), { signer: world.key })
  return world.pack((draft) => {
    const proofs = rowsOf(draft.files.get('proofs.jsonl')!)
    const others = rowsOf(smaller.files.get('proofs.jsonl')!)
    draft.files.set('proofs.jsonl', lines([...others, ...proofs.slice(others.length)]))
  })
}

/** A pack of a history that was another from the beginning. */
const anew = async (
  { key }: World,
  change: NonNullable<ConstructorParameters<typeof World>[1]>,
): Promise<Buffer> => (await World.make(key, change)).pack()
