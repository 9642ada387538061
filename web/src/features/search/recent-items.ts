import type { SearchResult } from '@frontdesk/contract/search'
import { storedRecentItems, storeRecentItems } from '#web/lib/session-storage.ts'

export type RecentItem = Pick<SearchResult, 'id' | 'type' | 'title' | 'subtitle'>

const MOST = 6

/** What this person opened from the search of late, the last first. It ends with the session. */
export function recentItems(userId: string): RecentItem[] {
  const stored = storedRecentItems()
  return stored?.userId === userId ? stored.items : []
}

/** Puts an item at the top of the list. */
export function rememberItem(userId: string, { id, type, title, subtitle }: RecentItem) {
  const others = recentItems(userId).filter((item) => item.id !== id)
  storeRecentItems({ userId, items: [{ id, type, title, subtitle }, ...others].slice(0, MOST) })
}
