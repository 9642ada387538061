import { expect, test } from 'vitest'
import { isFiltered, readTeam, teamQueryOf } from './team-filters.tsx'

const queryOf = (raw: Record<string, unknown>) => teamQueryOf(readTeam(raw))
const everybody = { sort: 'name', order: 'asc' }

test.each([
  ['active', { status: 'active' }],
  ['inactive', { status: 'inactive' }],
  ['approval', { awaiting: 'approval' }],
  ['invited', { awaiting: 'invitation' }],
  ['behind', { behind: 'true' }],
])('people who are %s are asked for as the server calls them', (state, query) => {
  expect(queryOf({ state })).toEqual({ ...everybody, ...query })
  expect(isFiltered(readTeam({ state }))).toBe(true)
})

test('the rest of the address is asked for, too', () => {
  const raw = { search: 'ana', role: 'manager', sort: 'behind', order: 'desc' }
  expect(queryOf(raw)).toEqual(raw)
  for (const name of ['search', 'role'] as const) {
    expect(isFiltered(readTeam({ [name]: raw[name] })), name).toBe(true)
  }
  expect(isFiltered(readTeam({ sort: 'behind', order: 'desc' }))).toBe(false)
})

test('what the address gets wrong narrows nothing', () => {
  const raw = { state: 'gone', role: 'owner', sort: 'password', order: 'up' }
  expect(queryOf(raw)).toEqual(everybody)
  expect(isFiltered(readTeam(raw))).toBe(false)
})
