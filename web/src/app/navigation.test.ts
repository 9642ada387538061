import type { CurrentUser } from '@frontdesk/contract/users'
import { describe, expect, it } from 'vitest'
import type { Session } from '#web/session/session.tsx'
import { redirectFor, type RouteFacts, safePath } from './navigation.ts'

const user = (role: CurrentUser['role']): CurrentUser => ({
  id: '01990000-0000-7000-8000-000000000000',
  first_name: 'Maya',
  last_name: 'Okafor',
  name: 'Maya Okafor',
  email: 'maya@example.com',
  phone_number: null,
  bio: null,
  title: 'Agent',
  role,
  status: 'active',
  email_verified: true,
  pending_email: null,
  second_factor: { on: false, due_at: null, must_set_up: false },
  theme: 'system',
  revision: 1,
  last_login_at: null,
  pending_policies: [],
  profile_picture_img_location: null,
  pending_trainings: [],
  manages_team: false,
  pending_steps: [],
  tests: [],
  test_attempts: 0,
  completed_tests: 0,
  total_assigned_tests: 0,
})

const loading: Session = { state: 'loading', user: null }
const nobody: Session = { state: 'signed-out', user: null }
const agent: Session = { state: 'signed-in', user: user('agent') }
const manager: Session = { state: 'signed-in', user: user('manager') }
const admin: Session = { state: 'signed-in', user: user('admin') }

type Asked = { href: string; wanted?: string }
const go = (access: RouteFacts['access'], session: Session, asked: Asked = { href: '/x?y=1' }) =>
  redirectFor({ access }, session, asked)

describe('where somebody may be', () => {
  it.each(['public', 'open', 'user', 'admin', 'unknown'] as const)(
    'is not decided while the session is being checked (%s)',
    (access) => expect(go(access, loading)).toBeNull(),
  )

  it('keeps public screens for visitors', () => {
    expect(go('public', nobody)).toBeNull()
    expect(go('public', agent)).toBe('/dashboard')
  })

  it('opens the terms to everybody', () => {
    for (const session of [nobody, agent, admin]) expect(go('open', session)).toBeNull()
  })

  it('asks visitors to sign in, and remembers what they wanted', () => {
    expect(go('user', nobody)).toBe('/login?redirect=%2Fx%3Fy%3D1')
    expect(go('admin', nobody)).toBe('/login?redirect=%2Fx%3Fy%3D1')
    expect(go('user', nobody, { href: '/dashboard' })).toBe('/login')
    expect(go('user', { ...nobody, ending: 'expired' })).toBe('/login?redirect=%2Fx%3Fy%3D1')
  })

  it('forgets it when they signed out themselves', () => {
    expect(go('user', { ...nobody, ending: 'asked' })).toBe('/login')
  })

  it('goes there after the sign-in', () => {
    expect(go('public', agent, { href: '/login', wanted: '/policies?search=a' })).toBe(
      '/policies?search=a',
    )
  })

  it('sends everybody but admins away from admin screens', () => {
    const facts = { access: 'admin', elsewhere: '/policies' } as const
    for (const session of [agent, manager]) {
      expect(redirectFor(facts, session, { href: '/policies/add' })).toBe('/policies')
      expect(go('admin', session)).toBe('/dashboard')
    }
    expect(redirectFor(facts, admin, { href: '/policies/add' })).toBeNull()
  })

  it('sends whoever has to set up a second factor there, and back to what they wanted', () => {
    const must = { on: false, due_at: null, must_set_up: true }
    const bound: Session = { state: 'signed-in', user: { ...user('agent'), second_factor: must } }
    const setUp = '/set-up-second-factor?redirect=%2Fpolicies'
    expect(go('user', bound, { href: '/policies' })).toBe(setUp)
    expect(go('public', bound, { href: '/login', wanted: '/policies' })).toBe(setUp)
    expect(go('user', bound, { href: '/dashboard' })).toBe('/set-up-second-factor')
    const facts = { access: 'user', isSetUp: true } as const
    const here = { href: setUp, wanted: '/policies' }
    expect(redirectFor(facts, bound, here)).toBeNull()
    expect(redirectFor(facts, agent, here)).toBe('/policies')
    expect(redirectFor(facts, agent, { href: '/set-up-second-factor' })).toBe('/dashboard')
  })

  it('answers an unknown address with the home of whoever asks', () => {
    expect(go('unknown', nobody)).toBe('/')
    expect(go('unknown', agent)).toBe('/dashboard')
  })
})

describe('a wanted address', () => {
  it.each([
    ['/policies', '/policies'],
    ['/policies/1?a=b#c', '/policies/1?a=b#c'],
    [undefined, '/dashboard'],
    ['', '/dashboard'],
    ['policies', '/dashboard'],
    ['//evil.example/x', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/\t/evil.example', '/dashboard'],
    ['/.//evil.example', '/dashboard'],
    ['https://evil.example/', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['//', '/dashboard'],
  ])('%j leads to %s', (wanted, target) => expect(safePath(wanted)).toBe(target))
})
