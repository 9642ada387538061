import type { FastifyBaseLogger } from 'fastify'
import {
  type AccountLinkRequest,
  mailRequestedAccountLink,
} from './features/accounts/account-mail.actions.ts'
import { mailAfterSignUp } from './features/auth/after-signup.actions.ts'
import { backUpIfDue } from './features/backups/back-up-if-due.actions.ts'
import { runBackup, runRehearsal } from './features/backups/run-backup.actions.ts'
import { shareOldQuestions } from './features/assessments/share-questions.actions.ts'
import { deleteExpiredLinks } from './features/accounts/links.queries.ts'
import { tellOfEndings } from './features/certificates/ending-certificates.queries.ts'
import { keepToRetention } from './features/chat/retention.actions.ts'
import { openDocuments } from './features/documents/document-files.ts'
import {
  readDocument,
  requeueForgottenReadings,
} from './features/documents/read-document.actions.ts'
import { publishDue } from './features/drafts/publish-due.actions.ts'
import { makeDailyCheckpoint } from './features/evidence/checkpoints.actions.ts'
import {
  type CopyJob,
  requeueForgottenCopies,
  stampCheckpoint,
} from './features/evidence/copies-outside.actions.ts'
import { cosignCheckpoint } from './features/evidence/cosign-checkpoint.actions.ts'
import { queueReceipts } from './features/evidence/queue-receipts.actions.ts'
import { openTextPictures } from './features/pictures/pictures.actions.ts'
import { makePack } from './features/evidence/make-pack.actions.ts'
import { requeueForgottenPacks } from './features/evidence/packs.actions.ts'
import { readImport } from './features/handbook/read-import.actions.ts'
import { deleteOldMails } from './features/mail/mails.queries.ts'
import { requeueForgottenMails, sendMail } from './features/mail/send-mail.actions.ts'
import { tellPeople } from './features/reminders/tell-people.actions.ts'
import { settleBacklog } from './features/obligations/settle-backlog.actions.ts'
import {
  compareBilling,
  followSeats,
  requeueForgottenEvents,
  syncBilling,
} from './features/payments/billing.jobs.ts'
import { type PushJob, sendPush } from './features/push/send-push.actions.ts'
import { deleteOldDigests } from './features/reminders/reminders.queries.ts'
import { escalate, sendReminders } from './features/reminders/send-reminders.actions.ts'
import { remindOfReviews } from './features/reviews/reviews.actions.ts'
import { deliverWebhooks } from './features/webhooks/deliver-webhooks.actions.ts'
import { forgetOldDeliveries, noteOverdue } from './features/webhooks/deliveries.queries.ts'
import type { ConnectionSource } from './db/connect.ts'
import { inTransaction } from './db/transaction.ts'
import { openFiles } from './platform/files.ts'
import { forgetFailedJobs, type Job, type Jobs, releaseAbandonedJobs } from './platform/jobs.ts'
import type { Services } from './services.ts'

/** Every kind of job, by the name under which it is added. */
export function createJobs(
  services: Services,
  log: FastifyBaseLogger,
  direct: ConnectionSource,
): Jobs {
  const send: Job<{ mail_id: string }> = ({ mail_id: id }, signal) =>
    sendMail(services, log, id, signal)
  const accountLink: Job<AccountLinkRequest> = (request) =>
    mailRequestedAccountLink(services.db, request)
  const afterSignUp: Job<{ email: string; created: boolean }> = (signUp) =>
    mailAfterSignUp(services.db, signUp)
  const stores = openDocuments(services.config)
  const read: Job<{ document_id: string }> = ({ document_id: id }, signal) =>
    readDocument(services.db, stores, { id, signal })
  const importStores = {
    files: openFiles(services.config, 'imports'),
    pictures: openTextPictures(services.config),
  }
  const readIn: Job<{ import_id: string }> = ({ import_id: id }, signal) =>
    readImport(services.db, importStores, { id, signal })
  const packs = openFiles(services.config, 'evidence-packs')
  const pack: Job<{ pack_id: string }> = ({ pack_id: id }, signal) =>
    makePack(services, packs, { id, signal })
  const push: Job<PushJob> = (job, signal) => sendPush(services, log, job, signal)
  return {
    ...backupJobs(services, direct),
    send_mail: send,
    send_push: push,
    ...copyJobs(services, log),
    read_document: read,
    read_import: readIn,
    make_evidence_pack: pack,
    mail_account_link: accountLink,
    mail_after_sign_up: afterSignUp,
    ...billingJobs(services, log),
    recover_jobs: async () => {
      await releaseAbandonedJobs(services.db)
      await requeueForgottenMails(services.db)
      await requeueForgottenReadings(services.db)
      await requeueForgottenEvents(services)
      await requeueForgottenPacks(services.db)
      await requeueForgottenCopies(services.db, services.config)
    },
    forget_old_mail: async () => {
      await deleteOldMails(services.db)
      await deleteExpiredLinks(services.db)
      await inTransaction(services.db, forgetOldDeliveries)
      await forgetFailedJobs(services.db)
    },
    ...nightlyJobs(services),
    note_overdue: async () => {
      await inTransaction(services.db, noteOverdue)
    },
    deliver_webhooks: async (_payload, signal) => {
      await deliverWebhooks(services, log, signal)
    },
    settle_obligations: async (_payload, signal) => {
      await settleBacklog(services.db, signal)
    },
    tell_people: async (_payload, signal) => {
      await tellPeople(services.db, { now: new Date(), signal })
    },
    queue_receipts: async () => {
      await queueReceipts(services.db)
    },
    make_daily_checkpoint: async () => {
      await makeDailyCheckpoint(services, new Date())
    },
    publish_drafts: async (_payload, signal) => {
      await publishDue(services.db, { now: new Date(), signal })
    },
    send_reminders: async (_payload, signal) => {
      await tellOfEndings(services.db)
      await sendReminders(services.db, { now: new Date(), signal })
      await remindOfReviews(services.db, { now: new Date() })
      await escalate(services.db, { now: new Date(), signal })
      await deleteOldDigests(services.db)
    },
  }
}

const nightlyJobs = (services: Services): Jobs => ({
  keep_to_retention: async (_payload, signal) => {
    await keepToRetention(services.db, signal)
  },
  share_questions: async (_payload, signal) => {
    await shareOldQuestions(services.db, signal)
  },
})

const billingJobs = (services: Services, log: FastifyBaseLogger): Jobs => ({
  sync_billing: async () => syncBilling(services, log),
  follow_seats: async () => followSeats(services, log),
  compare_billing: async () => compareBilling(services, log),
})

function copyJobs(services: Services, log: FastifyBaseLogger): Jobs {
  const stamp: Job<CopyJob> = (job, signal) => stampCheckpoint(services, log, job, signal)
  const cosign: Job<CopyJob> = (job, signal) => cosignCheckpoint(services, log, job, signal)
  return { stamp_checkpoint: stamp, cosign_checkpoint: cosign }
}

function backupJobs(services: Services, direct: ConnectionSource): Jobs {
  const needs = { ...services, direct }
  const make: Job<{ backup_id: string }> = ({ backup_id: id }, signal) =>
    runBackup(needs, id, signal)
  const rehearse: Job<{ rehearsal_id: string }> = ({ rehearsal_id: id }, signal) =>
    runRehearsal(needs, id, signal)
  return {
    make_backup: make,
    rehearse,
    back_up_if_due: async () => {
      await backUpIfDue(services.db, services.config, new Date())
    },
  }
}

/**
 * What runs by the clock, on one node each time: minute, hour, day, month, weekday, job. `fill` makes up for a
 * moment at which no server ran: many are off at night.
 */
export const CLOCK = `
* * * * * recover_jobs ?max=1
17 * * * * forget_old_mail ?max=1
* * * * * settle_obligations ?max=1
*/15 * * * * send_reminders ?max=1
* * * * * tell_people ?max=1
* * * * * publish_drafts ?max=1
* * * * * queue_receipts ?max=1
* * * * * back_up_if_due ?max=1
* * * * * note_overdue ?max=1
* * * * * deliver_webhooks ?max=1&queue=webhooks
*/10 * * * * make_daily_checkpoint ?max=1
43 3 * * * keep_to_retention ?max=1&fill=1d
53 3 * * * share_questions ?max=1&fill=1d
23 7 * * * compare_billing ?max=1
`
