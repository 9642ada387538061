import type { MailStatus } from '@frontdesk/contract/mails'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForPage } from '#web/lib/call.ts'
import { useRefresh } from '#web/lib/use-refresh.ts'

const MAILS_PAGE = 25

/** A page of mails, newest first, with how many match in all. */
export const mailsQuery = (filter: {
  status?: MailStatus
  search?: string
  cursor?: string
  limit?: number
}) =>
  queryOptions({
    queryKey: ['mails', 'list', filter],
    queryFn: ({ signal }) =>
      callForPage('GET /admin/mails', { signal, query: { limit: MAILS_PAGE, ...filter } }),
    placeholderData: keepPreviousData,
  })

/** How mail leaves this installation, and how many mails stand where. */
export const mailSetupQuery = queryOptions({
  queryKey: ['mails', 'setup'],
  queryFn: ({ signal }) => call('GET /admin/mails/setup', { signal }),
})

export function useResendMail() {
  const refresh = useRefresh('mails')
  return useMutation({
    mutationFn: (id: string) => call('POST /admin/mails/:id/resend', { params: { id } }),
    onSuccess: refresh,
  })
}
