import { accountLinkEndpoints } from './account-links.ts'
import { adminUserEndpoints } from './admin-users.ts'
import { auditEndpoints } from './audit.ts'
import { auditorLinkEndpoints } from './auditor-links.ts'
import { attemptEndpoints } from './attempts.ts'
import { authEndpoints } from './auth.ts'
import { certificateEndpoints } from './certificates.ts'
import { chatMessageEndpoints } from './chat-messages.ts'
import { checkpointEndpoints } from './checkpoints.ts'
import { chatEndpoints } from './chat.ts'
import { draftEndpoints } from './drafts.ts'
import type { Endpoint } from './endpoint.ts'
import { firstStepsEndpoints } from './first-steps.ts'
import { documentEndpoints } from './documents.ts'
import { evidencePackEndpoints } from './evidence-packs.ts'
import { importEndpoints } from './imports.ts'
import { invitationEndpoints } from './invitations.ts'
import { legalHoldEndpoints } from './legal-holds.ts'
import { libraryEndpoints } from './library.ts'
import { joinLinkEndpoints } from './join-links.ts'
import { mailServerEndpoints } from './mail-server.ts'
import { mailEndpoints } from './mails.ts'
import { matrixEndpoints } from './matrix.ts'
import { notificationEndpoints } from './notifications.ts'
import { obligationEndpoints } from './obligations.ts'
import { openStepEndpoints } from './open-steps.ts'
import { paymentEndpoints } from './payments.ts'
import { policyEndpoints } from './policies.ts'
import { policyParagraphEndpoints } from './policy-paragraphs.ts'
import { policyQuoteEndpoints } from './policy-quotes.ts'
import { processEndpoints } from './processes.ts'
import { processRunProofEndpoints } from './process-run-proofs.ts'
import { processRunEndpoints } from './process-runs.ts'
import { profileEndpoints } from './profile.ts'
import { pushEndpoints } from './push.ts'
import { requirementEndpoints } from './requirements.ts'
import { reviewEndpoints } from './reviews.ts'
import { searchEndpoints } from './search.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { settingsEndpoints } from './settings.ts'
import { systemEndpoints } from './system.ts'
import { teamEndpoints } from './teams.ts'
import { timeZoneEndpoints } from './time-zone.ts'
import { questionEndpoints } from './questions.ts'
import { testRequirementEndpoints } from './test-requirements.ts'
import { testEndpoints } from './tests.ts'
import { trainingFileEndpoints } from './training-files.ts'
import { trainingEndpoints } from './trainings.ts'
import { userEndpoints } from './users.ts'

/** Every endpoint by feature, in the order of the API page. */
export const features = {
  auth: authEndpoints,
  secondFactor: secondFactorEndpoints,
  accountLinks: accountLinkEndpoints,
  invitations: invitationEndpoints,
  joinLinks: joinLinkEndpoints,
  users: userEndpoints,
  adminUsers: adminUserEndpoints,
  profile: { ...profileEndpoints, ...timeZoneEndpoints },
  policies: { ...policyEndpoints, ...policyParagraphEndpoints, ...policyQuoteEndpoints },
  requirements: { ...requirementEndpoints, ...testRequirementEndpoints },
  obligations: { ...obligationEndpoints, ...matrixEndpoints },
  teams: teamEndpoints,
  processes: {
    ...processEndpoints,
    ...processRunEndpoints,
    ...processRunProofEndpoints,
    ...openStepEndpoints,
  },
  documents: documentEndpoints,
  trainings: { ...trainingEndpoints, ...trainingFileEndpoints },
  tests: { ...testEndpoints, ...questionEndpoints },
  drafts: draftEndpoints,
  reviews: reviewEndpoints,
  evidencePacks: evidencePackEndpoints,
  imports: importEndpoints,
  attempts: attemptEndpoints,
  certificates: certificateEndpoints,
  library: libraryEndpoints,
  chat: { ...chatEndpoints, ...chatMessageEndpoints },
  notifications: notificationEndpoints,
  push: pushEndpoints,
  payments: paymentEndpoints,
  evidence: checkpointEndpoints,
  settings: settingsEndpoints,
  firstSteps: firstStepsEndpoints,
  audit: auditEndpoints,
  auditorLinks: auditorLinkEndpoints,
  legalHolds: legalHoldEndpoints,
  mails: { ...mailEndpoints, ...mailServerEndpoints },
  search: searchEndpoints,
  system: systemEndpoints,
}

/** Every endpoint, flat. */
export const allEndpoints: Endpoint[] = Object.values(features).flatMap((group) =>
  Object.values<Endpoint>(group),
)

type Values<T> = T[keyof T]
type AnyEndpoint = Values<{ [F in keyof typeof features]: Values<(typeof features)[F]> }>

/** The whole API as one map: `Api['GET /policies/:id']`. */
export type Api = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
