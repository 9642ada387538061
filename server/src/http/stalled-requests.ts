import type { FastifyInstance, FastifyRequest } from 'fastify'

/** So long a request may take to arrive; an upload may take longer, if it keeps coming. */
const QUIET_MS = 30_000

/**
 * Ends requests that nobody finishes: whatever is not an upload has to be here in time, and of an
 * upload no pause may be longer than that. The connection is closed, and what reads from it fails and
 * tidies up.
 */
export function endStalledRequests(app: FastifyInstance, quietMs = QUIET_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.raw.complete) watch(request, quietMs)
    done()
  })
}

function watch({ raw, headers }: FastifyRequest, quietMs: number): void {
  const { socket } = raw
  if (headers['content-type']?.startsWith('multipart/')) {
    // Without a listener of ours, the server itself destroys a socket that was quiet for so long.
    socket.setTimeout(quietMs)
    raw.once('end', () => socket.setTimeout(0))
    return
  }
  const deadline = setTimeout(() => socket.destroy(), quietMs)
  raw.once('end', () => clearTimeout(deadline))
  raw.once('close', () => clearTimeout(deadline))
}
