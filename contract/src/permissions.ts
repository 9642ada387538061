import type { Role } from './users.ts'

/** Whoever asks; null is somebody who is not signed in. The server enforces what the web hides. */
export type Actor = { id: string; role: Role } | null

/** May open the admin area. */
export const canOpenAdmin = (actor: Actor) => actor?.role === 'admin'

/** May write, assign and delete policies. */
export const canEditPolicies = (actor: Actor) => actor?.role === 'admin'

/** May invite people, and see and withdraw invitations. */
export const canInvite = (actor: Actor) => actor?.role === 'admin'
