import {
  compareByCodePoint,
  itemScore,
  LEAST,
  normalise,
  queryOf,
} from '@frontdesk/contract/search-scoring'
import type { StoredChat } from './chats.queries.ts'

/** Conversations whose title is like a text, the best first; scored as all titles are (docs/search.md). */
export function searchChats(chats: StoredChat[], text: string, limit: number) {
  const sought = normalise(text)
  if (sought === '') return []
  const query = queryOf(sought)
  return chats
    .map((chat) => ({ chat, score: itemScore({ title: normalise(chat.title) }, query) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareByCodePoint(a.chat.title, b.chat.title) ||
        compareByCodePoint(a.chat.id, b.chat.id),
    )
    .slice(0, limit)
    .map(({ chat, score }) => ({
      id: chat.id,
      type: 'chats' as const,
      title: chat.title,
      subtitle: SUBTITLES[chat.kind](chat.member_count),
      score: Math.round(score * 10) / 10,
    }))
}

const SUBTITLES: Record<StoredChat['kind'], (people: number) => string> = {
  direct: () => 'Conversation',
  group: (people) => `Group of ${people}`,
  everyone: () => 'Everyone in the team',
}
