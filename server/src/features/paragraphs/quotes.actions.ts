import { ITEMS } from '@frontdesk/contract/items'
import type { PolicyQuote } from '@frontdesk/contract/policy-quotes'
import type { Db } from '../../db/connect.ts'
import { findParagraph, listParagraphs } from './paragraphs.actions.ts'
import { findCurrentVersion } from './paragraphs.queries.ts'
import { listMentions } from './quotes.queries.ts'

/** What refers to a policy, once for each place and paragraph. */
export async function listQuotes(db: Db, policyId: string): Promise<PolicyQuote[]> {
  const quotes: Omit<PolicyQuote, 'anchor_state'>[] = []
  for (const { text, ...where } of await listMentions(db, policyId)) {
    for (const anchor of text === null ? [null] : anchorsIn(text, policyId)) {
      quotes.push({ ...where, anchor })
    }
  }
  const states = await statesOf(db, policyId, quotes)
  return quotes.map((quote) => ({
    ...quote,
    anchor_state: quote.anchor === null ? null : states.get(quote.anchor)!,
  }))
}

/** The paragraphs of a policy that a text leads to, each once; null for the policy as a whole. */
export function anchorsIn(text: string, policyId: string): Set<string | null> {
  // Another path may go on behind the id, such as that of its versions: that is the policy, too.
  const links = text.matchAll(
    new RegExp(`${ITEMS.policy.path}${policyId}(?:#(p-[0-9a-f]{10}(?:-\\d{1,5})?))?`, 'gi'),
  )
  return new Set([...links].map(([, anchor]) => anchor?.toLowerCase() ?? null))
}

/** The current version tells of nearly all; only what it has not is looked for in those before. */
async function statesOf(db: Db, policyId: string, quotes: { anchor: string | null }[]) {
  const states = new Map<string, 'current' | 'gone' | 'unknown'>()
  const named = new Set(quotes.flatMap(({ anchor }) => anchor ?? []))
  if (named.size === 0) return states
  const current = await listParagraphs(db, policyId, (await findCurrentVersion(db, policyId))!)
  for (const { anchor } of current) states.set(anchor, 'current')
  for (const anchor of named) {
    if (states.has(anchor)) continue
    states.set(anchor, (await findParagraph(db, { policyId, anchor })) ? 'gone' : 'unknown')
  }
  return states
}
