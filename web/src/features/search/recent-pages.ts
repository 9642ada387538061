import { onPageTitle } from '#web/lib/use-page-title.ts'
import { type RecentItem, rememberItem } from './recent-items.ts'

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const KINDS: [path: string, type: RecentItem['type']][] = [
  ['policies', 'policies'],
  ['processes', 'processes'],
  ['processes/runs', 'runs'],
  ['documents', 'documents'],
  ['training', 'trainings'],
  ['tests', 'tests'],
  ['people', 'users'],
  ['admin/people', 'users'],
  ['drafts', 'drafts'],
  ['chat', 'chats'],
]

/** What is opened at a path; undefined for lists and forms. */
export function openedAt(path: string): Pick<RecentItem, 'type' | 'id'> | undefined {
  for (const [folder, type] of KINDS) {
    const id = new RegExp(`^/${folder}/(${ID})$`).exec(path)?.[1]
    if (id) return { type, id }
  }
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
