import type { Role } from '@frontdesk/contract/users'

export const roles: Role[] = ['agent', 'manager', 'admin']

/** What somebody with a role is called. */
export const roleLabels: Record<Role, string> = {
  agent: 'Agent',
  manager: 'Manager',
  admin: 'Admin',
}

export const roleOptions = roles.map((role) => ({ value: role, label: roleLabels[role] }))

/** What all with a role are called. */
export const rolePlurals: Record<Role, string> = {
  agent: 'Agents',
  manager: 'Managers',
  admin: 'Admins',
}
