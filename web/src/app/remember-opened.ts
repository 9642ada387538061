import type { SearchType } from '@frontdesk/contract/search'
import type { AnyRouter } from '@tanstack/react-router'
import { type RecentItem, recentItems, rememberItem } from '#web/features/search/recent-items.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { storedToken } from '#web/lib/session-storage.ts'

/** Where items are shown, and the second words of the keys under which their pages hold them. */
const SHOWN: Record<string, { type: SearchType; keys: string[] }> = {
  people: { type: 'users', keys: ['one', 'team-member'] },
  policies: { type: 'policies', keys: ['one'] },
  processes: { type: 'processes', keys: ['one'] },
  documents: { type: 'documents', keys: ['one'] },
  training: { type: 'trainings', keys: ['taken'] },
  tests: { type: 'tests', keys: ['taken'] },
}

const ITEM = /^\/(?:admin\/)?(\w+)\/([0-9a-f-]{36})$/

type Fields = Record<string, unknown>

/** The two lines that the search shows of it; null while it has no name. */
function itemOf(type: SearchType, id: string, fields: Fields): RecentItem | null {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const about = text('description') || text('category')
  const person = [text('title'), text('email')].filter(Boolean).join(' · ')
  const title = text('name') || text('title')
  return title ? { id, type, title, subtitle: type === 'users' ? person : about } : null
}

/** Remembers each item whose page is opened, as the search does what is opened from it; returns what stops it. */
export function rememberOpened(router: AnyRouter, userId: string): () => void {
  const look = () => {
    const [, place = '', id = ''] = ITEM.exec(router.state.location.pathname) ?? []
    const shown = SHOWN[place]
    // Whoever has just signed out leaves nothing behind.
    if (!shown || !storedToken() || recentItems(userId)[0]?.id === id) return
    for (const key of shown.keys) {
      const found = queryClient.getQueryData<Fields>([shown.type, key, id])
      const item = found && itemOf(shown.type, id, found)
      if (item) return rememberItem(userId, item)
    }
  }
  look()
  const stops = [
    router.subscribe('onResolved', look),
    // A page may stand before what it shows has come.
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status === 'success') look()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
