import { html, type Markup, sentence } from './html.ts'

/** What holds for every call, as sections of the page. @param origin such as `https://desk.example.com` */
export function guide(origin: string): { id: string; title: string; text: Markup }[] {
  return [
    { id: 'signing-in', title: 'Signing in', text: signingIn(origin) },
    { id: 'api-keys', title: 'API keys', text: keys },
    { id: 'csrf', title: 'From a browser: CSRF', text: browsers },
    { id: 'errors', title: 'Errors', text: errors },
    { id: 'lists', title: 'Lists and pages', text: lists },
    { id: 'saving', title: 'Saving what others may save', text: saving },
    { id: 'live-updates', title: 'Live updates', text: live },
  ]
}

function signingIn(origin: string): Markup {
  const script = `DESK=${origin}/api/v1

TOKEN=$(curl -s $DESK/auth/login -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"your password"}' \\
  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')

curl -s "$DESK/policies?pending=true" -H "Authorization: Bearer $TOKEN"`
  return html`<p>
      ${sentence('Every call lies below `/api/v1`, and takes and gives JSON. `POST /auth/login` answers with a token; send it with each call as `Authorization: Bearer`.')}
    </p>
    <pre tabindex="0" aria-label="Example for a shell"><code>${script}</code></pre>
    <p>
      ${sentence('The token is good for 12 hours after its last use and 7 days at most; with `"remember_me": true` for 30 and 180 days. `POST /auth/logout` ends it. It is as good as the password while it lives: keep it out of addresses and logs.')}
    </p>
    <p>
      ${sentence('Field names are `snake_case`, times are ISO 8601 in UTC, ids are UUIDs. Fields that a call does not know are ignored. A body may have 1 MB.')}
    </p>`
}

const keys = html`<p>
    ${sentence('A program of its own calls with a key instead of a password. Admins make one under Settings, Programs: with a name, the scopes that it needs, and an end within a year. It goes into the same header, `Authorization: Bearer fd_live_…`, and nowhere else: in an address or a cookie it is not looked for.')}
  </p>
  <p>
    ${sentence('A key may what its owner may at that moment, of that what its scopes name; each call below says its scope. What people do themselves no key can: accounts and passwords, signing a policy, handing in a test, conversations, keys. Where a person would have to confirm who they are, a key may export what it may read, and nothing else.')}
  </p>
  <p>
    ${sentence('401 `malformed_key` is a slip, 401 `invalid_key` a key that is over or unknown, 403 `scope_missing` names the `scope` that is missing, 403 `not_by_key` is what no key can do. Six hundred calls at once, and ten a second after that, are answered; then 429 says in `Retry-After` how long to wait.')}
  </p>`

const browsers = html`<p>
    ${sentence('A script that sends only its token needs nothing more. A call that comes from a browser (it carries `Cookie`, `Origin` or `Sec-Fetch-Site`) and is not a `GET` must also send the header `X-CSRF-Token`.')}
  </p>
  <p>
    ${sentence('`GET /csrf-token` sets a cookie and returns the matching token; one that was fetched before signing in stays good after it. Without the right one the answer is 403 `csrf_failed`: fetch a new one and try once more.')}
  </p>`

const STATUSES = [
  ['400', 'A value is missing or has the wrong form.'],
  ['401', 'No valid token or key was sent, or it has ended.'],
  ['403', 'The caller may not do this. With `csrf_failed`: see above.'],
  ['404', 'There is no such thing, or the caller may not know of it.'],
  ['409', 'Somebody was faster. `current`, where there is one, is the thing as it is now.'],
  ['413, 415', 'The body is too large, or is not JSON.'],
  ['422', 'A rule of the product is broken.'],
  ['429, 503', 'Try again after the seconds in `Retry-After`.'],
  ['500', 'Our fault. `request_id` is what the operator finds it by in the log.'],
] as const

const errors = html`<p>
    ${sentence('Everything that fails has one form. `error` is a sentence to show to a person, `code` a word that stays the same for programs, and `fields`, where there is one, has a sentence for each input at fault.')}
  </p>
  <pre tabindex="0" aria-label="Example of an error"><code>${`{
  "error": "Please enter a valid email address",
  "code": "invalid",
  "fields": { "email": "Please enter a valid email address" }
}`}</code></pre>
  <dl class="fields">
    ${STATUSES.map(
      ([status, says]) =>
        html`<div>
          <dt><code>${status}</code></dt>
          <dd>${sentence(says)}</dd>
        </div>`,
    )}
  </dl>`

const lists = html`<p>
  ${sentence('A list is a plain array. `limit` cuts it into pages of up to 1000 rows, and while there are more the answer has a header `Link: <address>; rel="next"`: call that address until there is none. Where a list says so, `X-Total-Count` has the number of all rows that match.')}
</p>`

const saving = html`<p>
  ${sentence('What several people edit carries an `ETag`. Send it back as `If-Match` when saving: if somebody saved in between, the answer is 409 `edit_conflict` with their version in `current`, and nothing is overwritten. Without `If-Match` the last one to save wins.')}
</p>`

const live = html`<p>
    ${sentence('A websocket at `/api/v1/chat/ws` tells which lists have changed, so that nobody has to ask over and over. The first frame, within five seconds, proves who it is:')}
  </p>
  <pre tabindex="0" aria-label="Example of frames"><code>${`→ { "type": "auth", "token": "…" }
← { "type": "ready" }
← { "type": "invalidate", "keys": ["policies", "me"] }`}</code></pre>
  <p>
    ${sentence('Frames carry names, never data: ask again for what you hold. When the session ends, the socket closes with 4401.')}
  </p>`
