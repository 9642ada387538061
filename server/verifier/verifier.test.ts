import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampRequest, tokenOfResponse } from '../src/features/evidence/timestamp.ts'
import { createTimeAuthority } from '../src/testing/time-authority.ts'
import { PEOPLE, packOf, TestKey } from './pack.fixture.ts'
import { Sha256, sha256 } from './sha256.ts'
import { tamperedPacks } from './tampered.fixture.ts'
import { type OwnKnowledge, verifyPack } from './verify.ts'
import { fileOf, sourceOf, type Tampered, World } from './world.fixture.ts'

const run = promisify(execFile)
const builder = fileURLToPath(new URL('../../scripts/build-verifiers.mjs', import.meta.url))

let folder: string
let world: World
let good: Buffer
let stamped: Awaited<ReturnType<typeof tamperedPacks>>['stamped']
let pictured: Buffer
let cases: Tampered[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'frontdesk-verifier-'))
  await run(execPath, [builder, folder])
  ;({ world, good, stamped, pictured, cases } = await tamperedPacks())
})
afterAll(async () => rm(folder, { recursive: true }))

const verify = async (bytes: Buffer, known: OwnKnowledge = {}) => verifyPack(sourceOf(bytes), known)

/** Runs the program for each of them, in one process. */
const RUNNER = `
import { readFileSync } from 'node:fs'
import process, { argv, stdout } from 'node:process'
const [, program, list] = argv.splice(1)
const write = stdout.write
const ended = []
for (const args of JSON.parse(readFileSync(list, 'utf8'))) {
  let told = ''
  stdout.write = (text) => ((told += text), true)
  argv.splice(1, Infinity, program, ...args)
  await import(program + '?' + ended.length)
  ended.push({ code: process.exitCode, told })
}
process.exitCode = 0
stdout.write = write
stdout.write(JSON.stringify(ended))
`

async function argumentsFor(
  name: string,
  { bytes, known = {} }: Pick<Tampered, 'bytes' | 'known'>,
) {
  const place = async (kind: string, content: string | Buffer) => {
    await mkdir(join(folder, name), { recursive: true })
    const path = join(folder, name, kind)
    await writeFile(path, content)
    return path
  }
  const args = [await place('pack.zip', bytes)]
  if (known.key !== undefined) args.push('--key', await place('key', known.key))
  for (const one of known.receipts ?? []) args.push('--receipt', await place(one.name, one.text))
  for (const one of known.checkpoints ?? [])
    args.push('--checkpoint', await place(one.name, one.text))
  for (const key of known.witnesses ?? []) args.push('--witness', await place('witness', key))
  for (const one of known.authorities ?? [])
    args.push('--tsa-root', await place(one.name, one.text))
  return args
}

/** What the program that a pack carries prints for each, and how it ends. */
async function runProgram(some: Pick<Tampered, 'bytes' | 'known'>[]) {
  const list = join(folder, 'list.json')
  const args: string[][] = []
  for (const [index, one] of some.entries()) args.push(await argumentsFor(String(index), one))
  await writeFile(list, JSON.stringify(args))
  await writeFile(join(folder, 'runner.mjs'), RUNNER)
  const program = pathToFileURL(join(folder, 'verify.mjs')).href
  const { stdout, stderr } = await run(execPath, [join(folder, 'runner.mjs'), program, list], {
    maxBuffer: 64 * 1024 * 1024,
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as { code: number; told: string }[]
}

test('a whole pack is accepted, and without copies outside it is self-attested', async () => {
  const verdict = await verify(good)
  expect(verdict).toMatchObject({ accepted: true })
  expect(verdict.summary).toContain('self-attested')
  const { stdout } = await run(execPath, [
    join(folder, 'verify.mjs'),
    ...(await argumentsFor('good', { bytes: good, known: { key: await world.key.vkey() } })),
  ])
  expect(stdout).toContain('signed by the key that you gave')
})

test('with copies outside it says which agree', async () => {
  const known = {
    key: `The key:\n${await world.key.vkey()}\n`,
    receipts: [world.receipt(5, 1)],
    checkpoints: [world.mailed(2)],
    witnesses: [await world.witness.vkey()],
  }
  const { summary, findings } = await verify(good, known)
  expect(summary).toMatch(/^Accepted: .* agree with it\.$/)
  const outside = findings.filter(({ step }) => step === 'outside').map(({ sentence }) => sentence)
  expect(outside).toEqual([
    'The receipt “receipt-5.json”, for record 5, agrees with the pack.',
    'The checkpoint 2 in “2.note” agrees with the pack.',
    'The witness witness.example.com has signed up to checkpoint 4, that one on 2026-11-20T10:04:00.000Z.',
  ])
})

test('a pack with pictures is accepted, and says that they are those that were signed', async () => {
  const { summary, findings } = await verify(pictured)
  expect(summary).toMatch(/^Accepted/)
  expect(findings.map(({ sentence }) => sentence)).toContain(
    'The one picture in these texts is the one that was signed with them.',
  )
})

test('a token counts where the reader has the certificate of its authority', async () => {
  const outside = async (known: OwnKnowledge) => {
    const { summary, findings } = await verify(stamped.bytes, known)
    return `${summary} ${findings.map(({ sentence }) => sentence).join(' ')}`
  }
  const vouched = await outside(stamped.known)
  expect(vouched).toMatch(/^Accepted: /)
  expect(vouched).toContain('The time authority Test Clock saw checkpoint 2 on ')
  const alone = await outside({})
  expect(alone).toMatch(/^Accepted as self-attested/)
  expect(alone).toContain('whether Test Clock is a time authority, nobody vouches for')
})

test('that a token is older than its checkpoint says of itself is told', async () => {
  const time = new Date(Date.now() + 3_600_000).toISOString()
  const ahead = new World()
  await ahead.addCheckpoint(12, { time })
  const authority = createTimeAuthority()
  const digest = createHash('sha256').update(ahead.notes[0]!.note).digest()
  const request = timestampRequest(digest, { nonce: Uint8Array.from([0x51, 2, 3]) })
  const token = tokenOfResponse(authority.answer(request))
  authority.remove()
  const bytes = await ahead.pack((draft) => draft.files.set(fileOf(1, 'tsr'), Buffer.from(token)))
  const { findings } = await verify(bytes)
  expect(findings.map(({ sentence }) => sentence).join(' ')).toContain(
    `The checkpoint says that it was made later, on ${time}`,
  )
  expect(JSON.stringify(await verify(stamped.bytes))).not.toContain('made later')
})

test('every change is refused, with a sentence of its own for a reader who is no programmer', async () => {
  expect(cases.length).toBeGreaterThan(70)
  for (const { name, says, bytes, known } of cases) {
    const verdict = await verify(bytes, known)
    expect.soft({ name, ...verdict }).toMatchObject({ name, accepted: false })
    expect.soft(verdict.summary, name).toMatch(new RegExp(says))
    expect.soft(verdict.summary, name).not.toMatch(/[\p{Cc}\u202e]/u)
  }
})

test('the program that a pack carries refuses the same, with exit code 1', async () => {
  const ended = await runProgram(cases)
  for (const [index, { name, says }] of cases.entries()) {
    const { code, told } = ended[index]!
    expect.soft({ name, code }).toEqual({ name, code: 1 })
    expect.soft(told, name).toMatch(new RegExp(`Refused: .*(${says})`))
  }
})

test('a pack about one person shows that it is whole, and their receipt agrees', async () => {
  const user = PEOPLE[0]!.id
  const bytes = await packOf(await world.draft({ user }))
  const verdict = await verify(bytes, { receipts: [world.receipt(4), world.receipt(5)] })
  expect(verdict).toMatchObject({ accepted: true })
  const text = verdict.findings.map(({ sentence }) => sentence).join(' ')
  expect(text).toContain('nothing within the chosen people, items and dates was left out')
  expect(text).toContain('for record 4, agrees with the pack')
  expect(text).toContain('its own is not part of this pack')
})

test('who is asked again signs the same version again, and that pack is accepted', async () => {
  const again = await World.make(world.key, (record) =>
    record.sequence === 7 ? { ...record, policy_title: 'Wire fraud' } : record,
  )
  const [first, seventh] = [again.records[0]!, again.records[6]!]
  const signed = ({ user_id: person, policy_id: policy, version }: typeof first) =>
    `${person} ${policy} ${version}`
  expect(signed(first)).toBe(signed(seventh))
  expect(await verify(await again.pack())).toMatchObject({ accepted: true })
})

test('a key that hands over is followed; who knows only one that was lost is refused', async () => {
  const [first, second, third] = [new TestKey(), new TestKey(), new TestKey()]
  const turned = new World(first)
  await turned.addCheckpoint(3)
  await turned.addCheckpoint(5, { key: { word: 'next-key', vkey: await second.vkey() } })
  await turned.addCheckpoint(7, { signer: second })
  const keys = [first, second]
  const draft = await turned.draft({ keys })
  const bytes = await packOf({ ...draft, signer: second })
  for (const key of keys) {
    const { summary, findings } = await verify(bytes, { key: await key.vkey() })
    expect(summary).toMatch(/^Accepted/)
    expect(findings.map(({ sentence }) => sentence)).toContain(
      'They are signed by the key that you gave.',
    )
  }
  await turned.addCheckpoint(12, {
    signer: third,
    key: { word: 'lost-key', vkey: await second.vkey() },
  })
  const after = await turned.draft({ keys: [...keys, third] })
  const later = await packOf({ ...after, signer: third })
  // Whoever has a true pack could add a checkpoint by a key of their own: the old key vouches for none of it.
  const refused = await verify(later, {
    key: await first.vkey(),
    checkpoints: [turned.mailed(3)],
  })
  expect(refused).toMatchObject({ accepted: false, step: 'checkpoints' })
  expect(refused.summary).toContain('another took its place without its word')
  const known = await verify(later, { key: await third.vkey() })
  expect(JSON.stringify(known.findings)).toContain(
    'signed by the key that you gave. At checkpoint 4 the key changed',
  )
})

test('no bit may be another', async () => {
  const place = fc.integer({ min: 0, max: good.length - 1 })
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const copy = Buffer.from(good)
      copy[at]! ^= 1 << bit
      const verdict = await verify(copy)
      expect(verdict.accepted).toBe(false)
      expect(verdict.summary.length).toBeGreaterThan(20)
    }),
    { numRuns: 1500 },
  )
})

test('nothing that is cut, doubled or thrown together is accepted, or more than refused', async () => {
  const place = fc.integer({ min: 0, max: good.length })
  await fc.assert(
    fc.asyncProperty(place, place, fc.uint8Array({ maxLength: 64 }), async (one, two, between) => {
      const bytes = Buffer.concat([good.subarray(0, one), between, good.subarray(two)])
      expect((await verify(bytes)).accepted).toBe(bytes.equals(good))
    }),
    { numRuns: 300 },
  )
})

test('hashes are those of everybody else, however the bytes come', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 5 }), (parts) => {
      const expected = createHash('sha256').update(Buffer.concat(parts)).digest('hex')
      const hash = new Sha256()
      for (const part of parts) hash.add(part)
      expect(Buffer.from(hash.end()).toString('hex')).toBe(expected)
      expect(Buffer.from(sha256(...parts)).toString('hex')).toBe(expected)
    }),
  )
})

test('a kept file may begin with a mark of byte order; what is no UTF-8 is none', async () => {
  const receipt = world.receipt(5)
  const pack = await argumentsFor('kept', { bytes: good })
  const program = join(folder, 'verify.mjs')
  const verifyWith = async (bytes: Buffer) => {
    const path = join(folder, 'kept-receipt.json')
    await writeFile(path, bytes)
    return run(execPath, [program, ...pack, '--receipt', path])
  }
  const { stdout } = await verifyWith(Buffer.from(`\ufeff${receipt.text}`))
  expect(stdout).toContain('agrees with the pack')
  await expect(verifyWith(Buffer.from(receipt.text, 'utf16le'))).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is no receipt') as string,
  })
})

test('of a directory that is larger than any pack’s nothing is read', async () => {
  const size = 3_000_000_000
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  for (const at of [8, 10]) end.writeUInt16LE(1, at)
  end.writeUInt32LE(size - 22, 12)
  const most = { bytes: 0 }
  const source = {
    size,
    read: async (from: number, to: number) => {
      most.bytes = Math.max(most.bytes, to - from)
      if (most.bytes > 1e6) throw new Error('So much is never read at once')
      return new Uint8Array(to === size ? end.subarray(from - to) : Buffer.alloc(to - from))
    },
  }
  expect(await verifyPack(source, {})).toMatchObject({ accepted: false })
  expect(most.bytes).toBe(22)
})

test('how it is used wrongly ends with 2 and says how it is used', async () => {
  const program = join(folder, 'verify.mjs')
  for (const args of [
    [],
    ['a', 'b'],
    ['/nowhere.zip'],
    ['--key'],
    ['--what', 'x'],
    ['x', '--key', '/no'],
  ]) {
    await expect(run(execPath, [program, ...args])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Usage: node verify.mjs') as string,
    })
  }
})

test('the page allows itself its own script and style, and nothing else', async () => {
  const page = await readFile(join(folder, 'verify.html'), 'utf8')
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(page) ?? []
  const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? []
  const [, policy] = /content="(default-src [^"]+)"/.exec(page) ?? []
  expect(policy).toBe(
    `default-src 'none'; script-src 'sha256-${hashOf(script)}'; style-src 'sha256-${hashOf(style)}'; base-uri 'none'; form-action 'none'`,
  )
  expect(/https?:\/\//.exec(page)).toBeNull()
})
