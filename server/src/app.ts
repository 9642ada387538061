import { randomUUID } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifyWebsocket from '@fastify/websocket'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { accountLinkRoutes } from './features/auth/account-links.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { openDocuments } from './features/documents/documents.actions.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { invitationRoutes } from './features/invitations/invitations.routes.ts'
import { mailRoutes } from './features/mail/mails.routes.ts'
import { policyAdminRoutes } from './features/policies/policies.admin.routes.ts'
import { policyRequirementRoutes } from './features/policies/policies.requirements.routes.ts'
import { policyRoutes } from './features/policies/policies.routes.ts'
import { openRunProofs } from './features/processes/processes.proofs.actions.ts'
import { processRunProofRoutes } from './features/processes/processes.proofs.routes.ts'
import { processRoutes } from './features/processes/processes.routes.ts'
import { processRunRoutes } from './features/processes/processes.runs.routes.ts'
import { realtimeRoutes } from './features/realtime/realtime.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { apiPages } from './features/system/api-pages.ts'
import { serveMetrics } from './features/system/metrics.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { questionRoutes } from './features/tests/questions.routes.ts'
import { testRoutes } from './features/tests/tests.routes.ts'
import { createFileLinks } from './features/trainings/file-links.ts'
import { openSectionFiles } from './features/trainings/trainings.files.actions.ts'
import { trainingFileRoutes } from './features/trainings/trainings.files.routes.ts'
import { trainingQuestionRoutes } from './features/trainings/trainings.questions.routes.ts'
import { trainingRoutes } from './features/trainings/trainings.routes.ts'
import { trainingSectionRoutes } from './features/trainings/trainings.sections.routes.ts'
import { attemptAdminRoutes } from './features/tests/attempts.admin.routes.ts'
import { attemptRoutes } from './features/tests/attempts.routes.ts'
import { sectionProgressRoutes } from './features/trainings/section-progress.routes.ts'
import { openPictures } from './features/users/pictures.actions.ts'
import { pictureRoutes } from './features/users/pictures.routes.ts'
import { profileRoutes } from './features/users/profile.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { answerUnroutable, handleErrors } from './http/error-handler.ts'
import { apiHeaders, tlsHeader } from './http/headers.ts'
import { readJsonBodiesOnly } from './http/json-body.ts'
import { createMount } from './http/mount.ts'
import { RequestLog } from './http/request-log.ts'
import { limitRequestTime } from './http/request-time.ts'
import { closeSockets, stopGracefully } from './http/stopping.ts'
import { createUploadMount } from './http/upload.ts'
import { serveWebApp } from './http/web-app.ts'
import type { Listener } from './platform/listen.ts'
import type { Services } from './services.ts'

/** A socket frame holds a token or, later, a chat message of 8,000 characters. */
const MOST_FRAME_BYTES = 64 * 1024

/** The whole HTTP server, not yet listening. */
export async function createApp(
  services: Services,
  listener: Listener,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { config } = services
  const pictures = openPictures(config)
  const fileLinks = createFileLinks(services.csrfKey)
  const transport = config.publicUrl?.startsWith('https:') ? tlsHeader : {}
  const headers = { ...apiHeaders, ...transport }
  const app = Fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 1 << 20,
    requestTimeout: 0,
    http: { headersTimeout: 30_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerUnroutable(headers),
  })
  handleErrors(app, headers)
  limitRequestTime(app)
  readJsonBodiesOnly(app)
  serveMetrics(app, config)

  stopGracefully(app)
  await app.register(fastifyCookie)
  await app.register(fastifyWebsocket, {
    options: { maxPayload: MOST_FRAME_BYTES },
    preClose: closeSockets,
  })
  await app.register(async (scope) => apiPages(scope, config, transport), { prefix: '/api' })
  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers(headers)
      })
      handleErrors(api, headers)
      const mount = createMount(api, services.db, services.csrfKey)
      authRoutes(mount, services)
      accountLinkRoutes(mount)
      invitationRoutes(mount, services)
      userRoutes(mount)
      profileRoutes(mount, pictures)
      await pictureRoutes(api, mount, { db: services.db, csrfKey: services.csrfKey, pictures })
      policyRoutes(mount)
      policyRequirementRoutes(mount)
      policyAdminRoutes(mount)
      processRoutes(mount)
      processRunRoutes(mount)
      const mountUpload = await createUploadMount(api, services.db, services.csrfKey)
      const stores = openDocuments(config)
      documentRoutes(mount, mountUpload, { stores, maxBytes: config.maxUploadBytes })
      processRunProofRoutes(mount, mountUpload, openRunProofs(config))
      trainingRoutes(mount, fileLinks)
      trainingSectionRoutes(mount, fileLinks)
      trainingQuestionRoutes(mount)
      const sectionFiles = { stores: openSectionFiles(config), links: fileLinks }
      trainingFileRoutes(mount, mountUpload, sectionFiles)
      testRoutes(mount)
      questionRoutes(mount)
      attemptRoutes(mount)
      attemptAdminRoutes(mount)
      sectionProgressRoutes(mount)
      certificateRoutes(mount, services)
      settingsRoutes(mount, services)
      mailRoutes(mount, services)
      systemRoutes(mount, services)
      realtimeRoutes(api, services, listener)
    },
    { prefix: '/api/v1' },
  )
  await serveWebApp(app, transport)
  return app
}
