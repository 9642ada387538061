import { expect, test } from 'vitest'
import { isPlain } from './markdown.tsx'

test('plain words are known from Markdown', () => {
  const plain = [
    'Thirty years in the trade.\n\nAsk me about leases: I know most of them, 9 to 5.',
    'A well-known name – since 1987 (and a half). “Yes”, it’s so!',
    '',
  ]
  for (const words of plain) expect(isPlain(words), words).toBe(true)
  const set = [
    'I am **here**.',
    'Mind_the_gap',
    '# Head',
    'Head\n====',
    'Head\n---',
    'Of mine:\n- one\n- two',
    '+ one',
    '1. one',
    '  2) two',
    '> said',
    '`code`',
    '~~gone~~',
    '[a](/policies)',
    'https://example.com',
    'www.example.com',
    'ada@example.com',
    'a \\* b',
    '&amp;',
    '<b>',
    '| a |',
    '    code',
  ]
  for (const words of set) expect(isPlain(words), words).toBe(false)
})
