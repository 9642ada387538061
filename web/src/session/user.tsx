import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'
import { refreshSession } from './session.ts'

const UserContext = createContext<CurrentUser | null>(null)

/** The signed-in person, for screens inside the shell. */
export function useUser(): CurrentUser {
  const user = use(UserContext)
  if (!user) throw new Error('useUser is for screens inside the shell')
  return user
}

export function UserProvider({ user, children }: { user: CurrentUser; children: ReactNode }) {
  // Whoever invalidates `me` gets the person's red dots and name refreshed.
  useQuery({ queryKey: ['me'], queryFn: refreshSession, initialData: user })
  return <UserContext value={user}>{children}</UserContext>
}
