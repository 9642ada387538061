import { expect, test } from 'vitest'
import { etagOf, matchesEtag, refuseIfChanged } from './etag.ts'

test('a tag is known among several, weak or not, and by a star', () => {
  expect(matchesEtag('"1", W/"2"', '"2"')).toBe(true)
  expect(matchesEtag('*', '"2"')).toBe(true)
  expect(matchesEtag('"12"', '"2"')).toBe(false)
  expect(matchesEtag(undefined, '"2"')).toBe(false)
})

test('a save is let through by the tag that it started from, also where a proxy has made it weak', async () => {
  const stored = { revision: 3 }
  const save = async (ifMatch: string | undefined) =>
    refuseIfChanged(stored, {
      ifMatch,
      sentence: 'Somebody else was faster',
      findCurrent: async () => stored,
    })
  for (const ifMatch of [undefined, '*', etagOf(stored), `W/${etagOf(stored)}`, '"1", "3"']) {
    await expect(save(ifMatch)).resolves.toBeUndefined()
  }
  for (const ifMatch of ['"2"', 'W/"2"', '3', 'anything']) {
    await expect(save(ifMatch)).rejects.toMatchObject({
      status: 409,
      code: 'edit_conflict',
      message: 'Somebody else was faster',
    })
  }
})
