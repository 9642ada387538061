import type { CurrentUser } from '@frontdesk/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeStorage } from './fake-storage.fixture.ts'
import {
  CHAT_DRAFT,
  CHAT_OUTBOX,
  chatText,
  chatTextKeys,
  clearSession,
  forgetUnsavedTexts,
  hasUnsavedTexts,
  hasUnsentMessages,
  isSessionChange,
  keepAnswer,
  keepChatText,
  keptAnswer,
  QUIZ_DRAFT,
  storeCsrfToken,
  storedCsrfToken,
  storedRecentItems,
  storedToken,
  storedUser,
  storeRecentItems,
  storeSession,
  UNSAVED,
  unsavedTexts,
  unsentChatTexts,
} from './session-storage.ts'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what of a person is read here
const ada = { id: 'ada' } as CurrentUser
const recent = {
  userId: 'ada',
  items: [{ id: '1', type: 'policies', title: 'Keys', subtitle: '' }],
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new FakeStorage())
  vi.stubGlobal('localStorage', new FakeStorage())
})
afterEach(() => vi.unstubAllGlobals())

const keysOf = (storage: Storage) => Object.keys(storage).toSorted()

/** Signs Ada in, who leaves something of each kind behind. */
function signIn(remember: boolean) {
  storeSession('token', ada, remember)
  storeCsrfToken('csrf')
  storeRecentItems(recent)
  keepAnswer('/api/v1/policies', { etag: 'W/"1"', text: '[]' })
}

test('a session is kept beyond the browser’s end where it is to be remembered, and not otherwise', () => {
  const names = ['auth_token', 'csrf_token', 'recent_items', 'user_data']
  signIn(false)
  expect([keysOf(sessionStorage), keysOf(localStorage)]).toEqual([names, []])
  clearSession()
  signIn(true)
  expect([keysOf(sessionStorage), keysOf(localStorage)]).toEqual([[], names])
  expect([storedToken(), storedUser()?.id, storedCsrfToken()]).toEqual(['token', 'ada', 'csrf'])
})

test('nothing of a session is left when it has ended', () => {
  signIn(true)
  clearSession()
  expect([keysOf(sessionStorage), keysOf(localStorage)]).toEqual([[], []])
  expect([storedToken(), storedUser(), storedCsrfToken(), storedRecentItems()]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(keptAnswer('/api/v1/policies')).toBeUndefined()
})

test('who signs in after somebody else sees none of the answers that came for them', () => {
  signIn(true)
  storeSession('another', { ...ada, id: 'ben' }, false)
  expect(storedToken()).toBe('another')
  expect(keysOf(localStorage)).not.toContain('auth_token')
  expect(keptAnswer('/api/v1/policies')).toBeUndefined()
})

test('texts outlive a session that ran out, and not one that was ended', () => {
  signIn(true)
  unsavedTexts()!.setItem(`${UNSAVED}policy:new:ada`, '{}')
  localStorage.setItem(`${QUIZ_DRAFT}1:ada`, '{}')
  localStorage.setItem('theme', 'dark')
  keepChatText(`${CHAT_DRAFT}ada:1`, 'Half a word')
  keepChatText(`${CHAT_OUTBOX}ada:1`, '[]')
  clearSession()
  expect([hasUnsavedTexts(), hasUnsentMessages()]).toEqual([true, true])
  expect(chatText(`${CHAT_DRAFT}ada:1`)).toBe('Half a word')
  forgetUnsavedTexts()
  expect([keysOf(sessionStorage), keysOf(localStorage)]).toEqual([[], ['theme']])
  // A form that is still there for a moment keeps nothing anew.
  keepChatText(`${CHAT_DRAFT}ada:1`, 'Half a word')
  expect([hasUnsavedTexts(), hasUnsentMessages(), unsavedTexts()]).toEqual([false, false, null])
  expect(chatTextKeys(CHAT_DRAFT)).toEqual([])
  signIn(true)
  expect(unsavedTexts()).not.toBeNull()
})

test('what would be lost by signing out is one’s own', () => {
  signIn(true)
  keepChatText(`${CHAT_DRAFT}ben:1`, 'Of somebody else')
  keepChatText(`${CHAT_OUTBOX}ben:1`, '[]')
  keepChatText(`${CHAT_DRAFT}ada:1`, '  ')
  expect(unsentChatTexts()).toEqual({ waits: false, draft: false })
  keepChatText(`${CHAT_DRAFT}ada:2`, 'Mine')
  keepChatText(`${CHAT_OUTBOX}ada:2`, '[]')
  expect(unsentChatTexts()).toEqual({ waits: true, draft: true })
})

test('a browser that keeps nothing has a session for as long as the page is there', () => {
  const full = () => {
    throw new Error('QuotaExceededError')
  }
  for (const name of ['sessionStorage', 'localStorage']) {
    vi.stubGlobal(name, Object.assign(new FakeStorage(), { setItem: full }))
  }
  storeSession('token', ada, true)
  keepChatText(`${CHAT_DRAFT}ada:9`, 'Not lost')
  expect([storedToken(), chatText(`${CHAT_DRAFT}ada:9`)]).toEqual(['token', 'Not lost'])
  clearSession()
  expect(storedToken()).toBeNull()
})

test('of what another tab keeps, only who is signed in is news', () => {
  const heard = (key: string | null, storageArea: Storage) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of the event
    isSessionChange({ key, storageArea } as StorageEvent)
  expect(heard('auth_token', localStorage)).toBe(true)
  expect(heard(null, localStorage)).toBe(true)
  expect(heard('user_data', localStorage)).toBe(false)
  expect(heard('auth_token', sessionStorage)).toBe(false)
})
