import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCheckpoint } from '../src/features/evidence/checkpoint-note.ts'
import {
  cosignersOf,
  isSignedBy,
  readNote,
  readSignature,
  readVerifierKey,
} from '../src/features/evidence/signed-note.ts'
import { bytesOf, hashFromHex, hexOf } from './bytes.ts'
import { readRecord } from './records.ts'
import { sha256 } from './sha256.ts'
import { grewFrom, isInTree } from './tree.ts'

const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8')
const example = (name: string) =>
  new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?\n)\`\`\``).exec(page)![1]!

const checkpoints = [1, 2, 3].map((number) => readCheckpoint(example(`checkpoint ${number}`)))
const leaves = example('leaves').trim().split('\n')

test('the note that the page shows is signed by the key that it names, over the manifest that it names', async () => {
  const note = readNote(example('pack note'))
  expect(await isSignedBy(note, await readVerifierKey(checkpoints[1]!.key!.vkey))).toBe(true)
  const manifest = new TextEncoder().encode('{"format":"frontdesk-pack-1"}\n')
  expect(note.text.split('\n')[2]).toBe(hexOf(sha256(manifest)))
})

test('the record with a ceremony that the page shows has the hash that it says, and its consent has', () => {
  const list = JSON.parse(/'(\[.*\])'/.exec(example('record with a ceremony'))![1]!) as unknown[]
  const fields =
    'form sequence id policy_id user_id version acknowledged_at policy_title person_name person_email person_role content_sha256 consent sign_in_method session_origin session_id ip user_agent ceremony previous_hash'.split(
      ' ',
    )
  const values = fields.map((field, at) => [field, list[at]])
  const record = { ...Object.fromEntries(values), hash: leaves[1] } as Record<string, unknown>
  expect(readRecord(record, 'It')).toMatchObject({ sequence: 2, previous_hash: leaves[0] })
  expect(page).toContain(`gives \`${leaves[1]}\``)
})

test('the checkpoints that the page shows follow one another, signed by the keys that it shows', async () => {
  const first = await readVerifierKey(example('key'))
  const second = await readVerifierKey(checkpoints[1]!.key!.vkey)
  for (const [index, { note, previous, number, head, size }] of checkpoints.entries()) {
    expect(await isSignedBy(note, number < 3 ? first : second)).toBe(true)
    expect(number).toBe(index + 1)
    expect(head).toBe(leaves[size - 1])
    const before = index > 0 && hexOf(sha256(bytesOf(example(`checkpoint ${index}`))))
    expect(previous).toBe(before || '0'.repeat(64))
  }
})

test('the cosignature that the page shows is the witness’s on its second checkpoint', async () => {
  const witness = await readVerifierKey(example('witness'))
  const { note } = checkpoints[1]!
  const signatures = [...note.signatures, readSignature(example('cosignature').trim())]
  expect(await cosignersOf({ ...note, signatures }, [witness])).toEqual({
    seen: [{ name: 'accountant.example.com', at: new Date('2026-11-25T08:00:10.000Z') }],
    forged: [],
    unknown: [],
  })
})

test('the proofs that the page shows lead to its root', () => {
  const hashes = leaves.map(hashFromHex)
  const [, coded = ''] = /the root is `(\S+)`/.exec(page)!
  const root = Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0))
  const [one, two] = example('proofs')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string[] })
  const tree = { size: 3, root }
  expect(isInTree(hashes[0]!, 0, one!.path.map(hashFromHex), tree)).toBe(true)
  expect(isInTree(hashes[1]!, 0, one!.path.map(hashFromHex), tree)).toBe(false)
  expect(root).toEqual(checkpoints[1]!.root)
  const leaf = (data: Uint8Array) => sha256(new Uint8Array([0]), data)
  const before = {
    size: 2,
    root: sha256(new Uint8Array([1]), leaf(hashes[0]!), leaf(hashes[1]!)),
  }
  expect(before.root).toEqual(checkpoints[0]!.root)
  expect(grewFrom(before, tree, two!.path.map(hashFromHex))).toBe(true)
  expect(grewFrom({ ...before, root }, tree, two!.path.map(hashFromHex))).toBe(false)
})
