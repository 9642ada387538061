import type { Role } from '@frontdesk/contract/users'
import { type ApiKeyData, writeApiKey } from './api-key-text.ts'
import {
  type CheckpointMailData,
  type ReceiptData,
  writeCheckpointMail,
  writeReceipt,
} from '../evidence/evidence-texts.ts'
import {
  type EscalationData,
  type ObligationsData,
  writeEscalation,
  writeMoved,
  writeReminded,
  writeWaived,
} from './obligation-texts.ts'
import { type SecondFactorData, writeSecondFactor } from './second-factor-text.ts'
import { type WebhookDisabledData, writeWebhookDisabled } from '../webhooks/webhook-texts.ts'
import { type NewsData, type ReminderData, writeNews, writeReminder } from './reminder-text.ts'

/** What a mail says, before it is laid out. Nobody but the brokerage's own people puts words into it. */
export interface MailText {
  subject: string
  heading: string
  paragraphs: string[]
  /** Things to do, each a link. */
  items?: { title: string; note: string; url: string; urgent: boolean }[]
  action?: { label: string; url: string }
  /** Why it came and what to do if it is not meant for them. */
  footnote: string
}

/** What each kind of mail is filled with; no secrets, because it stands in the database. */
export interface MailData {
  invitation: { inviter: string; role: Role }
  /** `changed`: the account is older than its address. */
  verify_email: { changed?: boolean }
  /** Empty: whoever knows the address asked for it. */
  reset_password: { requested_by?: string }
  account_exists: Record<string, never>
  account_approved: Record<string, never>
  /** To the address that an account is to have. */
  change_email: Record<string, never>
  /** The same, where somebody else has it. */
  address_in_use: Record<string, never>
  /** To the address before. */
  email_change_requested: { next: string }
  email_changed: Record<string, never>
  /** `stays`: what else opens the account; `ended`: what no longer does; `within`: whoever did it was signed in, and is still. */
  password_changed: { stays?: string[]; ended?: string[]; within?: boolean }
  second_factor_changed: SecondFactorData
  /** Where somebody signed in for the first time. */
  new_browser: { browser: string; ip: string }
  /** By an admin, who is named. */
  sessions_ended: { by: string }
  api_key_changed: ApiKeyData
  /** `role`: it was handed to everyone who has it. */
  step_handed_over: {
    /** Left out of mails that were queued before it was noted. */
    notification_id?: string
    by: string
    step_id: string
    step: string
    run_id: string
    run: string
    role: Role | null
  }
  reminder: ReminderData
  /** What one was told and has not read. */
  notifications: NewsData
  obligations_reminded: ObligationsData
  obligations_moved: ObligationsData
  obligations_waived: ObligationsData
  escalation: EscalationData
  /** To who acknowledged something, whatever they chose to be told of. */
  receipt: ReceiptData
  /** To whom admins have named: a lawyer, the broker of record. */
  checkpoint: CheckpointMailData
  /** To all admins: the server itself has switched one off. */
  webhook_disabled: WebhookDisabledData
}
export type MailKind = keyof MailData

/** Which screen the link in a mail of this kind opens, and which kind of link it is. */
export const LINK_OF = {
  invitation: { purpose: 'invite', screen: 'accept-invite' },
  verify_email: { purpose: 'verify', screen: 'verify-email' },
  reset_password: { purpose: 'reset', screen: 'reset-password' },
  change_email: { purpose: 'change', screen: 'verify-email' },
} as const

export const hasLink = (kind: string): kind is keyof typeof LINK_OF => kind in LINK_OF

export interface MailContext {
  brokerage: string
  /** Such as `https://desk.example.com`. */
  address: string
  /** Where the button leads, for the kinds that have a link. */
  url: string
}

type Write<K extends MailKind> = (context: MailContext, data: MailData[K]) => MailText

const ROLE_WORDS: Record<Role, string> = {
  admin: 'an administrator',
  manager: 'a manager',
  agent: 'an agent',
}

const ROLE_PLURALS: Record<Role, string> = {
  admin: 'all administrators',
  manager: 'all managers',
  agent: 'all agents',
}

const TEXTS: { [K in MailKind]: Write<K> } = {
  invitation: ({ brokerage, url }, { inviter, role }) => ({
    subject: `Your invitation to ${brokerage}’s Front Desk`,
    heading: `Welcome to ${brokerage}`,
    paragraphs: [
      `${inviter} has invited you to the Front Desk of ${brokerage} as ${ROLE_WORDS[role]}. It is where policies and training are kept.`,
      'Choose your name and a password, and your account is ready.',
    ],
    action: { label: 'Accept the invitation', url },
    footnote:
      'The link works once, within 7 days, and for this address only. If you did not expect an invitation, you can leave this message unanswered.',
  }),
  verify_email: ({ brokerage, url }, { changed }) => ({
    subject: `Please confirm your email address for ${brokerage}`,
    heading: 'Is this your address?',
    paragraphs: [
      changed
        ? `This is now the address of an account at the Front Desk of ${brokerage}. Please confirm that it is yours.`
        : `An account was opened with this address at the Front Desk of ${brokerage}. Please confirm that it is yours.`,
    ],
    action: { label: 'Confirm my address', url },
    footnote:
      'The link works once, within 24 hours. If this is not your account, do not follow it: without it the address stays unconfirmed.',
  }),
  reset_password: ({ brokerage, url }, { requested_by: admin }) => ({
    subject: `Choose a new password for ${brokerage}`,
    heading: 'Choose a new password',
    paragraphs: [
      `${admin ?? 'Somebody, most likely you,'} asked for a new password for your account at the Front Desk of ${brokerage}.`,
    ],
    action: { label: 'Choose a new password', url },
    footnote:
      'The link works once, within an hour. If you did not ask for it, nothing has changed and there is nothing to do.',
  }),
  account_exists: ({ brokerage, address }) => ({
    subject: `You already have an account at ${brokerage}`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, most likely you, tried to open a new account with this address at the Front Desk of ${brokerage}. It has one already, so nothing was changed.`,
      'Sign in with the password you have, or choose a new one.',
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: `A forgotten password is replaced at ${address}/forgot-password. If it was not you, there is nothing to do: nobody was let in.`,
  }),
  account_approved: ({ brokerage, address }) => ({
    subject: `Your account at ${brokerage} is ready`,
    heading: 'Welcome',
    paragraphs: [
      `An administrator has approved your account at the Front Desk of ${brokerage}. You can sign in now.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'You get this message because an account was opened with this address.',
  }),
  change_email: ({ brokerage, url }) => ({
    subject: `Please confirm your new email address for ${brokerage}`,
    heading: 'Is this your address?',
    paragraphs: [
      `Somebody, most likely you, wants to sign in with this address at the Front Desk of ${brokerage} from now on. Please confirm that it is yours.`,
      'Until then, the address before stays.',
    ],
    action: { label: 'Confirm my address', url },
    footnote:
      'The link works once, within 24 hours. If this is not your account, do not follow it: nothing changes without it.',
  }),
  address_in_use: ({ brokerage, address }) => ({
    subject: `This address has an account at ${brokerage} already`,
    heading: 'This address is in use',
    paragraphs: [
      `Somebody, most likely you, wanted to give this address to another account at the Front Desk of ${brokerage}. It has an account of its own, so nothing was changed.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'If it was not you, there is nothing to do: nobody was let in.',
  }),
  email_change_requested: ({ brokerage, address }, { next }) => ({
    subject: `Your email address at ${brokerage} is to change`,
    heading: 'Your email address is to change',
    paragraphs: [
      `Your account at the Front Desk of ${brokerage} is to have the address ${next}. It changes once that one is confirmed; until then you sign in as before.`,
    ],
    action: { label: 'Open my profile', url: `${address}/profile/edit` },
    footnote: `If you know nothing of it, choose a new password at ${address}/forgot-password, which takes it back, and tell your administrator.`,
  }),
  email_changed: ({ brokerage, address }) => ({
    subject: `Your email address at ${brokerage} was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account at the Front Desk of ${brokerage} has another email address now. You sign in with the new one.`,
    ],
    footnote: `If you know nothing of it, tell your administrator right away. The Front Desk is at ${address}.`,
  }),
  password_changed: ({ brokerage, address }, { stays = [], ended = [], within }) => ({
    subject: `Your password at ${brokerage} was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at the Front Desk of ${brokerage} has just been changed, and every ${within ? 'other ' : ''}device was signed out.`,
      ...(ended.length > 0
        ? [
            `What was added before it was certain that this address is yours opens your account no longer: ${ended.join(', ')}. You can add yours again.`,
          ]
        : []),
      ...(stays.length > 0
        ? [
            `What else opens your account stays as it is: ${stays.join(', ')}. Please look whether you know all of it.`,
          ]
        : []),
    ],
    action:
      within || stays.length > 0
        ? { label: 'Open the security page', url: `${address}/profile/security` }
        : { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: `If it was not you, choose a new password at ${address}/forgot-password right away, and tell your administrator.`,
  }),
  second_factor_changed: writeSecondFactor,
  new_browser: ({ brokerage, address }, { browser, ip }) => ({
    subject: `A new sign-in at ${brokerage}: ${browser}`,
    heading: 'You signed in from another browser',
    paragraphs: [
      `Somebody, most likely you, has just signed in to your account at the Front Desk of ${brokerage} with ${browser}, from ${ip}. It is the first time there.`,
    ],
    action: { label: 'See where you are signed in', url: `${address}/profile/security` },
    footnote: `If it was not you, choose a new password at ${address}/forgot-password right away, which signs out every device, and tell your administrator.`,
  }),
  sessions_ended: ({ brokerage, address }, { by }) => ({
    subject: `You were signed out at ${brokerage}`,
    heading: 'You were signed out',
    paragraphs: [
      `${by} has ended where you were signed in at the Front Desk of ${brokerage}. Your account and your password are as they were: please sign in again.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'If you wonder why, please ask them.',
  }),
  api_key_changed: writeApiKey,
  step_handed_over: ({ address }, { by, step, run, run_id: runId, role }) => ({
    subject: `${by} has handed you a step: ${step}`,
    heading: 'A step awaits you',
    paragraphs: [
      `${by} has handed “${step}” to ${role ? ROLE_PLURALS[role] : 'you'}. It is a step of “${run}”.`,
    ],
    action: { label: 'Open the run', url: `${address}/processes/runs/${runId}` },
    footnote: role
      ? 'One of you ticks it, and it is done for all. If it is nothing for you, hand it on to somebody else.'
      : 'If it is nothing for you, hand it on to somebody else.',
  }),
  reminder: writeReminder,
  notifications: writeNews,
  obligations_reminded: writeReminded,
  obligations_moved: writeMoved,
  obligations_waived: writeWaived,
  escalation: writeEscalation,
  receipt: writeReceipt,
  checkpoint: writeCheckpointMail,
  webhook_disabled: writeWebhookDisabled,
}

/** The words of one mail. */
export function writeMail<K extends MailKind>(
  kind: K,
  context: MailContext,
  data: MailData[K],
): MailText {
  return TEXTS[kind](context, data)
}

/** Whether this program knows how to write mails of a kind. */
export const isMailKind = (kind: string): kind is MailKind => kind in TEXTS
