import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { ApiError } from '#web/lib/api-error.ts'
import { tellAppWorker } from '#web/lib/app-worker.ts'
import { call, onSessionEnd, onSetUpRequired } from '#web/lib/call.ts'
import { queryClient } from '#web/lib/query-client.ts'
import {
  clearSession,
  forgetUnsavedTexts,
  isSessionChange,
  storedToken,
  storeSession,
  storeUser,
} from '#web/lib/session-storage.ts'

export type Session = {
  state: 'loading' | 'signed-in' | 'signed-out'
  user: CurrentUser | null
  /** Why it could not be checked yet. */
  problem?: Error
  /** Why somebody is signed out: they asked for it, or the server ended it. */
  ending?: 'asked' | 'expired'
}

const signedOut: Session = { state: 'signed-out', user: null }
let session: Session = storedToken() ? { state: 'loading', user: null } : signedOut
const listeners = new Set<() => void>()

export function currentSession(): Session {
  return session
}

/** Since when, in the time of `performance.now()`, what is on screen was asked for: by the page itself, or with the session. */
let asking = 0

export const askingSince = () => asking

function forgetAnswers() {
  queryClient.clear()
  asking = performance.now()
}

/** Calls back on every change; returns what stops it. */
export function watchSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setSession(next: Session) {
  session = next
  for (const listener of listeners) listener()
}

/** Checks the stored token, and follows what happens to the session from then on. */
export function startSession() {
  onSessionEnd(() => endSession('expired'))
  onSetUpRequired(() => {
    if (session.user && !session.user.second_factor.must_set_up) void refreshSession()
  })
  globalThis.addEventListener('storage', (change) => {
    if (isSessionChange(change)) followOtherTab()
  })
  if (session.state === 'loading') void checkSession()
}

/** Another tab signed in, out, or in as somebody else. */
function followOtherTab() {
  if (tokenInUse === storedToken()) return
  if (!storedToken()) return endSession('asked')
  forgetAnswers()
  setSession({ state: 'loading', user: null })
  void checkSession()
}

let tokenInUse = storedToken()

let nextCheck: ReturnType<typeof setTimeout> | undefined

/** Asks at once, where otherwise it would be asked in a while. */
function checkAgain() {
  clearTimeout(nextCheck)
  void checkSession()
}

async function checkSession() {
  const token = storedToken()
  if (!token) return
  tokenInUse = token
  try {
    const { user } = await call('GET /auth/me')
    if (token !== storedToken()) return
    storeUser(user)
    setSession({ state: 'signed-in', user })
  } catch (error) {
    if (token !== storedToken()) return
    if (!isPassing(error)) return endSession('expired')
    // Nobody loses a session to a server that is restarting.
    setSession({ state: 'loading', user: null, problem: error })
    nextCheck = setTimeout(() => void checkSession(), 3000)
  }
}

function isPassing(error: unknown): error is Error {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 429
}

/** Asks who is signed in once more, after something about them changed. */
async function refreshSession(): Promise<CurrentUser> {
  const token = storedToken()
  const { user } = await call('GET /auth/me')
  if (token !== null && token === storedToken()) {
    storeUser(user)
    setSession({ state: 'signed-in', user })
  }
  return user
}

function signIn(token: string, user: CurrentUser, remember: boolean) {
  forgetAnswers()
  storeSession(token, user, remember)
  tokenInUse = token
  setSession({ state: 'signed-in', user })
}

/** Ends the session here at once; throws when the server couldn't be told. */
async function signOut() {
  const token = storedToken()
  if (!token) return
  // By then nothing is stored that the call could take its token from.
  const told = call('POST /auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  endSession('asked')
  try {
    await told
  } finally {
    if (!storedToken()) clearSession()
  }
}

/** Ends the session of a token that the server no longer knows. */
export function expireSession(token: string) {
  if (token === storedToken()) endSession('expired')
}

function endSession(ending: 'asked' | 'expired') {
  clearSession()
  void tellAppWorker({ type: 'forget' })
  if (ending === 'asked') forgetUnsavedTexts()
  tokenInUse = null
  forgetAnswers()
  setSession({ ...signedOut, ending })
}

/** Ends the session here without a word to the server, which has ended it. */
function endHere() {
  if (storedToken()) endSession('asked')
}

const actions = { signIn, signOut, refresh: refreshSession, endHere, checkAgain }

/** The session and what can be done to it. */
export function useSession() {
  const current = useSyncExternalStore(watchSession, currentSession)
  return { ...current, ...actions }
}

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
