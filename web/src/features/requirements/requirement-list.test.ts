import { afterEach, describe, expect, it, vi } from 'vitest'
import { assignmentOf, isBlank, nameOf, noAssignment, oftenInWords } from './requirement-list.tsx'

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

  it('sends teams, and how often, where it recurs', () => {
    const draft = { ...noAssignment, whom: 'teams' as const, teams: ['t'] }
    expect(assignmentOf(draft)).toMatchObject({ everyone: false, team_ids: ['t'] })
    expect(assignmentOf(draft)).not.toHaveProperty('recurrence')
    expect(assignmentOf({ ...draft, howOften: 'months', every: '6' })).toMatchObject({
      recurrence: { type: 'rolling', months: 6 },
    })
    expect(
      assignmentOf({ ...draft, howOften: 'days', every: '90', windowDays: '0' }),
    ).toMatchObject({ recurrence: { type: 'rolling', days: 90 }, window_days: 0 })
    expect(assignmentOf({ ...draft, howOften: 'yearly', month: '3', day: '31' })).toMatchObject({
      recurrence: { type: 'calendar', month: 3, day: 31 },
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
    expect(isBlank({ ...noAssignment, whom: 'teams', people: [ana] })).toBe(true)
    expect(isBlank({ ...noAssignment, whom: 'teams', teams: ['t'] })).toBe(false)
  })
})

describe('oftenInWords', () => {
  it('says how often', () => {
    expect(oftenInWords(null)).toBe('')
    expect(oftenInWords({ type: 'rolling', months: 1 })).toBe('every month after it is done')
    expect(oftenInWords({ type: 'rolling', days: 90 })).toBe('every 90 days after it is done')
    expect(oftenInWords({ type: 'calendar', month: 1, day: 31 })).toBe('each year on January 31')
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
