import { backupExamples } from './examples/backups.ts'
import { accountLinksExamples } from './examples/account-links.ts'
import { adminUsersExamples } from './examples/admin-users.ts'
import { apiKeysExamples } from './examples/api-keys.ts'
import { auditorLinksExamples } from './examples/auditor-links.ts'
import { auditExamples } from './examples/audit.ts'
import { attemptsExamples } from './examples/attempts.ts'
import { authExamples } from './examples/auth.ts'
import { chatExamples } from './examples/chat.ts'
import { documentsExamples } from './examples/documents.ts'
import { draftsExamples } from './examples/drafts.ts'
import { evidenceExamples } from './examples/evidence.ts'
import { evidencePackExamples } from './examples/evidence-packs.ts'
import { importsExamples } from './examples/imports.ts'
import { invitationsExamples } from './examples/invitations.ts'
import { legalHoldsExamples } from './examples/legal-holds.ts'
import { libraryExamples } from './examples/library.ts'
import { joinLinksExamples } from './examples/join-links.ts'
import { mailsExamples } from './examples/mails.ts'
import { notificationsExamples } from './examples/notifications.ts'
import { obligationsExamples, teamsExamples } from './examples/obligations.ts'
import { paymentsExamples } from './examples/payments.ts'
import { passkeysExamples } from './examples/passkeys.ts'
import { picturesExamples } from './examples/pictures.ts'
import { policiesExamples } from './examples/policies.ts'
import { processesExamples } from './examples/processes.ts'
import { favouritesExamples } from './examples/favourites.ts'
import { pushExamples } from './examples/push.ts'
import { requirementsExamples } from './examples/requirements.ts'
import { changedQuotesExamples } from './examples/changed-quotes.ts'
import { questionBankExamples } from './examples/question-bank.ts'
import { reviewsExamples } from './examples/reviews.ts'
import { savedFiltersExamples } from './examples/saved-filters.ts'
import { searchExamples } from './examples/search.ts'
import { secondFactorExamples } from './examples/second-factor.ts'
import { sessionsExamples } from './examples/sessions.ts'
import { singleSignOnExamples } from './examples/single-sign-on.ts'
import { settingsExamples } from './examples/settings.ts'
import { systemExamples } from './examples/system.ts'
import { timeZoneExamples } from './examples/time-zone.ts'
import { testRequirementsExamples } from './examples/test-requirements.ts'
import { testsExamples } from './examples/tests.ts'
import { undoExamples } from './examples/undo.ts'
import { trainingsExamples } from './examples/trainings.ts'
import { usersExamples } from './examples/users.ts'
import { webhooksExamples } from './examples/webhooks.ts'
import type { Examples } from './examples/world.ts'

/**
 * One successful call of every endpoint. Tests walk this list: a new endpoint without an entry does
 * not compile.
 */
export const exampleCalls: Examples = {
  ...authExamples,
  ...secondFactorExamples,
  ...singleSignOnExamples,
  ...apiKeysExamples,
  ...passkeysExamples,
  ...accountLinksExamples,
  ...invitationsExamples,
  ...joinLinksExamples,
  ...mailsExamples,
  ...backupExamples,
  ...usersExamples,
  ...adminUsersExamples,
  ...policiesExamples,
  ...picturesExamples,
  ...requirementsExamples,
  ...obligationsExamples,
  ...teamsExamples,
  ...timeZoneExamples,
  ...testRequirementsExamples,
  ...processesExamples,
  ...searchExamples,
  ...documentsExamples,
  ...trainingsExamples,
  ...testsExamples,
  ...questionBankExamples,
  ...draftsExamples,
  ...reviewsExamples,
  ...undoExamples,
  ...savedFiltersExamples,
  ...changedQuotesExamples,
  ...evidencePackExamples,
  ...importsExamples,
  ...attemptsExamples,
  ...chatExamples,
  ...notificationsExamples,
  ...pushExamples,
  ...favouritesExamples,
  ...paymentsExamples,
  ...evidenceExamples,
  ...libraryExamples,
  ...settingsExamples,
  ...auditExamples,
  ...auditorLinksExamples,
  ...legalHoldsExamples,
  ...webhooksExamples,
  ...systemExamples,
  ...sessionsExamples,
}
