import { randomUUID } from 'node:crypto'
import type { StaleKey } from '@frontdesk/contract/realtime'

export type Kind = 'reading' | 'searching' | 'writing' | 'chatting'

/** A request as the web app makes it. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/v1`, with its query. */
  path: string
  body?: object
  /** By which the server says that what it answered is stale. */
  stale?: StaleKey
}

export interface Click {
  /** Milliseconds from the beginning: drawn ahead, whatever the answers before take. */
  due: number
  person: number
  kind: Kind
  calls: Call[]
  /** A page: what it asks for is on screen from then on. */
  isPage: boolean
}

/** What there is to click at. */
export interface Things {
  policies: string[]
  trainings: { id: string; sections: string[] }[]
  documents: string[]
  people: string[]
  /** The conversations of each person. */
  chatsOf: string[][]
}

type Random = () => number

const THINK_MS = [1000, 3000] as const
/** The app asks for what is typed once nobody has typed for so long. */
const DEBOUNCE_MS = 300
const WORDS = ['inspection', 'wire fraud', 'keys', 'lease agreement', 'doyle', 'deposit', 'showing']

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!
const get = (path: string, stale: StaleKey): Call => ({ method: 'GET', path, stale })

/** The pages, as the app's loaders and screens ask for them, each as often as it stands here. */
const PAGES: ((things: Things, person: number, random: Random) => Call[])[] = [
  () => [
    get('/settings/front-desk', 'settings'),
    get('/policies?pending=true', 'policies'),
    get('/users/me/favourites', 'favourites'),
    get('/users/me/obligations?limit=50', 'obligations'),
  ],
  () => [
    get('/policies?limit=50&view=list&pending=true', 'policies'),
    get('/policies?limit=50&view=list', 'policies'),
  ],
  policyPage,
  policyPage,
  policyPage,
  () => [get('/trainings?limit=60', 'trainings')],
  (things, _, random) => {
    const { id } = pick(things.trainings, random)
    return [
      get(`/trainings/${id}`, 'trainings'),
      get(`/trainings/${id}/content`, 'trainings'),
      get(`/trainings/${id}/progress`, 'trainings'),
    ]
  },
  () => [get('/documents?limit=48', 'documents')],
  (things, _, random) => [get(`/documents/${pick(things.documents, random)}`, 'documents')],
  () => [get('/users?limit=48', 'users')],
  (things, _, random) => [get(`/users/${pick(things.people, random)}`, 'users')],
  (things, person, random) => {
    const chat = pick(things.chatsOf[person]!, random)
    return [
      get('/chat?limit=50', 'chats'),
      get(`/chat/${chat}`, 'chats'),
      get(`/chat/${chat}/messages?limit=100`, 'chats'),
    ]
  },
  () => [get('/notifications?limit=30', 'notifications')],
]

function policyPage(things: Things, _: number, random: Random): Call[] {
  return [get(`/policies/${pick(things.policies, random)}`, 'policies')]
}

function write(things: Things, random: Random): Call {
  const luck = random()
  if (luck < 0.4) {
    const path = `/policies/${pick(things.policies, random)}/acknowledge`
    return { method: 'POST', path, body: {} }
  }
  if (luck < 0.8) {
    const { id, sections } = pick(things.trainings, random)
    const body = { content_id: pick(sections, random), completed: true }
    return { method: 'PUT', path: `/trainings/${id}/progress`, body }
  }
  const body = { type: 'policies', id: pick(things.policies, random), favourite: random() < 0.5 }
  return { method: 'PUT', path: '/users/me/favourites', body }
}

function say(things: Things, person: number, random: Random): Call {
  const path = `/chat/${pick(things.chatsOf[person]!, random)}/messages`
  return {
    method: 'POST',
    path,
    body: { client_id: randomUUID(), body: 'The keys are in the box.' },
  }
}

/** What is asked for while a word is typed, with two rests before its end. */
function typed(word: string): Call[][] {
  return [3, 5, word.length].map((letters) => {
    const query = word.slice(0, letters)
    return [
      { method: 'POST', path: '/search', body: { query, limit: 5 } },
      { method: 'GET', path: `/chat/search?${new URLSearchParams({ query, limit: '5' })}` },
    ]
  })
}

/** Everybody's clicks in the order that they are due; the same for the same seed. */
export function drawClicks(
  things: Things,
  { people, ms, random }: { people: number; ms: number; random: Random },
): Click[] {
  const clicks: Click[] = []
  const think = () => THINK_MS[0] + random() * (THINK_MS[1] - THINK_MS[0])
  for (let person = 0; person < people; person += 1) {
    for (let due = random() * THINK_MS[1]; due < ms; due += think()) {
      const luck = random()
      const add = (kind: Kind, calls: Call[], later = 0, isPage = false) =>
        clicks.push({ due: due + later, person, kind, calls, isPage })
      if (luck < 0.8) add('reading', pick(PAGES, random)(things, person, random), 0, true)
      else if (luck < 0.9) {
        for (const [rest, calls] of typed(pick(WORDS, random)).entries())
          add('searching', calls, rest * DEBOUNCE_MS)
      } else if (luck < 0.95) add('writing', [write(things, random)])
      else add('chatting', [say(things, person, random)])
    }
  }
  return clicks.toSorted((a, b) => a.due - b.due)
}
