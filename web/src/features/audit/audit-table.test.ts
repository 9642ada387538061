import { expect, test } from 'vitest'
import { auditQueryOf, noFilters, readAuditParams } from './audit-table.tsx'

test('both days are shown whole, as the reader’s calendar has them', () => {
  const query = auditQueryOf({ ...noFilters, from: '2026-02-27', to: '2026-02-28' })
  expect(query).toMatchObject({
    from: new Date(2026, 1, 27).toISOString(),
    until: new Date(2026, 2, 1).toISOString(),
  })
})

test('what the address gets wrong narrows nothing', () => {
  const raw = {
    kind: 'x',
    from: '2026',
    to: '9999-01-01',
    person: '1',
    item: "' or 1",
    search: '12',
  }
  expect(readAuditParams(raw)).toEqual({ ...noFilters, search: '12' })
})
