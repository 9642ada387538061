import { randomUUID } from 'node:crypto'
import { SCIM_BASE, SCIM_TYPE } from '@frontdesk/contract/scim'
import fastifyCookie from '@fastify/cookie'
import fastifyWebsocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { evidenceKeyPage } from './features/evidence/evidence-key.routes.ts'
import { scimErrors } from './features/scim/scim-error.ts'
import { scimRoutes } from './features/scim/scim.routes.ts'
import { findAppManifest } from './features/settings/app-manifest.ts'
import { findPublicSettings } from './features/settings/settings.queries.ts'
import { apiPages } from './features/system/api-pages.ts'
import { serveMetrics } from './features/system/metrics.ts'
import {
  boundConnections,
  type ConnectionLimits,
  connectionLimits,
  descriptorLimit,
} from './http/connections.ts'
import { answerUnroutable, handleErrors } from './http/error-handler.ts'
import { apiHeaders, tlsHeader } from './http/headers.ts'
import { readJsonBodiesOnly } from './http/json-body.ts'
import { dropForwardedPorts } from './http/network.ts'
import { RequestLog } from './http/request-log.ts'
import { endStalledRequests } from './http/stalled-requests.ts'
import { closeSockets, stopGracefully } from './http/stopping.ts'
import { serveWebApp } from './http/web-app.ts'
import { mountFeatures } from './features.ts'
import type { Listener } from './platform/listen.ts'
import type { Services } from './services.ts'

/** A socket frame holds a token, or a message of 8,000 characters, each perhaps written as two escapes. */
const MOST_FRAME_BYTES = 128 * 1024

/** A gigabyte over the slowest line that anyone uploads by. */
const LONGEST_UPLOAD_MS = 4 * 60 * 60 * 1000

/** Of what strangers may take up, and how often jobs are looked for; what is left out is as in production. */
export interface AppLimits {
  quietMs?: number
  connections?: ConnectionLimits
  pollMs?: number
}

/** The whole HTTP server, not yet listening. */
export async function createApp(
  services: Services,
  listener: Listener,
  logger: FastifyBaseLogger,
  limits: AppLimits = {},
): Promise<FastifyInstance> {
  const { config } = services
  const transport = config.publicUrl?.startsWith('https:') ? tlsHeader : {}
  const headers = { ...apiHeaders, ...transport }
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1 << 20,
    // Of everything; `endStalledRequests` is stricter, but lets who may upload take their time.
    requestTimeout: LONGEST_UPLOAD_MS,
    http: { headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerUnroutable(headers),
  })
  if (config.trustProxy.length > 0) dropForwardedPorts(app.server)
  handleErrors(app, headers)
  readJsonBodiesOnly(app)
  endStalledRequests(app, limits.quietMs)
  boundConnections(
    app,
    limits.connections ?? connectionLimits(descriptorLimit(), config.databasePoolSize),
    config.trustProxy,
  )
  serveMetrics(app, services)

  stopGracefully(app)
  await app.register(fastifyCookie)
  await app.register(fastifyWebsocket, {
    options: { maxPayload: MOST_FRAME_BYTES },
    preClose: closeSockets,
    errorHandler: (error, socket, request) => {
      // Frames that are too large, or none, are their sender's fault.
      const isTheirs = 'code' in error && String(error.code).startsWith('WS_ERR_')
      request.log[isTheirs ? 'info' : 'error']({ err: error }, 'a socket failed')
      // Such a socket is being closed already. Whoever still sends would not hear why if it were cut off.
      if (!isTheirs) socket.terminate()
    },
  })
  await app.register(async (scope) => apiPages(scope, config, transport), { prefix: '/api' })
  evidenceKeyPage(app, services.db, transport)
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers(headers)
      })
      handleErrors(api, headers)
      await mountFeatures(api, services, listener)
    },
    { prefix: '/api/v1' },
  )
  await app.register(
    async (scope) => {
      readJsonBodiesOnly(scope, ['application/json', SCIM_TYPE])
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers(headers)
      })
      handleErrors(scope, headers, scimErrors)
      scimRoutes(scope, services)
    },
    { prefix: SCIM_BASE },
  )
  await serveWebApp(app, transport, {
    findSettings: async () => findPublicSettings(services.db, config),
    findManifest: async () => findAppManifest(services.db),
  })
  return app
}
