import type { CurrentUser } from '@frontdesk/contract/users'

/** What this browser remembers for good; null where it is blocked. */
export function browserStore(): Storage | null {
  try {
    return globalThis.localStorage
  } catch {
    return null
  }
}

const TOKEN = 'auth_token'
const USER = 'user_data'
const CSRF = 'csrf_token'
const RECENT = 'recent_items'

/** Holds what a browser that blocks storage won't; gone with the page. */
const memory = new Map<string, string>()

/** The token of this tab's session. */
export function storedToken(): string | null {
  return read(TOKEN)
}

/** The person as the last session check saw them, to draw the frame while the next one runs. */
export function storedUser(): CurrentUser | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only storeUser writes it
    return JSON.parse(read(USER) ?? 'null') as CurrentUser | null
  } catch {
    return null
  }
}

type RecentItems = {
  userId: string
  items: { id: string; type: string; title: string; subtitle: string }[]
}

/** What somebody opened of late; null where there is nothing. */
export function storedRecentItems(): RecentItems | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only storeRecentItems writes it
    return JSON.parse(read(RECENT) ?? 'null') as RecentItems | null
  } catch {
    return null
  }
}

/** Lasts as long as the session does. */
export function storeRecentItems(recent: RecentItems) {
  write(areaOfSession(), RECENT, JSON.stringify(recent))
}

/** What is gone is opened no more. */
export function forgetRecentItem(id: string) {
  const recent = storedRecentItems()
  if (recent) storeRecentItems({ ...recent, items: recent.items.filter((item) => item.id !== id) })
}

export function storedCsrfToken(): string | null {
  return read(CSRF)
}

/** With `remember` the session outlives the browser's window; without, it ends with the tab. */
export function storeSession(token: string, user: CurrentUser, remember: boolean) {
  keepsTexts = true
  keptAnswers.clear()
  remove(TOKEN)
  remove(USER)
  write(remember ? 'local' : 'session', TOKEN, token)
  storeUser(user)
}

export function storeUser(user: CurrentUser) {
  write(areaOfSession(), USER, JSON.stringify(user))
}

export function storeCsrfToken(token: string) {
  write(areaOfSession(), CSRF, token)
}

export function clearCsrfToken() {
  remove(CSRF)
}

/** An answer that the server may say is still the same, so that it need not send it again. */
export interface KeptAnswer {
  etag: string
  text: string
}

const keptAnswers = new Map<string, KeptAnswer>()
/** So many, and none longer than so many characters. */
const MOST_ANSWERS = 60
const LONGEST_ANSWER = 300_000

/** What this page was last answered at an address; in memory only. */
export const keptAnswer = (url: string): KeptAnswer | undefined => keptAnswers.get(url)

export function keepAnswer(url: string, answer: KeptAnswer) {
  keptAnswers.delete(url)
  if (answer.text.length > LONGEST_ANSWER) return
  keptAnswers.set(url, answer)
  if (keptAnswers.size > MOST_ANSWERS) keptAnswers.delete(keptAnswers.keys().next().value!)
}

/** Removes everything that a session leaves in the browser. */
export function clearSession() {
  keptAnswers.clear()
  remove(TOKEN)
  remove(USER)
  remove(CSRF)
  remove(RECENT)
}

/** What a form keeps of unsaved text starts with this; the rest of the key names form and person. */
export const UNSAVED = 'unsaved:'

let keepsTexts = true

/** Where forms keep unsaved text until the tab is closed; null where nothing is to be kept. */
export function unsavedTexts(): Storage | null {
  return keepsTexts ? area('session') : null
}

const unsavedKeys = (storage: Storage) =>
  Object.keys(storage).filter((key) => key.startsWith(UNSAVED))

/** Whether a form of this tab holds text that is not saved. */
export function hasUnsavedTexts(): boolean {
  const storage = unsavedTexts()
  return storage !== null && unsavedKeys(storage).length > 0
}

/**
 * Removes what was typed and not saved: whoever signs out on purpose leaves nothing behind, also
 * not by a form that closes a moment later.
 */
export function forgetUnsavedTexts() {
  keepsTexts = false
  unstored.clear()
  const storage = area('session')
  if (storage) for (const key of unsavedKeys(storage)) storage.removeItem(key)
  const drafts = area('local')
  if (!drafts) return
  for (const key of Object.keys(drafts)) {
    if (key.startsWith(QUIZ_DRAFT) || key.startsWith(CHAT_TEXT)) drafts.removeItem(key)
  }
}

/** Drafts of messages, and messages that wait for a line, start with this; they outlive the tab, too. */
const CHAT_TEXT = 'chat:'
/** Of these, what is being written; the rest of the key names person and conversation. */
export const CHAT_DRAFT = `${CHAT_TEXT}draft:`
/** And the messages that wait, likewise. */
export const CHAT_OUTBOX = `${CHAT_TEXT}outbox:`

/** What a full store, or a browser that blocks storage, won't hold of these: gone with the page. */
const unstored = new Map<string, string>()

/** What a conversation keeps under a key; null where there is nothing. */
export function chatText(key: string): string | null {
  return keepsTexts ? (unstored.get(key) ?? get('local', key)) : null
}

/** Keeps it in this browser, and in the page where the browser won't; null removes it. */
export function keepChatText(key: string, text: string | null) {
  if (!keepsTexts) return
  unstored.delete(key)
  if (text === null) return area('local')?.removeItem(key)
  try {
    globalThis.localStorage.setItem(key, text)
  } catch {
    unstored.set(key, text)
  }
}

/** The keys under which conversations keep something and that start with this. */
export function chatTextKeys(prefix: string): string[] {
  if (!keepsTexts) return []
  const keys = new Set([...Object.keys(area('local') ?? {}), ...unstored.keys()])
  return [...keys].filter((key) => key.startsWith(prefix))
}

/** Whether messages of anybody wait here for a line. */
export const hasUnsentMessages = () => chatTextKeys(CHAT_OUTBOX).length > 0

/** Whether messages of the person who is signed in wait here, and whether they have begun one. */
export function unsentChatTexts() {
  const ofPerson = `${storedUser()?.id ?? ''}:`
  return {
    waits: chatTextKeys(CHAT_OUTBOX + ofPerson).length > 0,
    draft: chatTextKeys(CHAT_DRAFT + ofPerson).some((key) => chatText(key)?.trim()),
  }
}

/** Answers of a quiz that is not handed in start with this, in the store that outlives the tab. */
export const QUIZ_DRAFT = 'quiz:'

/** Whether a storage event says that a remembered session began or ended in another tab. */
export function isSessionChange(change: StorageEvent): boolean {
  return change.storageArea === area('local') && (change.key === TOKEN || change.key === null)
}

type Area = 'session' | 'local'

function areaOfSession(): Area {
  return get('session', TOKEN) === null && get('local', TOKEN) !== null ? 'local' : 'session'
}

// A tab's own session goes before a remembered one.
function read(key: string): string | null {
  return get('session', key) ?? get('local', key) ?? memory.get(key) ?? null
}

function write(where: Area, key: string, value: string) {
  try {
    globalThis[`${where}Storage`].setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

function remove(key: string) {
  memory.delete(key)
  area('session')?.removeItem(key)
  area('local')?.removeItem(key)
}

function get(where: Area, key: string): string | null {
  return area(where)?.getItem(key) ?? null
}

/** Null where the browser blocks storage: merely asking for it throws there. */
function area(where: Area): Storage | null {
  try {
    return globalThis[`${where}Storage`]
  } catch {
    return null
  }
}
