import { storedRecentItems, storeRecentItems } from '#web/lib/session-storage.ts'
import { type FoundType, isFoundType } from '#web/lib/search-targets.ts'

export type RecentItem = { id: string; type: FoundType; title: string; subtitle: string }

const MOST = 30

/** What this person opened of late, the last first. It ends with the session. */
export function recentItems(userId: string): RecentItem[] {
  const stored = storedRecentItems()
  if (stored?.userId !== userId) return []
  // Another version of this program may have written them.
  return stored.items.flatMap(({ type, ...item }) => (isFoundType(type) ? { ...item, type } : []))
}

/** Puts an item at the top of the list. */
export function rememberItem(userId: string, { id, type, title, subtitle }: RecentItem) {
  const others = recentItems(userId).filter((item) => item.id !== id)
  storeRecentItems({ userId, items: [{ id, type, title, subtitle }, ...others].slice(0, MOST) })
}

export const forgetItems = (userId: string) => storeRecentItems({ userId, items: [] })
