import type { FastifyInstance } from 'fastify'

/**
 * One line a request. It names the route, not the address that was asked for: an address may hold
 * a token from a mail.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        request_id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: request.signedIn?.id,
        ip: request.ip,
      },
      'request',
    )
  })
}
