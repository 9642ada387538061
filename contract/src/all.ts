import { accountLinkEndpoints } from './account-links.ts'
import { adminUserEndpoints } from './admin-users.ts'
import { apiKeyEndpoints } from './api-keys.ts'
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
import { favouriteEndpoints } from './favourites.ts'
import { firstStepsEndpoints } from './first-steps.ts'
import { documentFolderEndpoints } from './document-folders.ts'
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
import { passkeyEndpoints } from './passkeys.ts'
import { paymentEndpoints } from './payments.ts'
import { pictureEndpoints } from './pictures.ts'
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
import type { Scope, ScopeArea } from './scopes.ts'
import { scimEndpoints } from './scim.ts'
import { changedQuoteEndpoints } from './changed-quotes.ts'
import { savedFilterEndpoints } from './saved-filters.ts'
import { searchEndpoints } from './search.ts'
import { secondFactorEndpoints } from './second-factor.ts'
import { sessionEndpoints } from './sessions.ts'
import { backupEndpoints } from './backups.ts'
import { settingsEndpoints } from './settings.ts'
import { singleSignOnEndpoints } from './single-sign-on.ts'
import { systemEndpoints } from './system.ts'
import { teamEndpoints } from './teams.ts'
import { timeZoneEndpoints } from './time-zone.ts'
import { questionBankEndpoints } from './question-bank.ts'
import { questionEndpoints } from './questions.ts'
import { testRequirementEndpoints } from './test-requirements.ts'
import { testEndpoints } from './assessments.ts'
import { trainingFileEndpoints } from './training-files.ts'
import { trainingEndpoints } from './trainings.ts'
import { undoEndpoints } from './undo.ts'
import { userEndpoints } from './users.ts'
import { webhookEndpoints } from './webhooks.ts'

/** Every endpoint by feature, in the order of the API page. */
export const features = {
  auth: authEndpoints,
  secondFactor: secondFactorEndpoints,
  singleSignOn: singleSignOnEndpoints,
  apiKeys: apiKeyEndpoints,
  passkeys: passkeyEndpoints,
  accountLinks: accountLinkEndpoints,
  invitations: invitationEndpoints,
  joinLinks: joinLinkEndpoints,
  users: userEndpoints,
  adminUsers: adminUserEndpoints,
  profile: { ...profileEndpoints, ...timeZoneEndpoints },
  policies: { ...policyEndpoints, ...policyParagraphEndpoints, ...policyQuoteEndpoints },
  pictures: pictureEndpoints,
  requirements: { ...requirementEndpoints, ...testRequirementEndpoints },
  obligations: { ...obligationEndpoints, ...matrixEndpoints },
  teams: teamEndpoints,
  undo: undoEndpoints,
  savedFilters: savedFilterEndpoints,
  processes: {
    ...processEndpoints,
    ...processRunEndpoints,
    ...processRunProofEndpoints,
    ...openStepEndpoints,
  },
  documents: { ...documentEndpoints, ...documentFolderEndpoints },
  favourites: favouriteEndpoints,
  trainings: { ...trainingEndpoints, ...trainingFileEndpoints },
  tests: { ...testEndpoints, ...questionEndpoints },
  questionBank: questionBankEndpoints,
  drafts: draftEndpoints,
  reviews: reviewEndpoints,
  changedQuotes: changedQuoteEndpoints,
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
  backups: backupEndpoints,
  settings: settingsEndpoints,
  firstSteps: firstStepsEndpoints,
  audit: auditEndpoints,
  auditorLinks: auditorLinkEndpoints,
  legalHolds: legalHoldEndpoints,
  webhooks: webhookEndpoints,
  mails: { ...mailEndpoints, ...mailServerEndpoints },
  search: searchEndpoints,
  system: systemEndpoints,
  // The last, also where tests call one after the other: nobody else is signed in afterwards.
  sessions: sessionEndpoints,
}

/** Every endpoint, flat. */
export const allEndpoints: Endpoint[] = Object.values(features).flatMap((group) =>
  Object.values<Endpoint>(group),
)

/** In which area of scopes a feature is; null: what is in it people do themselves, never a key. */
const AREAS: Record<keyof typeof features, ScopeArea | null> = {
  auth: null,
  secondFactor: null,
  singleSignOn: null,
  apiKeys: null,
  passkeys: null,
  accountLinks: null,
  invitations: null,
  joinLinks: null,
  users: 'people',
  adminUsers: 'people',
  profile: 'people',
  policies: 'policies',
  pictures: 'policies',
  requirements: 'obligations',
  obligations: 'obligations',
  teams: 'teams',
  undo: null,
  savedFilters: null,
  processes: 'processes',
  documents: 'documents',
  favourites: null,
  trainings: 'trainings',
  tests: 'tests',
  questionBank: 'tests',
  drafts: 'drafts',
  reviews: 'reviews',
  changedQuotes: 'reviews',
  evidencePacks: 'evidence',
  imports: 'drafts',
  attempts: 'tests',
  certificates: 'tests',
  library: 'library',
  chat: null,
  notifications: null,
  push: null,
  payments: 'billing',
  evidence: 'evidence',
  backups: 'settings',
  settings: 'settings',
  firstSteps: 'settings',
  audit: 'audit',
  auditorLinks: 'evidence',
  webhooks: null,
  legalHolds: 'legal_holds',
  mails: 'mail',
  search: 'search',
  system: 'settings',
  sessions: null,
}

function neededOf(area: ScopeArea | null, endpoint: Endpoint): Scope | 'anyone' | 'never' {
  const { method, path, access, changesNothing, fresh, byKey } = endpoint
  if (byKey) return byKey
  // What is one's own account one changes oneself.
  if (area === null || (path.startsWith('/users/me') && method !== 'GET')) return 'never'
  if (access === 'public') return 'anyone'
  // Making the key took a fresh sign-in: it may export what its scopes have, and nothing else of that kind.
  if (fresh === true && method !== 'GET') return 'never'
  return `${area}:${method === 'GET' || changesNothing ? 'read' : 'write'}` as Scope
}

/** What an API key needs for each endpoint: a scope, nothing (`anyone`), or it can't (`never`). */
export const neededByKey: ReadonlyMap<Endpoint, Scope | 'anyone' | 'never'> = new Map([
  ...Object.entries(features).flatMap(([feature, group]) =>
    Object.values<Endpoint>(group).map(
      (endpoint) =>
        [endpoint, neededOf(AREAS[feature as keyof typeof features], endpoint)] as const,
    ),
  ),
  ...Object.values<Endpoint>(scimEndpoints).map(
    (endpoint) => [endpoint, neededOf('scim', endpoint)] as const,
  ),
])

type Values<T> = T[keyof T]
type AnyEndpoint = Values<{ [F in keyof typeof features]: Values<(typeof features)[F]> }>

/** The whole API as one map: `Api['GET /policies/:id']`. */
export type Api = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
