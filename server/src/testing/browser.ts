import type { Caller } from './api-client.ts'
import { send } from './send.ts'

/** What a browser holds after it has asked for a CSRF token. */
export interface Browser {
  /** As it goes into `Cookie`. */
  cookie: string
  csrfToken: string
  /** Attributes that the server gave the cookie, as they came. */
  attributes: string
}

/** Asks for a CSRF token as a browser does: with the session, where there is one, and its cookie. */
export async function openBrowser(
  url: string,
  caller?: Caller,
  cookieBefore?: string,
): Promise<Browser> {
  const answer = await send(url, {
    path: '/api/v1/csrf-token',
    headers: {
      ...(caller && { Authorization: `Bearer ${caller.token}` }),
      ...(cookieBefore !== undefined && { Cookie: cookieBefore }),
    },
  })
  const [cookie = '', ...attributes] = String(answer.headers['set-cookie']).split('; ')
  const { csrf_token: csrfToken } = JSON.parse(answer.body) as { csrf_token: string }
  return { cookie, csrfToken, attributes: attributes.join('; ') }
}
