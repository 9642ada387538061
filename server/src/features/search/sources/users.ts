import type { Role } from '@frontdesk/contract/users'
import { isWanted, mostOf, rowsOf, type SearchSource } from './source.ts'

const ROLES: Record<Role, string> = { agent: 'Agent', admin: 'Admin', manager: 'Manager' }
const STATES = { active: null, inactive: 'Inactive', pending: 'Pending' }

/** People by name, e-mail and role; admins also find those who are inactive or pending. */
export const userSource: SearchSource = {
  type: 'users',
  rows: rowsOf('users'),
  async read(db, wanted) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'title', 'role', 'status'])
      .where('deleted_at', 'is', null)
      .where(isWanted('id', wanted))
      .orderBy('id')
      .limit(mostOf(wanted))
      .execute()
    return rows.map(({ id, name, email, title, role, status }) => ({
      id,
      title: name,
      subtitle: [title || ROLES[role], email, STATES[status]].filter(Boolean).join(' · '),
      adminsOnly: status !== 'active',
      texts: { email, role },
    }))
  },
}
