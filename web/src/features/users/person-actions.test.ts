import { expect, test } from 'vitest'
import { type PersonActions, personMenuItems } from './person-actions.tsx'

const nothing = new Proxy({} as PersonActions, { get: () => () => undefined })
const labels = (status: 'active' | 'inactive' | 'pending', invitation: 'open' | 'expired' | null) =>
  personMenuItems(
    {
      id: '1',
      name: 'Lee Park',
      first_name: 'Lee',
      last_name: 'Park',
      email: 'lee@example.com',
      role: 'agent',
      title: null,
      has_second_factor: false,
      revision: 1,
      status,
      invitation,
      invitation_delivery: null,
    },
    nothing,
  ).map(({ label }) => label)

test.each([
  ['pending', null],
  ['pending', 'open'],
  ['pending', 'expired'],
  ['inactive', null],
] as const)('whoever is %s, their invitation %s, can be activated', (status, invitation) => {
  expect(labels(status, invitation)).toContain('Activate Account')
})

test('whoever is active can’t be activated again, and keeps their invitation until they accept', () => {
  expect(labels('active', null)).not.toContain('Activate Account')
  expect(labels('active', 'open')).toEqual(
    expect.arrayContaining(['Resend Invitation', 'Copy Invitation Link', 'Deactivate']),
  )
  expect(labels('active', 'open')).not.toContain('Activate Account')
  expect(labels('inactive', null)).not.toContain('Resend Invitation')
})

test('a password is reset only of whoever has one and may sign in', () => {
  expect(labels('active', null)).toContain('Reset Password')
  for (const [status, invitation] of [
    ['active', 'open'],
    ['pending', 'open'],
    ['pending', 'expired'],
    ['inactive', null],
  ] as const)
    expect(labels(status, invitation)).not.toContain('Reset Password')
})
