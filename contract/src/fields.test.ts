import { expect, test } from 'vitest'
import { line, requiredLine } from './fields.ts'

const title = requiredLine(60, 'Title is required')

test.each([
  [
    'zero-width spaces and joiners between Latin letters',
    'Ad\u200ba\u200c Bro\u200dker',
    'Ada Broker',
  ],
  ['a byte order mark', '\ufeffLeases', 'Leases'],
  ['overrides of the direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['isolates and marks of direction', '\u2066Lee\u2069\u200e\u200f\u061c', 'Lee'],
  ['soft hyphens and word joiners', 'Com\u00adpli\u2060ance', 'Compliance'],
  ['hidden tags', 'Rent\u{e0041}\u{e0042}', 'Rent'],
  ['bytes hidden in variations', 'Rent\ufe01\u{e0101}\u{e0102}', 'Rent\ufe01'],
])('%s are no part of a name', (_, sent, kept) => {
  expect(title.parse(sent)).toBe(kept)
  expect(line(60).parse(sent)).toBe(kept)
})

test.each([
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a realtor', '\u{1f469}\u{1f3fd}\u200d\u{1f4bc}'],
  ['the flag of Scotland', '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
  ['Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
  ['Hindi', '\u0915\u094d\u200d\u0937'],
  ['accents, written apart', 'Rene\u0301e'],
])('%s stays as it was written', (_, text) => {
  expect(title.parse(text)).toBe(text)
})

test('what has nothing to be seen is empty', () => {
  for (const sent of ['\u200b', '\u3164', '\u202e\u202c', ' \u2800\u200d'.replace('\u2800', '')]) {
    expect(title.safeParse(sent).error?.issues[0]?.message).toBe('Title is required')
  }
})

test('a megabyte of them is refused without being looked through', () => {
  const started = Date.now()
  const { error } = title.safeParse('\u200d\u{1f3f4}\u{e0067}'.repeat(300_000))
  expect(error?.issues[0]?.message).toContain('within 60 characters')
  expect(Date.now() - started).toBeLessThan(1000)
})
