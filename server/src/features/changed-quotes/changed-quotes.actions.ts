import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import type { Author, Origin } from '../../http/caller.ts'
import { notFound } from '../../http/errors.ts'
import { recordAudit } from '../../platform/audit.ts'
import { publish } from '../../platform/publish.ts'
import { insertNotifications } from '../notifications/notifications.queries.ts'
import { listParagraphs } from '../paragraphs/paragraphs.actions.ts'
import { anchorsIn } from '../paragraphs/quotes.actions.ts'
import { listMentions } from '../paragraphs/quotes.queries.ts'
import {
  insertChangedQuotes,
  listAskedOf,
  listChangedQuotes,
  type NewChangedQuote,
  updateLooked,
} from './changed-quotes.queries.ts'

/** So many wordings stand in what somebody is told; all of them are in the list. */
const MOST_TOLD = 3

/**
 * Asks the authors of texts that refer to a paragraph to look whether theirs still fits, where the paragraph has
 * other words in a new version, or is gone. Called in the transaction that adds the version.
 */
export async function askAuthorsToLook(
  db: Db,
  policy: { id: string; title: string; before: number; version: number },
): Promise<void> {
  const mentions = await listMentions(db, policy.id)
  if (mentions.every(({ text }) => text === null)) return
  const wordings = async (version: number) =>
    new Map(
      (await listParagraphs(db, policy.id, version)).map(({ anchor, text }) => [anchor, text]),
    )
  const before = await wordings(policy.before)
  const after = await wordings(policy.version)
  const changed = mentions.flatMap(({ type, id, place, text }): NewChangedQuote[] => {
    if (text === null) return []
    const hash = hashOf(text)
    return [...anchorsIn(text, policy.id)].flatMap((anchor) => {
      const wording = anchor === null ? undefined : before.get(anchor)
      if (anchor === null || wording === undefined || after.get(anchor) === wording) return []
      return [{ type, item_id: id, place, text_sha256: hash, anchor, wording }]
    })
  })
  if (changed.length === 0) return
  const asked = await insertChangedQuotes(db, { id: policy.id, version: policy.before }, changed)
  await publish(db, { keys: ['reviews'], adminsOnly: true })
  const people = await listAskedOf(db, itemsOf(asked))
  await insertNotifications(
    db,
    people.map(({ item_id: itemId, title, user_id: userId }) => {
      const quotes = asked.filter(({ item_id: id }) => id === itemId)
      const anchors = [...new Set(quotes.map(({ anchor }) => anchor))]
      return {
        user_id: userId,
        kind: 'authoring',
        source: `quotes:${itemId}:${policy.id}:${policy.version}`,
        facts: {
          about: 'changed_quotes',
          title,
          policy: policy.title,
          count: anchors.length,
          wordings: anchors.slice(0, MOST_TOLD).map((anchor) => ({
            before: quotes.find((quote) => quote.anchor === anchor)!.wording,
            after: after.get(anchor) ?? null,
          })),
        },
      }
    }),
  )
}

/**
 * Asks the authors of texts that refer to a policy to look, where it was archived: whoever follows the link finds nothing
 * any more. Called in the transaction that archives it.
 * @param policy as it was before
 */
export async function askAboutArchived(
  db: Db,
  policy: { id: string; title: string; version: number },
): Promise<void> {
  const mentions = await listMentions(db, policy.id)
  const paragraphs = await listParagraphs(db, policy.id, policy.version)
  const wordings = new Map(paragraphs.map(({ anchor, text }) => [anchor, text]))
  const quotes = mentions.flatMap(({ type, id, place, text }): NewChangedQuote[] => {
    if (text === null) return []
    const quote = { type, item_id: id, place, text_sha256: hashOf(text) }
    return [...anchorsIn(text, policy.id)].map((anchor) => {
      const wording = anchor === null ? undefined : wordings.get(anchor)
      // One that was gone before leads to the policy, too.
      return anchor === null || wording === undefined
        ? { ...quote, anchor: '', wording: policy.title }
        : { ...quote, anchor, wording }
    })
  })
  if (quotes.length === 0) return
  await insertChangedQuotes(db, policy, quotes)
  await publish(db, { keys: ['reviews'], adminsOnly: true })
  const people = await listAskedOf(db, itemsOf(quotes))
  await insertNotifications(
    db,
    people.map(({ item_id: itemId, title, user_id: userId }) => ({
      user_id: userId,
      kind: 'authoring',
      // It may be restored and archived again.
      source: `quotes:${itemId}:${policy.id}:archived:${randomUUID()}`,
      facts: {
        about: 'changed_quotes',
        title,
        policy: policy.title,
        count: 1,
        wordings: [],
        archived: true,
      },
    })),
  )
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const itemsOf = (quotes: { item_id: string }[]) => [...new Set(quotes.map(({ item_id: id }) => id))]

/** Says that a text may stay as it is. @throws AppError 404 where nobody is asked about it any more */
export async function lookAtQuote(
  call: { db: Db; actor: Author; origin: Origin },
  id: string,
): Promise<void> {
  const { db, actor } = call
  const [quote] = await listChangedQuotes(db, { id })
  if (!quote || !(await updateLooked(db, id, actor.id))) {
    throw notFound('Nobody is asked about this any more')
  }
  const { type, item_id: itemId, title, policy_title: policy, anchor } = quote
  await recordAudit(db, call, {
    action: 'quote.looked_at',
    item: { type, id: itemId, title },
    details: { policy, anchor, before: quote.before, after: quote.after },
  })
  await publish(db, { keys: ['reviews'], adminsOnly: true })
}
