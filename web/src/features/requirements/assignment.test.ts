import { afterEach, describe, expect, it, vi } from 'vitest'
import { assignmentOf, isBlank, nameOf, noAssignment } from './assignment.ts'

afterEach(() => vi.unstubAllEnvs())

const ana = { id: 'a', name: 'Ana Ruiz' }

describe('assignmentOf', () => {
  it('sends only what belongs to the chosen kind', () => {
    const draft = { ...noAssignment, roles: ['agent' as const], people: [ana] }
    expect(assignmentOf(draft)).toMatchObject({ everyone: true, roles: [], user_ids: [] })
    expect(assignmentOf({ ...draft, whom: 'roles' })).toMatchObject({
      everyone: false,
      roles: ['agent'],
      user_ids: [],
    })
    expect(assignmentOf({ ...draft, whom: 'people' })).toMatchObject({
      everyone: false,
      roles: [],
      user_ids: ['a'],
    })
  })

  it('sends the end of the due day, or none', () => {
    vi.stubEnv('TZ', 'America/Chicago')
    expect(assignmentOf(noAssignment).due_at).toBeNull()
    expect(assignmentOf({ ...noAssignment, dueOn: '2026-12-01' }).due_at).toBe(
      '2026-12-01T23:59:59-06:00',
    )
  })
})

describe('isBlank', () => {
  it('is true where a kind is chosen, but nobody of it', () => {
    expect(isBlank(noAssignment)).toBe(false)
    expect(isBlank({ ...noAssignment, whom: 'roles', people: [ana] })).toBe(true)
    expect(isBlank({ ...noAssignment, whom: 'people', people: [ana] })).toBe(false)
  })
})

describe('nameOf', () => {
  const requirement = {
    id: 'r',
    user_id: null,
    user_name: null,
    role: null,
    team_id: null,
    team_name: null,
    everyone: false,
    due_at: null,
    recurrence: null,
    window_days: null,
    created_at: '2026-11-21T00:00:00Z',
  }
  it('says of whom a requirement is', () => {
    expect(nameOf({ ...requirement, everyone: true })).toBe('Everyone')
    expect(nameOf({ ...requirement, role: 'agent' })).toBe('All agents')
    expect(nameOf({ ...requirement, team_id: 't', team_name: 'Harbor' })).toBe('Harbor')
    expect(nameOf({ ...requirement, user_id: 'a', user_name: 'Ana Ruiz' })).toBe('Ana Ruiz')
  })
})
