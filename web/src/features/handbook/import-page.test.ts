import { expect, test } from 'vitest'
import { sortOut } from './import-page.tsx'

const named = (...names: string[]) => names.map((name) => new File(['x'], name))
const namesOf = (files: File[]) => files.map(({ name }) => name)

test('what may be read is taken, what a system put there is not named, and the rest is', () => {
  const { readable, others } = sortOut(
    named(
      'a.docx',
      'B.PDF',
      'c.md',
      'd.htm',
      'e.doc',
      '.DS_Store',
      '~$a.docx',
      'Thumbs.db',
      'f.xlsx',
    ),
  )
  expect(namesOf(readable)).toEqual(['a.docx', 'B.PDF', 'c.md', 'd.htm', 'e.doc'])
  expect(others).toEqual(['f.xlsx'])
})

test('of a folder with too many the first hundred are taken', () => {
  const { readable, others } = sortOut(named(...Array.from({ length: 102 }, (_, n) => `${n}.md`)))
  expect(readable).toHaveLength(100)
  expect(others).toEqual(['100.md', '101.md'])
})
