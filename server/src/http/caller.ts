import type { Role } from '@frontdesk/contract/users'

/** Whoever is signed in on a request, as their session says. */
export interface SignedIn {
  id: string
  role: Role
  name: string
  email: string
  sessionId: string
  /** Their role needs a second factor, and the time to set one up is over. */
  mustSetUp: boolean
  /** They have signed in, or given their password again, within the last ten minutes. */
  isFresh: boolean
  /** Where a program calls in their name; `sessionId` is the key's id then. */
  key?: { id: string; name: string; scopes: string[] }
}

/** Whoever writes something; where a server does it later in their name, there is no session. */
export type Author = Pick<SignedIn, 'id' | 'name'>

/** Where a request comes from; what the audit trail and sealed records keep of it. */
export interface Origin {
  ip: string
  userAgent: string
  requestId: string
  /** The API key that it was called with; what is done by it stands in the audit trail so. */
  key?: { id: string; name: string }
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedIn | null
    origin: Origin
  }
}
