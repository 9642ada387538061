import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'

/**
 * One line a request. It names the route, not the address that was asked for: an address may hold
 * a token from a mail.
 */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'request_id' })
  }

  override incomingRequest(): void {
    // The one line comes at the end.
  }

  override requestCompleted(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: request.signedIn?.id,
        ip: request.ip,
      },
      'request',
    )
  }
}
