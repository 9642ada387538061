import { idOf } from './obligations-load.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 864e5).toISOString()

/** Everything that the register can be narrowed by, alone and together. */
export const FILTERS: Record<string, string>[] = [
  {},
  ...['open', 'due_soon', 'overdue', 'met', 'waived', 'upcoming', 'ended'].map((state) => ({
    state,
  })),
  { kind: 'policy' },
  { kind: 'training' },
  { kind: 'standalone', state: 'overdue' },
  { item_id: idOf.item(5) },
  { item_id: idOf.item(120), state: 'overdue' },
  { user_id: idOf.person(77) },
  { role: 'manager' },
  { role: 'admin' },
  { team_id: idOf.team(7) },
  { team_id: idOf.team(7), state: 'overdue' },
  { search: 'marsh' },
  { search: 'person77', state: 'open' },
  { search: 'policy 12' },
  { search: 'nobody is called that' },
  { search: 'x'.repeat(200), state: 'met' },
  { due_from: daysAgo(3), due_to: daysAgo(-3) },
  { as_of: daysAgo(100) },
  { as_of: daysAgo(100), state: 'overdue' },
  { as_of: daysAgo(10), state: 'waived' },
]
