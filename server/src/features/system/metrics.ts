import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { notFound } from '../../http/errors.ts'
import type { Services } from '../../services.ts'
import { addInstallationMetrics } from './installation-metrics.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** `GET /metrics` in Prometheus' form, for this machine only unless METRICS_FROM says otherwise. */
export function serveMetrics(app: FastifyInstance, services: Services): void {
  const { metricsFrom } = services.config
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })

  const collect = addInstallationMetrics(
    registry,
    services,
    () => app.websocketServer?.clients.size ?? 0,
  )

  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    }
    durations.observe(labels, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    if (metricsFrom === 'loopback' && !isDirectLoopback(request)) throw notFound()
    await collect()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** What proxies add, each its own. */
const BY_PROXIES =
  /^(?:x-forwarded-.*|x-real-ip|x-client-ip|forwarded|via|.*-connecting-ip|true-client-ip)$/
/** How somebody on this machine asks for it; a proxy may pass on the name that people know. */
const OWN_NAME = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/**
 * A reverse proxy on this machine is loopback too: by its headers, by the name that it asks for, or,
 * where it was set up with neither, by HTTP 1.0, which nginx speaks unless told otherwise.
 */
function isDirectLoopback({ raw, headers }: FastifyRequest): boolean {
  return (
    LOOPBACK.has(raw.socket.remoteAddress ?? '') &&
    raw.httpVersion === '1.1' &&
    OWN_NAME.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => BY_PROXIES.test(name))
  )
}
