/** What each kind of job is to do, for people; a test holds it against the kinds that there are. */
export const JOB_WORDS: Record<string, string> = {
  make_backup: 'Make a backup',
  rehearse: 'Rehearse a restore',
  back_up_if_due: 'See whether a backup is due',
  send_mail: 'Send a mail',
  send_push: 'Notify a device',
  mail_account_link: 'Mail a link to an account',
  mail_after_sign_up: 'Mail somebody who has signed up',
  forget_old_mail: 'Forget old mails, links and deliveries',
  stamp_checkpoint: 'Have a checkpoint stamped by the time authority',
  cosign_checkpoint: 'Have a checkpoint cosigned by the witness',
  make_daily_checkpoint: 'Sign the checkpoint of the day',
  queue_receipts: 'Prepare receipts',
  make_evidence_pack: 'Make a pack of evidence',
  read_document: 'Read the text of a document',
  read_import: 'Read a file that is brought in',
  publish_drafts: 'Publish drafts that are due',
  sync_billing: 'Ask Stripe for the subscription',
  follow_seats: 'Tell Stripe of the seats',
  compare_billing: 'Compare the subscription with Stripe',
  deliver_webhooks: 'Deliver webhooks',
  recover_jobs: 'Take up what a stopped server left behind',
  share_questions: 'Keep the questions of past attempts once',
  keep_to_retention: 'Delete conversations that are over their time',
  note_overdue: 'Note what is overdue',
  settle_obligations: 'Work out who must do what',
  tell_people: 'Tell people what is new',
  send_reminders: 'Send reminders',
}

/** `Send a mail`; the name itself where it is of a version that this one does not know. */
export const wordsOfJob = (name: string) => JOB_WORDS[name] ?? name
