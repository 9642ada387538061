import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** So long a request may take to arrive; an upload may take longer, if it keeps coming. */
const QUIET_MS = 30_000
/** So long what is still coming is read, so that whoever sends it reads the refusal. */
const LINGER_MS = 2000

const watches = new WeakMap<FastifyRequest, { granted: boolean; quietMs: number; end(): void }>()

/**
 * Ends requests that nobody finishes: each has to be here in time. The connection is closed, and what
 * reads from it fails and tidies up.
 */
export function endStalledRequests(app: FastifyInstance, quietMs = QUIET_MS): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (!raw.complete) {
      // Of a request that nobody reads, such as one without a body, the end is told when it is answered.
      const deadline = setTimeout(() => {
        if (!raw.complete) raw.socket.destroy()
      }, quietMs)
      const end = () => clearTimeout(deadline)
      watches.set(request, { granted: false, quietMs, end })
      raw.once('end', end)
      raw.once('close', end)
    }
    done()
  })
}

/**
 * Lets uploads in this scope, once whoever sends them may, take their time: only a pause may not be
 * longer than other requests in all.
 */
export function letUploadsTakeTheirTime(scope: FastifyInstance): void {
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const watch = watches.get(request)
    if (watch && request.headers['content-type']?.startsWith('multipart/')) {
      const { raw } = request
      watch.end()
      watch.granted = true
      // Without a listener of ours, the server itself destroys a socket that was quiet for so long.
      raw.socket.setTimeout(watch.quietMs)
      raw.once('end', () => raw.socket.setTimeout(0))
    }
    done(null, payload)
  })
}

/**
 * Hangs up, after the answer, on whoever was refused before their body had come, unless it is an
 * upload of somebody who may. It ends our side and reads on for a moment: a connection that is closed
 * over unread bytes is reset, and the answer may be lost with it.
 */
export function hangUpOnUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  // Of a request without a body, too, the end may not have been parsed yet.
  const hasBody = raw.headers['content-length'] ?? raw.headers['transfer-encoding']
  if (hasBody === undefined || raw.complete || watches.get(request)?.granted) return
  reply.header('Connection', 'close')
  const { socket } = raw
  // The server calls this after an answer that closes the connection.
  socket.destroySoon = () => {
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
