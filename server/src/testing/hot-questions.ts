import { listAttempts } from '../features/assessments/attempts.admin.queries.ts'
import {
  findAttempt,
  findLastAttempt,
  findOpenAttempt,
  listAttemptsOf,
} from '../features/assessments/attempts.queries.ts'
import { findOneProgress } from '../features/assessments/progress.queries.ts'
import { shareQuestions } from '../features/assessments/share-questions.actions.ts'
import { listAuditEvents } from '../features/audit/audit.queries.ts'
import { findText, listRecords } from '../features/auditor-links/auditor-links.queries.ts'
import {
  countUnread as countUnreadMessages,
  findChatFacts,
  findLastMessages,
  listChats,
} from '../features/chat/chats.queries.ts'
import { listMessages, searchMessages } from '../features/chat/messages.queries.ts'
import { findDocument, listDocuments } from '../features/documents/documents.queries.ts'
import { findMail } from '../features/mail/mails.queries.ts'
import { countUnread, listNotifications } from '../features/notifications/notifications.queries.ts'
import { readRegister } from '../features/obligations/obligations.queries.ts'
import {
  findAcknowledgment,
  listAcknowledgments,
  listSealedRecords,
} from '../features/policies/acknowledgments.queries.ts'
import { documentSource } from '../features/search/sources/documents.ts'
import { findOwnRecord } from '../features/settings/settings.queries.ts'
import { readMeasures } from '../features/system/measures.queries.ts'
import { listSessions } from '../features/users/sessions.queries.ts'
import {
  deleteExpiredSessions,
  endProofsAhead,
  findSignedIn,
  findSignedInAndTouch,
} from '../http/session.ts'
import type { Db } from '../db/connect.ts'
import { filledId } from './large-fill.ts'

/** A question that screens ask while people wait, and how many rows may be read for it where that is more than a page's. */
interface HotQuestion {
  ask: (db: Db) => Promise<unknown>
  most?: number
}

const limit = 25
const daysAgo = (days: number) => new Date(Date.now() - days * 864e5).toISOString()
const user = async (db: Db) => filledId(db, 'user', 7)
const policy = async (db: Db) => filledId(db, 'policy', 3)
const taken = async (db: Db) => filledId(db, 'test', 3)
/** One that this person is in. */
const chat = async (db: Db) => filledId(db, 'chat', 51)

const link = async (db: Db, scope: { user?: boolean; item?: boolean }) =>
  ({
    user_id: scope.user ? await user(db) : null,
    item_id: scope.item ? await policy(db) : null,
    from: null,
    to: null,
    includes_origin: false,
  }) as unknown as Parameters<typeof listRecords>[1]

type Ask = HotQuestion['ask']

const RECORDS: Record<string, Ask> = {
  'the newest records': async (db) => listAcknowledgments(db, { limit }),
  'the next page of them': async (db) => {
    const { next } = await listAcknowledgments(db, { limit })
    return listAcknowledgments(db, { limit, cursor: next! })
  },
  'records by person': async (db) => listAcknowledgments(db, { limit, sort: 'person_name' }),
  'records by title': async (db) => listAcknowledgments(db, { limit, sort: 'policy_title' }),
  'records by version': async (db) => listAcknowledgments(db, { limit, sort: 'version' }),
  'records of a person': async (db) => listAcknowledgments(db, { limit, user_id: await user(db) }),
  'records of a policy': async (db) =>
    listAcknowledgments(db, { limit, policy_id: await policy(db) }),
  'one record': async (db) =>
    findAcknowledgment(db, { policyId: await policy(db), userId: await user(db), version: 1 }),
  'whether somebody has any': async (db) => findOwnRecord(db, await user(db)),
  'a stretch of the chain': async (db) => listSealedRecords(db, { after: 20_000, limit: 100 }),
  'what an auditor sees of a person': async (db) =>
    listRecords(db, await link(db, { user: true }), { limit }),
  'what an auditor sees of a policy': async (db) =>
    listRecords(db, await link(db, { item: true }), { limit }),
  'a text for an auditor': async (db) =>
    findText(db, await link(db, { user: true, item: true }), {
      policyId: await policy(db),
      version: 1,
    }),
}

const TRAIL: Record<string, Ask> = {
  'the newest of the audit trail': async (db) => listAuditEvents(db, { limit }),
  'the next page of it': async (db) => {
    const { next } = await listAuditEvents(db, { limit })
    return listAuditEvents(db, { limit, cursor: next! })
  },
  'what somebody did': async (db) => listAuditEvents(db, { limit, actor_id: await user(db) }),
  'what became of a policy': async (db) =>
    listAuditEvents(db, { limit, item_id: await policy(db) }),
  'what somebody did, and what was done to them': async (db) =>
    listAuditEvents(db, { limit, person_id: await user(db) }),
  'one mail': async (db) => findMail(db, await user(db)),
  'what somebody is told': async (db) =>
    listNotifications(db, await user(db), { limit, unread: false }),
  'how much of it is unread': async (db) => countUnread(db, await user(db)),
  'what the page of the system asks': async (db) => readMeasures(db),
}

const CONVERSATIONS: Record<string, Ask> = {
  'the newest messages': async (db) =>
    listMessages(db, await chat(db), { limit: 50, readerId: await user(db) }),
  'messages from the middle': async (db) =>
    listMessages(db, await chat(db), { before: 100, limit: 50, readerId: await user(db) }),
  'messages since a gap': async (db) =>
    listMessages(db, await chat(db), { after: 20, limit: 50, readerId: await user(db) }),
  'conversations with their last messages': async (db) => {
    const { rows } = await listChats(db, await user(db), { limit })
    return findLastMessages(db, rows)
  },
  'what is unread in all of them': async (db) => countUnreadMessages(db, await user(db)),
  'what an open conversation needs': async (db) =>
    findChatFacts(db, await user(db), await chat(db)),
}

const ATTEMPTS: Record<string, Ask> = {
  "somebody's attempts": async (db) => listAttemptsOf(db, await user(db), { limit }),
  "somebody's attempts at a test": async (db) =>
    listAttemptsOf(db, await user(db), { limit, test_id: await taken(db) }),
  'the last attempt': async (db) => findLastAttempt(db, await user(db), await taken(db)),
  'the attempt under way': async (db) => findOpenAttempt(db, await user(db), await taken(db)),
  'one attempt': async (db) => findAttempt(db, await user(db)),
  'where somebody stands with a test': async (db) =>
    findOneProgress(db, await user(db), await taken(db)),
  'the newest attempts of all': async (db) => listAttempts(db, { limit }),
  'attempts at one test': async (db) => listAttempts(db, { limit, test_id: await taken(db) }),
  'attempts of one person': async (db) => listAttempts(db, { limit, user_id: await user(db) }),
  'attempts under way': async (db) => listAttempts(db, { limit, state: 'in_progress' }),
  'attempts that still hold their questions': async (db) => shareQuestions(db),
}

const DOCUMENTS: Record<string, Ask> = {
  'documents by title': async (db) => listDocuments(db, { limit }),
  'the next page of documents': async (db) => {
    const { next } = await listDocuments(db, { limit, pinned_first: 'true' })
    return listDocuments(db, { limit, pinned_first: 'true', cursor: next! })
  },
  'documents, the pinned ones first': async (db) =>
    listDocuments(db, { limit, pinned_first: 'true' }),
  'the newest documents': async (db) =>
    listDocuments(db, { limit, sort: 'updated', order: 'desc', pinned_first: 'true' }),
  'the largest documents': async (db) =>
    listDocuments(db, { limit, sort: 'size', order: 'desc', pinned_first: 'true' }),
  'one document': async (db) => findDocument(db, await filledId(db, 'document', 9)),
  'documents that the search takes in': async (db) =>
    documentSource.read(db, { ids: [await filledId(db, 'document', 9)] }),
  'the next documents that the search reads': async (db) =>
    documentSource.read(db, { after: await filledId(db, 'document', 9), limit: 50 }),
}

const SESSIONS: Record<string, Ask> = {
  'who is signed in': async (db) => findSignedIn(db, 'token7'),
  'who calls': async (db) => findSignedInAndTouch(db, 'token7'),
  'where somebody is signed in': async (db) =>
    listSessions(db, { id: await user(db), sessionId: await user(db), ip: '::1' }),
  'sessions that are over': async (db) => deleteExpiredSessions(db),
  'sign-ins of while the clock was ahead': async (db) => endProofsAhead(db),
}

/** All of one conversation. */
const LOOKED_THROUGH: Record<string, HotQuestion> = {
  'messages with a word': {
    ask: async (db) => searchMessages(db, await chat(db), { query: '2003', limit: 25 }),
    most: 10_000,
  },
}

const OBLIGATIONS: Record<string, HotQuestion> = {
  'what somebody must do': {
    ask: async (db) => readRegister(db, { limit, state: 'open' }, { of: await user(db) }),
  },
  // Up to so many are counted, of which more are only said to be more; each is looked at in two ways.
  'the register': { ask: async (db) => readRegister(db, { limit }, 'all'), most: 25_000 },
  // What is closed by now was closed long before that day: none of it is read.
  'what was overdue on a past day': {
    ask: async (db) => readRegister(db, { limit, state: 'overdue', as_of: daysAgo(7) }, 'all'),
    most: 12_000,
  },
  // What was asked after it is skipped: it was not overdue by then.
  'what was overdue on a past day, by when it was asked': {
    ask: async (db) => {
      const look = { limit, state: 'overdue', as_of: daysAgo(7), sort: 'opens_at' } as const
      await readRegister(db, { ...look, order: 'desc' }, 'all', { counted: 0, named: 0 })
    },
  },
}

const ofPages = (asks: Record<string, Ask>): [string, HotQuestion][] =>
  Object.entries(asks).map(([name, ask]) => [name, { ask }])

/** By what they are called. */
export const HOT_QUESTIONS: [string, HotQuestion][] = [
  ...ofPages({
    ...RECORDS,
    ...TRAIL,
    ...CONVERSATIONS,
    ...ATTEMPTS,
    ...DOCUMENTS,
    ...SESSIONS,
  }),
  ...Object.entries({ ...LOOKED_THROUGH, ...OBLIGATIONS }),
]
