import type { Role } from '@frontdesk/contract/users'

/** Who does a step, by role. */
export const roleLabels: Record<Role, string> = {
  agent: 'Agent',
  manager: 'Manager',
  admin: 'Admin',
}

export const stepRoles: Role[] = ['agent', 'manager', 'admin']
