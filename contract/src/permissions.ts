import type { Role } from './users.ts'

/** Whoever asks; null is somebody who is not signed in. The server enforces what the web hides. */
export type Actor = { id: string; role: Role } | null

/** May open the admin area. */
export const canOpenAdmin = (actor: Actor) => actor?.role === 'admin'

/** May write, assign and delete policies. */
export const canEditPolicies = (actor: Actor) => actor?.role === 'admin'

/** May write and delete processes, and read those that are not active. */
export const canEditProcesses = (actor: Actor) => actor?.role === 'admin'

/** May rename, date, end and reopen a run; working on it is everyone's. */
export const canSteerRun = (actor: Actor, run: { started_by: string }) =>
  actor !== null && (actor.role === 'admin' || actor.id === run.started_by)

/** May share filters of lists with other admins, and see theirs. */
export const canShareFilters = (actor: Actor) => actor?.role === 'admin'

/** May see people who are not active, or not yet. */
export const canSeeInactivePeople = (actor: Actor) => actor?.role === 'admin'

/** May invite people, and see and withdraw invitations. */
export const canInvite = (actor: Actor) => actor?.role === 'admin'

/** May add, change and delete documents; reading is everyone's. */
export const canEditDocuments = (actor: Actor) => actor?.role === 'admin'

/** May take a proof back: who added it, and who steers the run. */
export const canRemoveProof = (
  actor: Actor,
  proof: { added_by: string },
  run: { started_by: string },
) => actor !== null && (actor.id === proof.added_by || canSteerRun(actor, run))

/** May write, assign and archive trainings and tests, and see what is right. */
export const canEditTrainings = (actor: Actor) => actor?.role === 'admin'

/** May write drafts of either, comment on them and publish them. */
export const canEditDrafts = (actor: Actor) => canEditPolicies(actor) && canEditTrainings(actor)

/** May take others out of a group, and delete a conversation for all. */
export const canSteerChat = (actor: Actor, chat: { created_by: string | null }) =>
  actor !== null && (actor.role === 'admin' || actor.id === chat.created_by)

/** May call on everybody in a conversation with `@everyone`. */
export const canMentionEveryone = (actor: Actor) =>
  actor?.role === 'admin' || actor?.role === 'manager'

/** May ask everybody to say that they have read a message, and see who has. */
export const canAnnounce = (actor: Actor) => actor?.role === 'admin'

/** May take a message back: its author, and admins who are in the conversation. */
export const canDeleteMessage = (actor: Actor, message: { user_id: string }) =>
  actor !== null && (actor.role === 'admin' || actor.id === message.user_id)
