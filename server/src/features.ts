import { Paces } from './platform/pace.ts'
import type { FastifyInstance } from 'fastify'
import { apiKeyRoutes } from './features/api-keys/api-keys.routes.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { auditorLinkRoutes } from './features/auditor-links/auditor-links.routes.ts'
import { accountLinkRoutes } from './features/auth/account-links.routes.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { backupRoutes } from './features/backups/backups.routes.ts'
import { certificateRoutes } from './features/certificates/certificates.routes.ts'
import { chatFileRoutes, openChatFiles } from './features/chat/chat-files.routes.ts'
import { chatAdminRoutes } from './features/chat/chats.admin.routes.ts'
import { chatRoutes } from './features/chat/chats.routes.ts'
import { MessagePost } from './features/chat/message-post.ts'
import { messageRoutes } from './features/chat/messages.routes.ts'
import { openDocuments } from './features/documents/document-files.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { draftRoutes } from './features/drafts/drafts.routes.ts'
import { checkpointRoutes } from './features/evidence/checkpoints.routes.ts'
import { evidenceKeyRoutes } from './features/evidence/evidence-key.routes.ts'
import { evidencePackRoutes } from './features/evidence/packs.routes.ts'
import { firstStepsRoutes } from './features/first-steps/first-steps.routes.ts'
import { importRoutes } from './features/handbook/imports.routes.ts'
import { favouriteRoutes } from './features/favourites/favourites.routes.ts'
import { invitationRoutes } from './features/invitations/invitations.routes.ts'
import { legalHoldRoutes } from './features/legal-holds/legal-holds.routes.ts'
import { libraryRoutes } from './features/library/library.routes.ts'
import { joinLinkRoutes } from './features/join-links/join-links.routes.ts'
import { mailServerRoutes } from './features/mail/mail-server.routes.ts'
import { mailRoutes } from './features/mail/mails.routes.ts'
import { notificationRoutes } from './features/notifications/notifications.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { findBillingWarning } from './features/payments/billing.actions.ts'
import { paymentRoutes } from './features/payments/payments.routes.ts'
import { policyAdminRoutes } from './features/policies/policies.admin.routes.ts'
import { policyParagraphRoutes } from './features/policies/policies.paragraphs.routes.ts'
import { policyRequirementRoutes } from './features/policies/policies.requirements.routes.ts'
import { policyRoutes } from './features/policies/policies.routes.ts'
import { matrixRoutes } from './features/obligations/matrix.routes.ts'
import { obligationRoutes } from './features/obligations/obligations.routes.ts'
import { openStepRoutes } from './features/processes/open-steps.routes.ts'
import { openRunProofs } from './features/processes/processes.proofs.actions.ts'
import { processRunProofRoutes } from './features/processes/processes.proofs.routes.ts'
import { processRoutes } from './features/processes/processes.routes.ts'
import { processRunRoutes } from './features/processes/processes.runs.routes.ts'
import { realtimeRoutes } from './features/realtime/realtime.routes.ts'
import { timeZoneRoutes } from './features/notifications/time-zone.routes.ts'
import { pushRoutes } from './features/push/push.routes.ts'
import { changedQuoteRoutes } from './features/changed-quotes/changed-quotes.routes.ts'
import { reviewRoutes } from './features/reviews/reviews.routes.ts'
import { savedFilterRoutes } from './features/saved-filters/saved-filters.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { secondFactorRoutes } from './features/second-factor/second-factor.routes.ts'
import { singleSignOnRoutes } from './features/single-sign-on/single-sign-on.routes.ts'
import { logoRoutes } from './features/settings/logo.routes.ts'
import { settingsRoutes } from './features/settings/settings.routes.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { teamRoutes } from './features/teams/teams.routes.ts'
import { attemptAdminRoutes } from './features/assessments/attempts.admin.routes.ts'
import { attemptRoutes } from './features/assessments/attempts.routes.ts'
import { questionBankRoutes } from './features/assessments/question-bank.routes.ts'
import { questionRoutes } from './features/assessments/questions.routes.ts'
import { testRequirementRoutes } from './features/assessments/assessments.requirements.routes.ts'
import { testRoutes } from './features/assessments/assessments.routes.ts'
import { createFileLinks } from './features/trainings/file-links.ts'
import { sectionProgressRoutes } from './features/trainings/section-progress.routes.ts'
import { openSectionFiles } from './features/trainings/trainings.files.actions.ts'
import { trainingFileRoutes } from './features/trainings/trainings.files.routes.ts'
import { trainingQuestionRoutes } from './features/trainings/trainings.questions.routes.ts'
import { trainingRoutes } from './features/trainings/trainings.routes.ts'
import { trainingSectionRoutes } from './features/trainings/trainings.sections.routes.ts'
import { adminUserRoutes } from './features/users/admin-users.routes.ts'
import { openTextPictures } from './features/pictures/pictures.actions.ts'
import { textPictureRoutes } from './features/pictures/pictures.routes.ts'
import { openPictures } from './features/users/pictures.actions.ts'
import { pictureRoutes } from './features/users/pictures.routes.ts'
import { profileRoutes } from './features/users/profile.routes.ts'
import { undoRoutes } from './features/undo/undo.routes.ts'
import { userRoutes } from './features/users/users.routes.ts'
import { webhookRoutes } from './features/webhooks/webhooks.routes.ts'
import { createMount, type Mount } from './http/mount.ts'
import { endAnswersWithSessions } from './http/running-answers.ts'
import { createUploadMount } from './http/upload.ts'
import { openFiles } from './platform/files.ts'
import type { Listener } from './platform/listen.ts'
import type { Services } from './services.ts'

/** Everything of the API, feature by feature. */
export async function mountFeatures(
  api: FastifyInstance,
  services: Services,
  listener: Listener,
): Promise<void> {
  const { config, db, csrfKey } = services
  endAnswersWithSessions(api, { db, listener })
  const mount = createMount(api, db, csrfKey)
  const mountUpload = await createUploadMount(api, db, csrfKey)
  await mountPeople(api, mount, services)
  policyRoutes(mount, services)
  policyParagraphRoutes(mount)
  policyRequirementRoutes(mount)
  policyAdminRoutes(mount)
  textPictureRoutes(mount, mountUpload, openTextPictures(config))
  obligationRoutes(mount, services)
  matrixRoutes(mount)
  teamRoutes(mount)
  undoRoutes(mount)
  savedFilterRoutes(mount)
  processRoutes(mount)
  processRunRoutes(mount)
  openStepRoutes(mount)
  processRunProofRoutes(mount, mountUpload, openRunProofs(config))
  documentRoutes(mount, mountUpload, {
    stores: openDocuments(config),
    maxBytes: config.maxUploadBytes,
  })
  importRoutes(mount, mountUpload, {
    files: openFiles(config, 'imports'),
    maxBytes: config.maxUploadBytes,
  })
  evidencePackRoutes(mount, openFiles(config, 'evidence-packs'))
  mountTrainings(mount, mountUpload, services)
  libraryRoutes(mount)
  await singleSignOnRoutes(api, mount, services)
  const searchState = searchRoutes(api, mount, { services, listener })
  settingsRoutes(mount, services, (handle) => findBillingWarning(handle, config))
  await logoRoutes(api, mount, services)
  evidenceKeyRoutes(mount)
  checkpointRoutes(mount, services)
  firstStepsRoutes(mount, services)
  await paymentRoutes(api, mount, services)
  auditRoutes(mount)
  auditorLinkRoutes(mount, services)
  legalHoldRoutes(mount)
  webhookRoutes(mount, services)
  mailRoutes(mount, services)
  mailServerRoutes(api, mount, services)
  notificationRoutes(mount)
  pushRoutes(mount, services)
  favouriteRoutes(mount)
  backupRoutes(mount, services)
  systemRoutes(mount, services, searchState)
  mountChat(api, { mount, mountUpload }, services, listener)
}

function mountChat(
  api: FastifyInstance,
  { mount, mountUpload }: { mount: Mount; mountUpload: Mount },
  services: Services,
  listener: Listener,
): void {
  const { address, announcer, config, db, presence } = services
  const post = new MessagePost(db, announcer)
  const paces = new Paces()
  chatRoutes(mount, { announcer, address, isOnline: (userId) => presence.isOnline(userId) })
  messageRoutes(mount, { announcer, post, paces })
  chatFileRoutes(mount, mountUpload, openChatFiles(config))
  chatAdminRoutes(mount)
  realtimeRoutes(api, services, { listener, post, presence, paces })
}

async function mountPeople(api: FastifyInstance, mount: Mount, services: Services): Promise<void> {
  const pictures = openPictures(services.config)
  authRoutes(mount, services)
  secondFactorRoutes(mount, services)
  apiKeyRoutes(mount)
  passkeyRoutes(mount, services)
  accountLinkRoutes(mount, services)
  invitationRoutes(mount, services)
  joinLinkRoutes(mount, services)
  userRoutes(mount)
  profileRoutes(mount, pictures)
  timeZoneRoutes(mount)
  adminUserRoutes(mount, services, pictures)
  await pictureRoutes(api, mount, { db: services.db, csrfKey: services.csrfKey, pictures })
}

function mountTrainings(mount: Mount, mountUpload: Mount, services: Services): void {
  const links = createFileLinks(services.csrfKey)
  trainingRoutes(mount, links)
  draftRoutes(mount, links)
  reviewRoutes(mount)
  changedQuoteRoutes(mount)
  trainingSectionRoutes(mount, links)
  trainingQuestionRoutes(mount)
  trainingFileRoutes(mount, mountUpload, { stores: openSectionFiles(services.config), links })
  sectionProgressRoutes(mount)
  testRoutes(mount)
  testRequirementRoutes(mount)
  questionRoutes(mount)
  questionBankRoutes(mount)
  attemptRoutes(mount, services.announcer)
  attemptAdminRoutes(mount)
  certificateRoutes(mount, services)
}
