import type { AUDIT_KINDS } from '@frontdesk/contract/constants'
import { whyRefused } from './passkey-refusals.ts'

type Kind = (typeof AUDIT_KINDS)[number]
type Details = Record<string, unknown>

/**
 * Goes behind the name of who did it. `{item}` stands for the title of the item, any other word in
 * braces for that detail.
 */
type Sentence = string | ((details: Details) => string)

/**
 * Everything that the audit trail can say, for people, in one place. An action without its line here
 * does not compile; a line stays here for as long as there may be rows that it tells of.
 */
export const AUDIT_ACTIONS = {
  sign_in: ['sign_ins', ({ provider }) => (provider ? 'signed in with {provider}' : 'signed in')],
  sign_out: ['sign_ins', 'signed out'],
  'sign_in.code_asked': [
    'sign_ins',
    ({ provider }) =>
      provider
        ? 'came from {provider} and was asked for a code'
        : 'gave the right password and was asked for a code',
  ],
  'sign_in.by_provider': ['sign_ins', 'came back from {provider}'],
  'sign_in.not_connected': [
    'sign_ins',
    'came back from {provider}, with which the account is not connected',
  ],
  'provider.connected': ['sign_ins', 'connected their account with {provider}'],
  'provider.disconnected': ['sign_ins', 'disconnected their account from {provider}'],
  'provider.logged_out': ['sign_ins', 'was signed out by {provider}: {sessions} sessions ended'],
  'second_factor.enabled': ['sign_ins', 'set up a second factor'],
  'second_factor.disabled': ['sign_ins', 'switched their second factor off'],
  'second_factor.codes_renewed': ['sign_ins', 'made new recovery codes'],
  'second_factor.recovery_used': ['sign_ins', 'used a recovery code up'],
  'second_factor.browser_ended': ['sign_ins', 'no longer trusts one of their browsers'],
  'second_factor.reset': ['people', 'reset the second factor of {item}'],
  'api_key.created': ['sign_ins', 'made the API key {item}, for {scopes}'],
  'api_key.revoked': ['sign_ins', 'revoked the API key {item} of {owner}'],
  'passkey.added': ['sign_ins', 'made the passkey “{passkey}”'],
  'passkey.renamed': ['sign_ins', 'gave a passkey the name “{passkey}”'],
  'passkey.removed': ['sign_ins', 'removed the passkey “{passkey}”'],
  'session.ended': ['sign_ins', 'ended one of their own sessions'],
  'session.confirmed': [
    'sign_ins',
    ({ by, provider }) =>
      provider
        ? 'confirmed with {provider} that it is they'
        : `confirmed with their ${by === 'passkey' ? by : 'password'} that it is they`,
  ],
  'session.others_ended': ['sign_ins', 'signed out everywhere else'],
  'password.changed': ['sign_ins', 'changed their password'],
  'password_reset.requested': ['sign_ins', 'asked for a new password for {email}'],
  'email_verification.requested': ['sign_ins', 'asked for the mail that confirms {email}'],
  'email_change.requested': ['people', 'asked for the email address {email}'],
  'email_change.cancelled': ['people', 'no longer wants the email address {email}'],
  'email.verified': ['sign_ins', 'confirmed the email address {email}'],

  'sign_in.refused': ['refusals', wrongSignIn],
  'sign_in.code_refused': ['refusals', wrongCode],
  'sign_in.provider_refused': ['refusals', 'came back from {provider} and was refused: {reason}'],
  'sign_in.provider_away': [
    'refusals',
    ({ count }) => `could not be sent to {provider}, which was down or slow${times(count)}`,
  ],
  'provider.log_out_refused': [
    'refusals',
    'told of a log-out as {provider} and was refused: {reason}',
  ],
  'passkey.refused': [
    'refusals',
    ({ reason }) => `gave a passkey that was refused: ${whyRefused(reason)}`,
  ],
  'sign_up.refused': ['refusals', 'tried to sign up as {email}, which has an account already'],
  'password.refused': ['refusals', 'gave a wrong current password'],
  'access.refused': ['refusals', ({ count }) => `was refused {call}${times(count)}`],
  'csrf.refused': [
    'refusals',
    ({ count }) => `sent {call} from a page that could not prove to be ours${times(count)}`,
  ],
  'api_key.refused': [
    'refusals',
    ({ count }) => `called {call}${times(count)} with an API key that is not good`,
  ],
  'scim.refused': [
    'refusals',
    ({ count }) => `called {call}${times(count)} and was refused: {reason}`,
  ],
  'limit.reached': ['refusals', ({ count }) => `reached the limit of {call}${times(count)}`],

  'user.signed_up': ['people', 'opened an account with {email}'],
  'user.joined': ['people', 'opened an account with {email} by the join link “{link}”'],
  'user.joined_by_provider': ['people', 'opened an account with {email} by {provider}'],
  'user.created': ['people', 'created an account for {item} as {role}'],
  'user.deleted': [
    'people',
    ({ by_themselves: own }) =>
      own === false ? 'deleted the account of {item}' : 'deleted their own account',
  ],
  'user.changed': ['people', 'changed the account of {item}'],
  'user.left_directory': ['people', 'was told by a directory (SCIM) that {item} is gone'],
  'user.activated': ['people', 'activated the account of {item}'],
  'user.deactivated': ['people', 'deactivated the account of {item}'],
  'user.session_ended': ['people', 'ended a session of {item}'],
  'sessions.all_ended': ['people', 'signed everybody out, {sessions} sessions in all'],
  'user.sessions_ended': ['people', 'ended all sessions of {item}'],
  'user.time_zone_changed': ['people', 'changed their time zone'],
  'user.notifications_chosen': ['people', 'chose how to be told of things'],
  'user.password_reset': ['people', 'set a new password for {item}'],
  'user.profile_changed': ['people', 'changed the profile of {item}'],
  'user.picture_changed': ['people', 'changed their profile picture'],
  'picture.uploaded': ['policies', 'added a picture for a text'],
  'user.picture_removed': ['people', 'removed their profile picture'],
  'user.theme_changed': ['people', 'chose the theme “{theme}”'],
  'invitation.sent': ['people', 'invited {item} as {role}'],
  'invitation.resent': ['people', 'sent the invitation of {item} again'],
  'invitation.link_copied': ['people', 'copied the link of the invitation of {item}'],
  'invitation.revoked': ['people', 'withdrew the invitation of {item}'],
  'invitation.accepted': ['people', 'accepted the invitation for {email}'],
  'join_link.created': ['people', 'made the join link {item} for the role {role}'],
  'join_link.revoked': ['people', 'revoked the join link {item}'],

  'user.calendar_renewed': ['people', 'made a new address of their calendar'],
  'user.calendar_removed': ['people', 'ended their calendar'],
  'user.push_added': ['people', 'wants to be told in {browser}'],
  'user.push_removed': ['people', 'is no longer told in {browser}'],
  'team.created': ['people', 'added the team {item}'],
  'team.changed': ['people', 'changed the team {item}'],
  'team.deleted': ['people', 'deleted the team {item}'],
  'obligation.reminded': ['people', 'reminded {user_name} of {item}'],
  'obligation.moved': ['people', 'moved the due date of {item} for {user_name}'],
  'obligation.waived': ['people', 'waived {item} for {user_name}'],
  'obligation.waiver_ended': ['people', 'ended the waiver of {item} for {user_name}'],

  'policy.created': ['policies', 'added the policy {item}'],
  'policy.signing_changed': ['policies', 'changed what signing the policy {item} takes'],
  'policy.updated': ['policies', 'saved the policy {item}, now version {version}'],
  'policy.deleted': ['policies', 'deleted the policy {item}'],
  'policy.restored': ['policies', 'brought the policy {item} back'],
  'library.policy_taken': ['policies', 'took a draft of {item} from the starter library'],
  'policy.assigned': ['policies', ({ everyone }) => `required {item} of ${audience(everyone)}`],
  'policy.unassigned': ['policies', 'no longer requires {item} of some people'],
  'policy.due_date_changed': ['policies', 'changed a due date of {item}'],
  'policy.acknowledged': ['policies', 'acknowledged version {version} of {item}'],

  'evidence.checkpoint_made': [
    'policies',
    'made checkpoint {number}, which covers {size} acknowledgments',
  ],
  'evidence.stamp_failed': ['policies', 'got no time stamp for checkpoint {number}: {reason}'],
  'evidence.cosignature_failed': [
    'policies',
    'got no cosignature for checkpoint {number}: {reason}',
  ],
  'evidence.mail_to_changed': ['settings', 'has checkpoints mailed to {addresses}'],
  'evidence.key_rotated': ['settings', 'had a new key sign checkpoints'],
  'evidence.key_lost': [
    'settings',
    'had a new key sign checkpoints, because the one before could not be opened',
  ],

  'draft.created': ['policies', 'began the draft {item}'],
  'draft.saved': ['policies', 'saved the draft {item}'],
  'draft.discarded': ['policies', 'discarded the draft {item}'],
  'draft.dated': ['policies', 'set a date on which the draft {item} is published'],
  'draft.undated': ['policies', 'took the date of the draft {item} away'],
  'draft.commented': ['policies', 'commented on the draft {item}'],
  'draft.comment_removed': ['policies', 'took back a comment on the draft {item}'],
  'review.changed': ['policies', 'said who looks after {item} and when'],
  'quote.looked_at': ['policies', 'looked at a changed paragraph of {policy} that {item} quotes'],
  'review.finished': ['policies', 'reviewed {item} and found it right'],
  'import.created': ['policies', 'brought in the file {item}'],
  'import.removed': ['policies', 'took back the file {item} before it became drafts'],
  'import.kept': ['policies', ({ drafts }) => `made ${String(drafts)} drafts of the file {item}`],
  'draft.not_published': ['policies', 'could not have the draft {item} published: {reason}'],

  'process.created': ['processes', 'added the process {item}'],
  'process.updated': ['processes', 'saved the process {item}'],
  'process.deleted': ['processes', 'deleted the process {item}'],
  'process.restored': ['processes', 'brought the process {item} back'],
  'library.process_taken': ['processes', 'took a draft of {item} from the starter library'],
  'process_run.started': ['processes', 'started the run {item}'],
  'process_run.updated': ['processes', 'changed the run {item}'],
  'process_run.step_done': ['processes', 'ticked step {step}, “{title}”, of {item}'],
  'process_run.step_undone': [
    'processes',
    'took back the tick at step {step}, “{title}”, of {item}',
  ],
  'process_run.step_assigned': ['processes', 'handed step {step} of {item} over'],
  'process_run.commented': ['processes', 'commented on the run {item}'],
  'process_run.finished': ['processes', 'finished the run {item}'],
  'process_run.cancelled': ['processes', 'cancelled the run {item}'],
  'process_run.reopened': ['processes', 'reopened the run {item}'],

  'process_run.proof_added': ['processes', 'added a proof to {item}'],
  'process_run.proof_removed': ['processes', 'removed a proof from {item}'],

  'training.created': ['trainings', 'added the training {item}'],
  'training.updated': ['trainings', 'saved the training {item}'],
  'training.archived': ['trainings', 'archived the training {item}'],
  'training.restored': ['trainings', 'brought the training {item} back'],
  'library.training_taken': ['trainings', 'took a draft of {item} from the starter library'],
  'training.completed': ['trainings', 'completed the training {item}'],
  'training.section_created': ['trainings', 'added a section to {item}'],
  'training.section_updated': ['trainings', 'saved a section of {item}'],
  'training.section_deleted': ['trainings', 'deleted a section of {item}'],
  'training.section_seen': ['trainings', 'went through a section of {item}'],
  'training.sections_reordered': ['trainings', 'put the sections of {item} in another order'],
  'training.questions_reordered': ['trainings', 'put the questions of {item} in another order'],
  'training.file_uploaded': ['trainings', 'uploaded a file for {item}'],
  'test.created': ['trainings', 'added the test {item}'],
  'test.updated': ['trainings', 'saved the test {item}'],
  'test.archived': ['trainings', 'archived the test {item}'],
  'test.restored': ['trainings', 'brought the test {item} back'],
  'test.assigned': ['trainings', ({ everyone }) => `required {item} of ${audience(everyone)}`],
  'test.unassigned': ['trainings', 'no longer requires {item} of some people'],
  'test.due_date_changed': ['trainings', 'changed a due date of {item}'],
  'test.attempts_granted': ['trainings', 'granted further attempts at {item}'],
  'test.waived': ['trainings', 'waived {item} for somebody'],
  'test.waiver_ended': ['trainings', 'ended a waiver of {item}'],
  'question.created': ['trainings', 'added a question to {item}'],
  'question.updated': ['trainings', 'saved a question of {item}'],
  'question.deleted': ['trainings', 'deleted a question of {item}'],
  'bank_question.created': ['trainings', 'added questions to the bank, beginning with {item}'],
  'bank_question.updated': ['trainings', 'saved the question {item} of the bank'],
  'bank_question.deleted': ['trainings', 'deleted the question {item} from the bank'],
  'bank_question.restored': ['trainings', 'brought the question {item} back to the bank'],
  'question_topic.renamed': ['trainings', 'gave a topic of the question bank the name {item}'],
  'questions.read_from_file': ['trainings', 'read questions for {item} from a file'],
  'attempt.started': ['trainings', 'began an attempt at {item}'],
  'attempt.answered': ['trainings', 'answered a question of {item}'],
  'attempt.graded': ['trainings', 'handed in an attempt at {item}'],

  'document.created': ['documents', 'added the document {item}'],
  'document.updated': ['documents', 'changed the document {item}'],
  'document.deleted': ['documents', 'deleted the document {item}'],
  'document.restored': ['documents', 'brought the document {item} back'],
  'document.moved': ['documents', 'put the document {item} into another folder'],
  'document.pinned': ['documents', 'pinned the document {item}'],
  'document.unpinned': ['documents', 'unpinned the document {item}'],
  'document_folder.created': ['documents', 'added the folder {item}'],
  'document_folder.renamed': ['documents', 'renamed a folder to {item}'],
  'document_folder.deleted': ['documents', 'deleted the folder {item}'],

  'chat.created': ['chats', 'opened {item}'],
  'chat.renamed': ['chats', 'renamed a conversation to {item}'],
  'chat.members_added': ['chats', 'added {names} to {item}'],
  'chat.members_removed': ['chats', 'took somebody out of {item}'],
  'chat.left': ['chats', 'left {item}'],
  'chat.deleted': ['chats', 'deleted {item} for all, with {messages} messages'],
  'chat.message_removed': ['chats', 'removed message {number} of somebody else'],
  'chat.retention': ['chats', 'removed {removed} messages older than {years} years'],

  'mail.server_changed': ['mail', 'set {host} as the mail server'],
  'mail.server_removed': ['mail', 'took the mail server away'],
  'mail.server_tested': ['mail', 'had a test mail sent to {to} by {host}'],
  'mail.resent': ['mail', 'queued the mail “{item}” to {to} again'],

  'provider.added': ['settings', 'added the sign-in with {item}'],
  'provider.changed': ['settings', 'changed the sign-in with {item}: {fields}'],
  'provider.removed': ['settings', 'removed the sign-in with {item}'],
  'provider.disabled': ['settings', 'switched the sign-in with {item} off on the server'],
  'saved_filter.created': ['settings', 'kept the filter {item}'],
  'saved_filter.changed': ['settings', 'changed the filter {item}'],
  'saved_filter.deleted': ['settings', 'deleted the filter {item}'],
  'saved_filter.default_changed': [
    'settings',
    ({ is_default: isDefault }) =>
      isDefault
        ? 'opens a list with the filter {item}'
        : 'opens no list with the filter {item} any more',
  ],
  'settings.changed': ['settings', 'changed the settings: {fields}'],
  'settings.logo_changed': ['settings', 'put up a new logo'],
  'settings.first_steps': ['settings', 'said of the first steps: {said}'],
  'webhook.created': ['settings', 'added the webhook {item} to {url}'],
  'webhook.changed': [
    'settings',
    ({ enabled }) => `changed the webhook {item}, which is ${enabled === true ? 'on' : 'off'}`,
  ],
  'webhook.deleted': ['settings', 'removed the webhook {item} to {url}'],
  'webhook.secret_rolled': ['settings', 'made a new secret for the webhook {item}'],
  'webhook.pinged': ['settings', 'sent a ping to the webhook {item}'],
  'webhook.resent': ['settings', 'had a delivery of the webhook {item} sent again'],
  'webhook.failed_resent': [
    'settings',
    'had {queued} failed deliveries of the webhook {item} sent again',
  ],
  'webhook.failing': ['settings', 'could not deliver to the webhook {item}: {problem}'],
  'webhook.disabled': [
    'settings',
    ({ reason }) =>
      reason === 'gone'
        ? 'switched the webhook {item} off, because its receiver wants no more'
        : 'switched the webhook {item} off, because it had failed for a week',
  ],
  'search.refreshed': ['settings', 'had the search read everything anew'],
  'settings.logo_removed': ['settings', 'took the logo down'],

  'billing.checkout_started': ['billing', 'went to subscribe for {seats} seats'],
  'billing.portal_opened': ['billing', 'opened the billing portal'],
  'billing.cancelled': ['billing', 'cancelled the subscription at the end of its period'],
  'billing.reactivated': ['billing', 'took the cancellation of the subscription back'],
  'billing.status_changed': ['billing', 'says that the subscription is {to} (it was {from})'],
  'billing.seats_changed': ['billing', 'has changed the seats from {from} to {to}'],
  'billing.compared': ['billing', 'was found to differ from what was known: {differences}'],

  'acknowledgments.exported': ['exports', 'exported the acknowledgments as CSV'],
  'outstanding.exported': ['exports', 'exported the outstanding acknowledgments as CSV'],
  'team.exported': ['exports', 'exported the people as CSV'],
  'open_steps.exported': ['exports', 'exported the open steps of processes as CSV'],
  'certificates.exported': ['exports', 'exported the certificates that end as CSV'],
  'obligations.repaired': ['people', 'mended obligations on the command line'],
  'obligations.exported': ['exports', 'exported the register of obligations'],
  'matrix.exported': ['exports', 'exported the compliance matrix'],
  'legal_hold.set': ['people', 'set a legal hold on {item}: {reason}'],
  'legal_hold.lifted': ['people', 'lifted the legal hold on {item}: {reason}'],
  'auditor_link.created': ['exports', 'made an auditor’s link for {item}'],
  'auditor_link.revoked': ['exports', 'revoked the auditor’s link for {item}'],
  'auditor_link.viewed': ['exports', 'looked at {page} by the auditor’s link for {item}'],
  'attempts.exported': ['exports', 'exported the test attempts as CSV'],
  'questions.exported': ['exports', 'exported the questions of {item}'],
  'question_bank.exported': ['exports', 'exported questions of the bank'],
  'audit.exported': ['exports', 'exported the audit trail as CSV'],
  'evidence_pack.requested': ['exports', 'asked for a pack of evidence'],
  'evidence_pack.downloaded': ['exports', 'downloaded a pack of evidence, {item}'],
  'evidence_pack.cancelled': ['exports', 'ended making a pack of evidence'],
  'evidence_pack.removed': ['exports', 'removed a pack of evidence, {item}'],
  'chat.exported': ['exports', 'exported {item}, {messages} messages'],
  'backup.made': ['exports', 'made a backup of everything, {file}'],
  'backup.asked': ['exports', 'had a backup made'],
  'backup.rehearsal_asked': ['settings', 'had the restore of a backup rehearsed'],
  'backup.settings_changed': [
    'settings',
    ({ enabled }) =>
      enabled ? 'has everything backed up at {at}, to {place}' : 'switched the daily backup off',
  ],
  'job.retried': ['settings', 'had a job that had failed tried again: {what}'],
  'backup.restored': ['exports', 'restored the backup made at {backup_made_at}'],
} as const satisfies Record<string, readonly [Kind, Sentence]>

export type AuditAction = keyof typeof AUDIT_ACTIONS

function wrongSignIn({ status }: Details): string {
  if (status === 'pending') return 'tried to sign in before the account was approved'
  return status === 'inactive'
    ? 'tried to sign in with a deactivated account'
    : 'tried to sign in as {email} with a wrong password'
}

function wrongCode({ reason }: Details): string {
  if (reason === 'code_used') return 'gave a code that had been used'
  return reason === 'clock_off' ? 'gave a code of a clock that is off' : 'gave a wrong code'
}

const audience = (everyone: unknown) => (everyone === true ? 'everyone' : 'some people')

const times = (count: unknown) => (typeof count === 'number' && count > 1 ? ', {count} times' : '')

const isKnown = (action: string): action is AuditAction => Object.hasOwn(AUDIT_ACTIONS, action)

/** Null for a row of a program that knew more, or other, actions. */
export function auditKindOf(action: string): Kind | null {
  return isKnown(action) ? AUDIT_ACTIONS[action][0] : null
}

/** Which actions are of a kind. */
export function auditActionsOf(kind: Kind): string[] {
  return Object.entries(AUDIT_ACTIONS)
    .filter(([, [its]]) => its === kind)
    .map(([action]) => action)
}

/** What was done, with its details filled in; `{item}` is left to whoever shows it. */
export function auditSentence(action: string, details: Details): string {
  if (!isKnown(action)) return action
  const sentence: Sentence = AUDIT_ACTIONS[action][1]
  const text = typeof sentence === 'string' ? sentence : sentence(details)
  const whole = typeof details.by_key === 'string' ? `${text}, by the API key “{by_key}”` : text
  return whole.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    name === 'item' ? placeholder : wordFor(details[name]),
  )
}

function wordFor(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown'
}
