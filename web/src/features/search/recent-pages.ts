import { foundAt } from '#web/lib/search-targets.ts'
import { onPageTitle } from '#web/lib/use-page-title.ts'
import { type RecentItem, rememberItem } from './recent-items.ts'

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
