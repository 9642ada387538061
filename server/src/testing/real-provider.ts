import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { CLIENT_ID, CLIENT_SECRET } from './fake-provider.ts'

export interface RealProvider {
  issuer: string
  /** As if the person were removed there. */
  logOut(subject: string): Promise<void>
  stop(): void
}

/**
 * A whole provider on loopback, with a page to sign in at that takes any password. Whoever signs in there has
 * the address that they type, which it has verified; their subject is `at-` and that address.
 * @param desk where it sends people back to, and tells of log-outs
 */
export async function startRealProvider(desk: { url: string; id: string }): Promise<RealProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const base = `${desk.url}/api/v1/auth/oidc/${desk.id}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${base}/callback`],
        backchannel_logout_uri: `${base}/backchannel-logout`,
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of a test'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        email: login.replace(/^at-/, ''),
        email_verified: true,
        name: 'Nora Quill',
      }),
    }),
    // Without what keeps it from loopback, where the desk of the test is.
    fetch: (url: string, { method, headers, body }: RequestInit) =>
      fetch(url, { method, headers, body }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    logOut: async (subject) => {
      const client = await provider.Client.find(CLIENT_ID)
      await client.backchannelLogout(subject)
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
