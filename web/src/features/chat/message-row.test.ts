import { expect, test } from 'vitest'
import { withMentions } from './message-row.tsx'

const set = (body: string) => withMentions(body, ['Mia Cole', 'Mia Cole Kent', 'Al'], true)

test('a name that was called upon stands out, the longest that fits', () => {
  expect(set('Ask @Mia Cole Kent, @mia cole and (@Al).')).toBe(
    'Ask **@Mia Cole Kent**, **@mia cole** and (**@Al**).',
  )
  expect(set('@everyone: hello\n@Al')).toBe('**@everyone**: hello\n**@Al**')
})

test('none of it within a word, and none that stands out already', () => {
  for (const body of ['mail@Al', '@Albert', '**@Al**', '@Mia', '@Mia Coles']) {
    expect(set(body)).toBe(body)
  }
})

test('code stays as it was written', () => {
  for (const body of [
    '`@Al`',
    '``a ` @Al``',
    '```\n@Al\n```',
    '~~~ts\nfor @Al\n\n@Mia Cole',
    '    @Al',
    'Look:\n\n    to @Al\n    and @Mia Cole',
  ]) {
    expect(set(body)).toBe(body)
  }
  expect(set('`a` @Al `b`')).toBe('`a` **@Al** `b`')
  expect(set('```\n@Al\n```\n@Al')).toBe('```\n@Al\n```\n**@Al**')
  expect(set('a ` alone, @Al')).toBe('a ` alone, **@Al**')
  expect(set('a line\n    and @Al')).toBe('a line\n    and **@Al**')
})
