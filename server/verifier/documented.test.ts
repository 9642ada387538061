import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSignedBy, readNote, readVerifierKey } from '../src/features/evidence/signed-note.ts'
import { hashFromHex, hexOf } from './bytes.ts'
import { sha256 } from './sha256.ts'
import { grewFrom, isInTree } from './tree.ts'

const page = readFileSync(new URL('../../docs/evidence.md', import.meta.url), 'utf8')
const example = (name: string) =>
  new RegExp(`<!-- example: ${name} -->\n\`\`\`\\w+\n([\\s\\S]*?\n)\`\`\``).exec(page)![1]!

test('the note that the page shows is signed by the key that it shows, over the manifest that it names', async () => {
  const note = readNote(example('pack note'))
  expect(await isSignedBy(note, await readVerifierKey(example('pack key')))).toBe(true)
  const manifest = new TextEncoder().encode('{"format":"frontdesk-pack-1"}\n')
  expect(note.text.split('\n')[2]).toBe(hexOf(sha256(manifest)))
})

test('the proofs that the page shows lead to its root', () => {
  const leaves = example('leaves').trim().split('\n').map(hashFromHex)
  const [, coded = ''] = /the root is `(\S+)`/.exec(page)!
  const root = Uint8Array.from(atob(coded), (sign) => sign.charCodeAt(0))
  const [one, two] = example('proofs')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { path: string[] })
  const tree = { size: 3, root }
  expect(isInTree(leaves[0]!, 0, one!.path.map(hashFromHex), tree)).toBe(true)
  expect(isInTree(leaves[1]!, 0, one!.path.map(hashFromHex), tree)).toBe(false)
  const leaf = (data: Uint8Array) => sha256(new Uint8Array([0]), data)
  const before = {
    size: 2,
    root: sha256(new Uint8Array([1]), leaf(leaves[0]!), leaf(leaves[1]!)),
  }
  expect(grewFrom(before, tree, two!.path.map(hashFromHex))).toBe(true)
  expect(grewFrom({ ...before, root }, tree, two!.path.map(hashFromHex))).toBe(false)
})
