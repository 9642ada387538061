import { defineMail, type MailContext, type MailText } from '../mail/mail-kind.ts'

/** What was done with a key of somebody's; `by`: which other admin did it. */
export interface ApiKeyData {
  change: 'created' | 'revoked'
  name: string
  by?: string
}

export const apiKeyMail = defineMail<ApiKeyData>('api_key_changed', { write })

function write({ brokerage, address }: MailContext, { change, name, by }: ApiKeyData): MailText {
  const heading = change === 'created' ? 'An API key was made' : 'An API key was revoked'
  const what =
    change === 'created'
      ? `A program can now call the Front Desk of ${brokerage} in your name, with the key “${name}”.`
      : `The key “${name}” opens nothing any more${by ? `: ${by} has revoked it` : ''}.`
  return {
    subject: `${heading} at ${brokerage}`,
    heading,
    paragraphs: [what, 'What it may do, and when it was last used, stands beside it.'],
    action: { label: 'Open the keys', url: `${address}/admin/settings/programs` },
    footnote: `If you know nothing of it, revoke your keys there, choose a new password at ${address}/forgot-password right away, and tell your other administrators.`,
  }
}
