import type { Api } from '@frontdesk/contract/all'
import type { Input } from '@frontdesk/contract/endpoint'
import type { MailServer } from '@frontdesk/contract/mail-server'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForPage, ifMatch } from '#web/lib/call.ts'

export type MailServerBody = Input<Api['PUT /admin/mail-server']['body']>

/** The mail server with the `ETag` that a save of it has to name. */
export type LoadedMailServer = { data: MailServer; etag: string | null }

/** Which mail server sends; never its password. */
export const mailServerQuery = queryOptions({
  queryKey: ['mails', 'server'],
  queryFn: ({ signal }) => callForPage('GET /admin/mail-server', { signal }),
  // Editing begins on what the server has now.
  staleTime: 0,
})

type Change = { body: MailServerBody | null; etag: string | null }

/** Names the mail server, or none with `null`. */
export function useSaveMailServer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, etag }: Change): Promise<LoadedMailServer> => {
      const headers = ifMatch(etag)
      return body
        ? callForPage('PUT /admin/mail-server', { body, headers })
        : callForPage('DELETE /admin/mail-server', { headers })
    },
    onSuccess: async ({ data, etag }) => {
      const loaded = { data, etag, nextCursor: null, more: false, total: null }
      client.setQueryData(mailServerQuery.queryKey, loaded)
      await client.invalidateQueries({ queryKey: ['settings'] })
      await client.invalidateQueries({ queryKey: ['mails', 'setup'] })
    },
  })
}

/** Has a mail sent to oneself by what is typed. */
export const useTestMail = () =>
  useMutation({
    mutationFn: (body: MailServerBody) => call('POST /admin/mail-server/test', { body }),
  })
