import type { PublicSettings } from '@frontdesk/contract/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'

/** The name of the brokerage and how one joins it; known to everybody. */
export const publicSettings = queryOptions({
  queryKey: ['settings', 'public'],
  queryFn: ({ signal }) => call('GET /settings/public', { signal }),
  initialData: takeSettingsOfPage,
})

/** What the page brought along, once: whoever asks later wants to know what holds then. */
function takeSettingsOfPage(): PublicSettings | undefined {
  const meta = globalThis.document.querySelector('meta[name="front-desk-settings"]')
  meta?.remove()
  const content = meta?.getAttribute('content')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes by the contract
  return content ? (JSON.parse(content) as PublicSettings) : undefined
}

/** Whether mails go out; without a mail server they are files that nobody gets. */
export const useSendsMail = () => useQuery(publicSettings).data?.sends_mail !== false

/** Terms and privacy, where the brokerage wrote its own. */
export const legalTextsQuery = queryOptions({
  queryKey: ['settings', 'legal'],
  queryFn: ({ signal }) => call('GET /settings/legal', { signal }),
})

/** What the brokerage wrote for its front desk. */
export const frontDeskTexts = queryOptions({
  queryKey: ['settings', 'front-desk'],
  queryFn: ({ signal }) => call('GET /settings/front-desk', { signal }),
})
