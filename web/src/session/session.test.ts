import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStorage } from '#web/lib/fake-storage.fixture.ts'

const ada = { id: 'ada', second_factor: { must_set_up: false } }
const ben = { id: 'ben', second_factor: { must_set_up: false } }

let answers: Response[]
let tellOfStorage: (change: { key: string | null; storageArea: Storage }) => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  answers = []
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('localStorage', new FakeStorage())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async () => answers.shift() ?? Response.json({ user: ada }))
  vi.stubGlobal('addEventListener', (_: string, listen: typeof tellOfStorage) => {
    tellOfStorage = listen
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The page as it is loaded in a tab whose browser remembers somebody. */
async function load() {
  localStorage.setItem('auth_token', 'token of Ada')
  const { currentSession, startSession } = await import('./session.tsx')
  startSession()
  await vi.advanceTimersByTimeAsync(0)
  return currentSession
}

const otherTab = async (token: string | null) => {
  if (token === null) localStorage.removeItem('auth_token')
  else localStorage.setItem('auth_token', token)
  tellOfStorage({ key: 'auth_token', storageArea: localStorage })
  await vi.advanceTimersByTimeAsync(0)
}

test.each([429, 500, 503])('an answer of %s to the page is asked for again', async (status) => {
  answers = [Response.json({ error: 'Later' }, { status })]
  const current = await load()
  expect(current()).toMatchObject({ state: 'loading', problem: { status } })
  expect(localStorage.getItem('auth_token')).toBe('token of Ada')
  await vi.advanceTimersByTimeAsync(3000)
  expect(current()).toMatchObject({ state: 'signed-in', user: { id: 'ada' } })
})

test.each([401, 403, 404])('an answer of %s ends the session', async (status) => {
  answers = [Response.json({ error: 'No' }, { status })]
  localStorage.setItem('chat:ada:one', 'half a word')
  const current = await load()
  expect(current()).toMatchObject({ state: 'signed-out', ending: 'expired' })
  expect(localStorage.getItem('auth_token')).toBeNull()
  // Nobody asked for it: what they were writing is there when they are back.
  expect(localStorage.getItem('chat:ada:one')).toBe('half a word')
})

test('whoever signs out in one tab is signed out in the others', async () => {
  const current = await load()
  await otherTab(null)
  expect(current()).toMatchObject({ state: 'signed-out', user: null, ending: 'asked' })
})

test('whoever signs in in another tab is who sits at this one, too', async () => {
  const current = await load()
  answers = [Response.json({ user: ben })]
  await otherTab('token of Ben')
  expect(current()).toMatchObject({ state: 'signed-in', user: { id: 'ben' } })
  await otherTab('token of Ben')
  expect(current()).toMatchObject({ user: { id: 'ben' } })
})
