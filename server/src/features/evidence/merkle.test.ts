import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Frontier, hashOfLeaf, ProofReader } from './merkle.ts'

/** The leaves and figures are those of the public vectors of transparency-dev/merkle (testonly, testdata). */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
]
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const INCLUSION: [index: number, size: number, path: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]
const CONSISTENCY: [from: number, to: number, path: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    7,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
]

async function* inPieces(records: Buffer[], size: number) {
  for (let from = 0; from < records.length; from += size) yield records.slice(from, from + size)
}

const leaves = LEAVES.map((leaf) => Buffer.from(leaf, 'hex'))
const hex = (hashes: Buffer[]) => hashes.map((hash) => hash.toString('hex'))

describe('the public figures', () => {
  test.each(ROOTS.map((root, size) => [size, root] as const))('root of %i', async (size, root) => {
    const frontier = new Frontier()
    for (const leaf of leaves.slice(0, size)) frontier.push(hashOfLeaf(leaf))
    expect(frontier.root().toString('hex')).toBe(root)
    const reader = new ProofReader()
    reader.expectRoot(size)
    await reader.read(inPieces(leaves, 3))
    expect(reader.root(size).toString('hex')).toBe(root)
  })

  test.each(INCLUSION)('inclusion of leaf %i in %i', async (index, size, path) => {
    const reader = new ProofReader()
    reader.expectInclusion(index, size)
    await reader.read(inPieces(leaves, 2))
    expect(hex(reader.inclusion(index, size))).toEqual(path)
  })

  test.each(CONSISTENCY)('consistency from %i to %i', async (from, to, path) => {
    const reader = new ProofReader()
    reader.expectConsistency(from, to)
    await reader.read(inPieces(leaves, 5))
    expect(hex(reader.consistency(from, to))).toEqual(path)
  })
})

test('a tree goes on from what was kept of it, wherever it was left', () => {
  fc.assert(
    fc.property(fc.nat(70), fc.nat(70), (before, more) => {
      const all = Array.from({ length: before + more }, (_, at) => hashOfLeaf(Buffer.from([at])))
      const whole = new Frontier()
      const kept = new Frontier()
      for (const leaf of all) whole.push(leaf)
      for (const leaf of all.slice(0, before)) kept.push(leaf)
      const next = new Frontier(kept.size, kept.bytes())
      for (const leaf of all.slice(before)) next.push(leaf)
      expect(next.root()).toEqual(whole.root())
      expect(next.size).toBe(before + more)
    }),
  )
})

test('what is not there can’t be proved', async () => {
  const reader = new ProofReader()
  reader.expectRoot(9)
  await expect(reader.read(inPieces(leaves, 8))).rejects.toThrow(
    'There are 8 records, and a proof is about 9',
  )
  expect(() => reader.expectInclusion(8, 8)).toThrow('A tree of 8 has no leaf 8')
  expect(() => reader.expectConsistency(8, 7)).toThrow('does not come after')
  expect(() => reader.inclusion(0, 4)).toThrow('Nobody said')
})
