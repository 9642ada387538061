import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  /** As `standardwebhooks` found it right; null where it did not. */
  message: { type: string; timestamp: string; data: Record<string, unknown> } | null
}

/** A receiver on this machine: what it was sent, checked with the secret of each path. */
export async function startReceiver() {
  const received: Received[] = []
  const secrets = new Map<string, string>()
  const state = {
    /** How it answers, by path; 204 where nothing is said. */
    answers: new Map<string, (response: ServerResponse, request: IncomingMessage) => void>(),
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const headers = request.headers as Record<string, string>
      const body = Buffer.concat(parts).toString('utf8')
      received.push({ path, headers, body, message: verified(secrets.get(path), body, headers) })
      const answer = state.answers.get(path)
      if (answer) answer(response, request)
      else response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    received,
    secrets,
    answers: state.answers,
    at: (path: string) => received.filter((one) => one.path === path),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verified(secret: string | undefined, body: string, headers: Record<string, string>) {
  if (!secret) return null
  try {
    return new Webhook(secret).verify(body, headers) as Received['message']
  } catch {
    return null
  }
}
