import type { FastifyInstance } from 'fastify'

/** A whole request, from one who has nothing large to send. */
const WITHIN_MS = 30_000
/** An upload may take hours, but not fall silent. */
const SILENT_MS = 120_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a file, which may be large and come over a slow line. */
    isUpload?: boolean
  }
}

/** Hangs up on whoever sends a request too slowly; Node's own limit knows no uploads. */
export function limitRequestTime(
  app: FastifyInstance,
  { withinMs, silentMs } = { withinMs: WITHIN_MS, silentMs: SILENT_MS },
): void {
  app.addHook('onRequest', async (request) => {
    const { raw, routeOptions } = request
    if (raw.complete || raw.method === 'GET') return
    if (routeOptions.config.isUpload) {
      raw.setTimeout(silentMs, () => raw.complete || raw.destroy())
      // What becomes of the file may take its time.
      raw.once('end', () => raw.socket.setTimeout(0))
      return
    }
    const timer = setTimeout(() => raw.complete || raw.destroy(), withinMs)
    raw.once('close', () => clearTimeout(timer))
  })
}
