import type { ChatDetail } from '@frontdesk/contract/chat'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call, callForPage, download } from '#web/lib/call.ts'
import { watchLive } from '#web/lib/connection.ts'
import { byCursor } from '#web/lib/paging.ts'

const PAGE = 50

/** The person's conversations, a page at a time. */
export const chatsQuery = infiniteQueryOptions({
  queryKey: ['chats', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callForPage('GET /chat', { signal, query: { limit: PAGE, cursor: pageParam } }),
  ...byCursor,
})

/** One conversation with its members. How far it was read is asked for each time that it is opened. */
export const chatQuery = (id: string) =>
  queryOptions({
    queryKey: ['chats', 'one', id],
    queryFn: ({ signal }) => call('GET /chat/:id', { signal, params: { id } }),
    gcTime: 0,
  })

/** What links lead to, as far as the person may open it. */
export const cardsQuery = (links: string[]) =>
  queryOptions({
    queryKey: ['chat_cards', links],
    queryFn: ({ signal }) => call('POST /chat/cards', { signal, body: { links } }),
    enabled: links.length > 0,
  })

/** Who has said that they have read an announcement. */
export const confirmationsQuery = (chatId: string, messageId: string) =>
  queryOptions({
    queryKey: ['chats', 'confirmations', messageId],
    queryFn: ({ signal }) =>
      call('GET /chat/:id/messages/:message_id/confirmations', {
        signal,
        params: { id: chatId, message_id: messageId },
      }),
    staleTime: 0,
  })

/** Messages that have the words. */
export const foundQuery = (chatId: string, query: string) =>
  queryOptions({
    queryKey: ['chats', 'found', chatId, query],
    queryFn: ({ signal }) =>
      call('GET /chat/:id/search', { signal, params: { id: chatId }, query: { query, limit: 50 } }),
    enabled: query.trim() !== '',
    staleTime: 0,
  })

/**
 * A picture of a message as an address that an image element can show; it never changes. Its bytes are let
 * go a while after nobody looks at it.
 */
export const pictureQuery = (chatId: string, fileId: string) =>
  queryOptions({
    queryKey: ['chat_pictures', fileId],
    queryFn: async ({ signal }) => {
      const { blob } = await download('GET /chat/:id/files/:file_id', {
        signal,
        params: { id: chatId, file_id: fileId },
        query: { preview: 'true' },
      })
      return URL.createObjectURL(blob)
    },
    staleTime: 'static',
    gcTime: 15 * 60_000,
    retry: false,
  })

export type Member = ChatDetail['members'][number]

/** Such as `Ann and Ben typing`; empty where nobody is. */
export function typingWords({ members }: ChatDetail, typing: string[]): string {
  const names = members.filter(({ id }) => typing.includes(id)).map(({ name }) => name)
  if (names.length === 0) return ''
  return `${names.slice(0, 2).join(' and ')}${names.length > 2 ? ' and others' : ''} typing`
}

/** The names of all who are in a conversation, or have been. */
export const namesIn = ({ members, former }: ChatDetail): Map<string, string> =>
  new Map([...former, ...members].map(({ id, name }) => [id, name]))

/** Keeps a file for the next message. */
export async function uploadFile(
  chatId: string,
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) {
  const form = new FormData()
  form.set('file', file, file.name)
  return call('POST /chat/:id/files', { params: { id: chatId }, body: form, ...options })
}

/** Who came or went since this code was fetched; before that the server's lists say. */
let online: ReadonlyMap<string, boolean> = new Map()
const listeners = new Set<() => void>()

watchLive((event) => {
  if (event.type === 'presence') online = new Map(online).set(event.user_id, event.online)
  // After a break the lists are asked for again, and are right.
  else if (event.type === 'lost') online = new Map()
  else return
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** By person; somebody who is not in it is as the last list said. */
export function usePresence(): ReadonlyMap<string, boolean> {
  return useSyncExternalStore(subscribe, () => online)
}
