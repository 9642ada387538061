/** The little of it that is used; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Client {
    backchannelLogout(subject: string, session?: string): Promise<void>
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    Client: { find(id: string): Promise<Client> }
  }
}
