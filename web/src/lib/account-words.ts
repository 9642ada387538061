import { providerIn } from '@frontdesk/contract/constants'
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

const METHODS = new Map([
  ['password', 'Password'],
  ['password_and_totp', 'Password and a code of an app'],
  ['password_and_recovery_code', 'Password and a recovery code'],
  ['passkey', 'A passkey'],
  ['password_and_passkey', 'Password and a passkey'],
  ['password_on_trusted_browser', 'Password, in a browser that had given a code before'],
])

const PROVIDER_FACTORS = new Map([
  ['totp', ' and a code of an app'],
  ['recovery_code', ' and a recovery code'],
  ['passkey', ' and a passkey'],
  ['trusted_browser', ', in a browser that had given a code before'],
])

/** How somebody signed in, as records and sessions name it, for people. */
export function wordsOfSignIn(method: string): string {
  const provider = providerIn(method)
  if (!provider) return METHODS.get(method) ?? method
  const { host, factor } = provider
  return `Provider ${host}${factor ? (PROVIDER_FACTORS.get(factor) ?? ` and ${factor}`) : ''}`
}
