import { describe, expect, it } from 'vitest'
import {
  acknowledgedQueryOf,
  isFiltered,
  outstandingQueryOf,
  readRegister,
} from './admin-policies-page.tsx'

describe('the address of the acknowledgments table', () => {
  it('asks for the newest acknowledgments when it says nothing', () => {
    expect(acknowledgedQueryOf(readRegister({}))).toEqual({
      search: undefined,
      policy_id: undefined,
      state: undefined,
      sort: 'acknowledged_at',
      order: 'desc',
    })
  })

  it('asks for what is due soonest among the outstanding', () => {
    const params = readRegister({ view: 'outstanding', state: 'overdue', search: '2026' })
    expect(outstandingQueryOf(params)).toEqual({
      search: '2026',
      policy_id: undefined,
      state: 'overdue',
      sort: 'due_at',
      order: 'asc',
    })
  })

  it('sorts by name from A unless told otherwise', () => {
    expect(acknowledgedQueryOf(readRegister({ sort: 'person_name' })).order).toBe('asc')
    expect(acknowledgedQueryOf(readRegister({ sort: 'version', order: 'desc' })).order).toBe('desc')
  })

  it('leaves out what belongs to the other view or to none', () => {
    const params = readRegister({
      view: 'x',
      state: 'overdue',
      sort: 'due_at',
      order: 'up',
      search: {},
    })
    expect(params.view).toBe('')
    expect(acknowledgedQueryOf(params)).toMatchObject({ state: undefined, sort: 'acknowledged_at' })
    expect(acknowledgedQueryOf(params).order).toBe('desc')
    expect(params.search).toBe('')
  })

  it('knows whether anything narrows the table', () => {
    expect(isFiltered(readRegister({ view: 'outstanding', sort: 'version' }))).toBe(false)
    expect(isFiltered(readRegister({ policy: 'p' }))).toBe(true)
  })
})
