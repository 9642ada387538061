import { expect, test } from 'vitest'
import { Ends, sniffType } from '../src/platform/file-type.ts'
import { demoDocuments } from './documents.ts'

test('the demo’s documents are twenty-five real files of the kinds that offices keep', async () => {
  const types = await Promise.all(
    demoDocuments.map(async ({ content, fileName }) => {
      const ends = new Ends()
      ends.add(await content())
      const { type } = await sniffType(ends, fileName)
      expect(fileName).toMatch(new RegExp(String.raw`\.${type}$`))
      return type
    }),
  )
  expect(types).toHaveLength(25)
  expect([...new Set(types)].toSorted()).toEqual(['csv', 'docx', 'pdf', 'png', 'svg'])
  expect(new Set(demoDocuments.map(({ title }) => title)).size).toBe(25)
})
