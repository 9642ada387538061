import type { Attention } from '@frontdesk/contract/system'
import { expect, test } from 'vitest'
import { momentOf, wordsFor } from './system-page.tsx'

const say = (one: Partial<Attention> & Pick<Attention, 'about'>) =>
  wordsFor({ urgent: false, since: null, count: null, said: '', ...one }).sentence

test('what needs attention is said in a sentence', () => {
  const since = new Date(2020, 10, 20, 9, 14).toISOString()
  expect(say({ about: 'no_backup', since })).toBe('No backup since Nov 20, 2020.')
  expect(say({ about: 'no_backup' })).toBe('There has never been a backup.')
  expect(
    say({ about: 'mail_failing', count: 12, since, said: 'the server refuses the password' }),
  ).toBe('Mail has failed 12 times since Nov 20, 2020: the server refuses the password.')
  expect(say({ about: 'jobs_failed', count: 1 })).toBe('1 job has failed for good.')
  expect(say({ about: 'jobs_failed', count: 1200 })).toBe('1,200 jobs have failed for good.')
})

test('today has a time, another day a date', () => {
  const now = new Date(2026, 10, 25, 23, 0)
  expect(momentOf(new Date(2026, 10, 25, 9, 14).toISOString(), now)).toMatch(/^9:14\sAM$/)
  expect(momentOf(new Date(2026, 10, 24, 23, 59).toISOString(), now)).toBe('Nov 24, 2026')
})
