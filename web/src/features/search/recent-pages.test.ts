import { expect, test } from 'vitest'
import { openedAt } from './recent-pages.ts'

const id = '01940000-0000-7000-8000-000000000000'

test.each([
  [`/policies/${id}`, { type: 'policies', id }],
  [`/processes/runs/${id}`, { type: 'runs', id }],
  [`/training/${id}`, { type: 'trainings', id }],
  [`/people/${id}`, { type: 'users', id }],
  [`/admin/people/${id}`, { type: 'users', id }],
  ['/admin/settings/mail', { type: 'settings', id: 'admin/settings/mail' }],
  ['/admin/outstanding', { type: 'places', id: 'admin/outstanding' }],
  [`/policies/${id}/edit`, undefined],
  ['/policies', undefined],
  ['/profile', undefined],
])('%s', (path, opened) => {
  expect(openedAt(path)).toEqual(opened)
})
