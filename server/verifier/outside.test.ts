import { beforeAll, expect, test } from 'vitest'
import { PEOPLE, packOf, TestKey } from './pack.fixture.ts'
import { fourthOf, nextOf, receiptOf, shorter } from './tampered-kept.fixture.ts'
import { type OwnKnowledge, verifyPack } from './verify.ts'
import { fileOf, sourceOf, World } from './world.fixture.ts'

let world: World
let good: Buffer

beforeAll(async () => {
  world = await World.make()
  good = await world.pack()
})

const verify = async (bytes: Buffer, known: OwnKnowledge = {}) => verifyPack(sourceOf(bytes), known)

test('it says how far what was kept outside reaches', async () => {
  const reach = async (known: OwnKnowledge, bytes = good) => (await verify(bytes, known)).summary
  const { length } = world.records
  const { size } = world.notes[1]!
  expect(size).toBeLessThan(length)
  const upTo = (record: number) =>
    `agree with it up to record ${record} of ${length}. That nothing after it was rewritten rests on the operator’s own word.`
  expect(await reach({ checkpoints: [world.mailed(2)] })).toContain(upTo(size))
  expect(await reach({ receipts: [world.receipt(1)] })).toContain(upTo(1))
  expect(await reach({ receipts: [world.receipt(1, 2)] })).toContain(upTo(size))
  const one = await packOf(await world.draft({ user: PEOPLE[0]!.id }))
  expect(await reach({ receipts: [world.receipt(4)] }, one)).toContain(
    'agree with the records that they are about',
  )
  const begun = new World(new TestKey())
  await begun.addCheckpoint(0)
  await begun.addCheckpoint(12)
  const whole = await packOf({ ...(await begun.draft()), signer: begun.key })
  expect(await reach({ checkpoints: [begun.mailed(1)] }, whole)).toContain('self-attested')
})

test('what is newer than the pack counts where it names what the pack has, whatever the clocks said', async () => {
  const short = shorter(world)
  const cut = await short.pack()
  const first = await packOf(await short.draft({ user: PEOPLE[0]!.id }))
  const second = await packOf(await short.draft({ user: PEOPLE[1]!.id }))
  const reach = async (bytes: Buffer, known: OwnKnowledge) => (await verify(bytes, known)).summary
  const checkpoint = (text: string) => ({ checkpoints: [{ name: 'kept', text }] })
  const whole = 'agree with it.'
  const ofSome = 'agree with the records that they are about'
  const clock = { time: '2026-11-01T00:00:00.000Z' }
  expect.soft(await reach(cut, { checkpoints: [world.mailed(3)] })).toContain(whole)
  expect.soft(await reach(cut, checkpoint(await nextOf(short, clock)))).toContain(whole)
  expect.soft(await reach(cut, checkpoint(await fourthOf(world, {})))).toContain('self-attested')
  const minutesBack = { time: '2026-11-20T09:55:00.000Z' }
  expect
    .soft(await reach(cut, checkpoint(await fourthOf(world, minutesBack))))
    .toContain('self-attested')
  expect.soft(await reach(cut, { receipts: [receiptOf(world, 8)] })).toContain(whole)
  expect.soft(await reach(cut, { receipts: [receiptOf(world, 9)] })).toContain('self-attested')
  const moment = { acknowledged_at: '2026-11-20T10:00:59.000Z' }
  expect.soft(await reach(cut, { receipts: [receiptOf(world, 8, moment)] })).toContain(whole)
  const { findings } = await verify(cut, { receipts: [receiptOf(world, 8, moment)] })
  expect.soft(JSON.stringify(findings)).toContain('Ask for a newer pack, which has to have it')
  // Hers are 1, 4 and 7: one that follows is bound to them, one before is not, and proves nothing of them.
  expect.soft(await reach(first, { receipts: [receiptOf(world, 8)] })).toContain(ofSome)
  expect.soft(await reach(first, { receipts: [world.receipt(5)] })).toContain(ofSome)
  expect.soft(await reach(first, { receipts: [world.receipt(3)] })).toContain('self-attested')
  // His end with the fifth.
  expect.soft(await reach(second, { receipts: [receiptOf(world, 8)] })).toContain('self-attested')
  const { summary } = await verify(first, { receipts: [world.receipt(3, 1)] })
  expect(summary).toContain(`up to record 3 of 7`)
})

test('that somebody saw a checkpoint long after its own time is told, and what that leaves open', async () => {
  const late = await world.pack(async (draft) => {
    const text = `${world.notes[3]!.note.split('\n\n')[0]!}\n`
    const line = await world.witness.cosign(text, 1_796_000_000)
    draft.files.set(fileOf(4, 'cosignatures'), Buffer.from(`${line}\n`))
  })
  const { findings } = await verify(late, { witnesses: [await world.witness.vkey()] })
  expect(findings.map(({ sentence }) => sentence)).toContain(
    'The witness witness.example.com has signed up to checkpoint 4, that one on 2026-11-30T00:53:20.000Z. The checkpoint says that it was made earlier, on 2026-11-20T10:03:00.000Z: of the time between, that shows nothing.',
  )
})

test('a witness’s signature below what was mailed is checked with its key, and without it said not to be', async () => {
  const mailed = world.mailed(2)
  const checkpoints = [{ ...mailed, text: `${mailed.text}${await world.cosignature(2)}\n` }]
  const outside = async (known: OwnKnowledge) =>
    (await verify(good, known)).findings
      .filter(({ step }) => step === 'outside')
      .map(({ sentence }) => sentence)
  const told = 'The checkpoint 2 in “2.note” agrees with the pack.'
  expect(await outside({ checkpoints, witnesses: [await world.witness.vkey()] })).toContain(
    `${told} The witness witness.example.com signed it on 2026-11-20T10:04:00.000Z.`,
  )
  expect(await outside({ checkpoints })).toContain(
    `${told} A signature of witness.example.com on it was not checked: you gave no key of it.`,
  )
})

test('of two witnesses of one name only the one that signed counts', async () => {
  const other = new TestKey(world.witness.name, 'cosignature')
  const witnesses = [await world.witness.vkey(), await other.vkey()]
  const { findings } = await verify(good, { witnesses })
  const told = findings.filter(({ sentence }) => sentence.includes(other.name))
  expect(told.map(({ sentence }) => sentence)).toEqual([
    'The witness witness.example.com has signed up to checkpoint 4, that one on 2026-11-20T10:04:00.000Z.',
    'The witness witness.example.com has signed no checkpoint of the pack.',
  ])
})
