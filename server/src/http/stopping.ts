import { CLOSE_RESTART } from '@frontdesk/contract/constants'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const HANG_UP_EVERY_MS = 100
/** A browser that went to sleep does not answer the close frame. */
const SOCKETS_WITHIN_MS = 1000
const RETRY_AFTER_SECONDS = 5
/** So many browsers come back in a second, of all that one node had; spread over half a minute at most. */
const COME_BACK_A_SECOND = 20
const LONGEST_SPREAD_S = 30

/**
 * Once the server stops, requests in flight are finished, new ones get 503, and connections with
 * nothing in flight are hung up: a browser opens some ahead that it may never use, and Node waits
 * a minute for their first request.
 */
export function stopGracefully(app: FastifyInstance): void {
  let stopping = false
  let inFlight = 0
  app.server.on('request', (_request, response) => {
    inFlight += 1
    response.once('close', () => (inFlight -= 1))
  })
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping) return
    reply.header('Connection', 'close')
    const sentence = 'The server is restarting. Please try again in a moment.'
    throw new AppError(503, 'stopping', sentence, { retryAfter: RETRY_AFTER_SECONDS })
  })
  app.addHook('preClose', async () => {
    stopping = true
    const timer = setInterval(() => {
      if (inFlight === 0) app.server.closeAllConnections()
    }, HANG_UP_EVERY_MS)
    app.server.once('close', () => clearInterval(timer))
  })
}

/**
 * Says goodbye to all sockets, and within how long they should be back elsewhere or here; hangs up on those that do
 * not answer.
 */
export async function closeSockets(this: FastifyInstance): Promise<void> {
  const { websocketServer } = this
  const { clients } = websocketServer
  const seconds = Math.min(LONGEST_SPREAD_S, Math.ceil(clients.size / COME_BACK_A_SECOND))
  for (const client of clients) {
    client.close(CLOSE_RESTART, `restarting, come back within ${seconds} s`)
  }
  const timer = setTimeout(() => {
    for (const client of clients) client.terminate()
  }, SOCKETS_WITHIN_MS)
  await new Promise((resolve) => websocketServer.close(resolve))
  clearTimeout(timer)
}
