import { foundAt, type FoundType, isFoundType } from '#web/lib/search-targets.ts'
import { storedRecentItems, storeRecentItems } from '#web/lib/session-storage.ts'
import { onPageTitle } from '#web/lib/page-title.ts'

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
function rememberItem(userId: string, { id, type, title, subtitle }: RecentItem) {
  const others = recentItems(userId).filter((item) => item.id !== id)
  storeRecentItems({ userId, items: [{ id, type, title, subtitle }, ...others].slice(0, MOST) })
}

export const forgetItems = (userId: string) => storeRecentItems({ userId, items: [] })

/** What is opened at a path; undefined for lists and forms. */
export function openedAt(path: string): Pick<RecentItem, 'type' | 'id'> | undefined {
  const item = foundAt(path)
  if (item) return item
  if (path.startsWith('/admin/settings')) return { type: 'settings', id: path.slice(1) }
  if (/^\/admin\/[\w/-]+$/.test(path)) return { type: 'places', id: path.slice(1) }
  return undefined
}

/** Remembers every item and every page of settings that this person opens, until they sign out. */
export function rememberPages(userId: string): () => void {
  return onPageTitle((title, path) => {
    const opened = openedAt(path)
    if (opened) rememberItem(userId, { ...opened, title, subtitle: '' })
  })
}
