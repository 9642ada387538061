import { itemPath } from '@frontdesk/contract/items'
import { defineMail } from '../mail/mail-kind.ts'

/** An address to which the server no longer sends. */
export interface WebhookDisabledData {
  webhook_id: string
  title: string
  reason: 'failing' | 'gone'
  problem: string
}

/** To all admins: the server itself has switched one off. */
export const webhookDisabledMail = defineMail<WebhookDisabledData>('webhook_disabled', {
  write: ({ brokerage, address }, { webhook_id: id, title, reason, problem }) => ({
    subject: `A webhook was switched off: ${title}`,
    heading: 'A webhook was switched off',
    paragraphs: [
      reason === 'gone'
        ? `The receiver of the webhook “${title}” says that it wants no more (410). The Front Desk of ${brokerage} no longer sends to it.`
        : `The webhook “${title}” has failed at every try for a week. The Front Desk of ${brokerage} no longer sends to it.`,
      `The last try: ${problem}.`,
      'What happens from now on is not kept for it. Once it is switched on again, deliveries that failed can be sent again for 30 days.',
    ],
    action: { label: 'Open the webhook', url: address + itemPath('webhook', id) },
    footnote: `All administrators of ${brokerage} get this mail.`,
  }),
})
