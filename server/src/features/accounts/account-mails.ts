import type { Role } from '@frontdesk/contract/users'
import { defineMail, type MailLink } from '../mail/mail-kind.ts'
import { findLiveLink, insertLinkToken } from './links.queries.ts'

/** Where links lead that open something once. */
export const LINK_SCREENS = {
  invitation: 'accept-invite',
  email: 'verify-email',
  password: 'reset-password',
} as const

type NoData = Record<string, never>

const ROLE_WORDS: Record<Role, string> = {
  admin: 'an administrator',
  manager: 'a manager',
  agent: 'an agent',
}

/** Good once, for the address that it was made for. */
const linkTo = (screen: string): MailLink => ({
  screen,
  find: async (db, { link_id: id, to_email: to }) => {
    const link = id ? await findLiveLink(db, id) : undefined
    return link?.email === to ? link.id : undefined
  },
  addToken: insertLinkToken,
})

export const invitationMail = defineMail<{ inviter: string; role: Role }>('invitation', {
  link: linkTo(LINK_SCREENS.invitation),
  write: ({ brokerage, url }, { inviter, role }) => ({
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
})

/** `changed`: the account is older than its address. */
export const verifyEmailMail = defineMail<{ changed?: boolean }>('verify_email', {
  link: linkTo(LINK_SCREENS.email),
  write: ({ brokerage, url }, { changed }) => ({
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
})

/** Empty: whoever knows the address asked for it. */
export const resetPasswordMail = defineMail<{ requested_by?: string }>('reset_password', {
  link: linkTo(LINK_SCREENS.password),
  write: ({ brokerage, url }, { requested_by: admin }) => ({
    subject: `Choose a new password for ${brokerage}`,
    heading: 'Choose a new password',
    paragraphs: [
      `${admin ?? 'Somebody, most likely you,'} asked for a new password for your account at the Front Desk of ${brokerage}.`,
    ],
    action: { label: 'Choose a new password', url },
    footnote:
      'The link works once, within an hour. If you did not ask for it, nothing has changed and there is nothing to do.',
  }),
})

export const accountExistsMail = defineMail<NoData>('account_exists', {
  write: ({ brokerage, address }) => ({
    subject: `You already have an account at ${brokerage}`,
    heading: 'You already have an account',
    paragraphs: [
      `Somebody, most likely you, tried to open a new account with this address at the Front Desk of ${brokerage}. It has one already, so nothing was changed.`,
      'Sign in with the password you have, or choose a new one.',
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: `A forgotten password is replaced at ${address}/forgot-password. If it was not you, there is nothing to do: nobody was let in.`,
  }),
})

export const accountApprovedMail = defineMail<NoData>('account_approved', {
  write: ({ brokerage, address }) => ({
    subject: `Your account at ${brokerage} is ready`,
    heading: 'Welcome',
    paragraphs: [
      `An administrator has approved your account at the Front Desk of ${brokerage}. You can sign in now.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'You get this message because an account was opened with this address.',
  }),
})

/** To the address that an account is to have. */
export const changeEmailMail = defineMail<NoData>('change_email', {
  link: linkTo(LINK_SCREENS.email),
  write: ({ brokerage, url }) => ({
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
})

/** The same, where somebody else has it. */
export const addressInUseMail = defineMail<NoData>('address_in_use', {
  write: ({ brokerage, address }) => ({
    subject: `This address has an account at ${brokerage} already`,
    heading: 'This address is in use',
    paragraphs: [
      `Somebody, most likely you, wanted to give this address to another account at the Front Desk of ${brokerage}. It has an account of its own, so nothing was changed.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'If it was not you, there is nothing to do: nobody was let in.',
  }),
})

/** To the address before. */
export const emailChangeRequestedMail = defineMail<{ next: string }>('email_change_requested', {
  write: ({ brokerage, address }, { next }) => ({
    subject: `Your email address at ${brokerage} is to change`,
    heading: 'Your email address is to change',
    paragraphs: [
      `Your account at the Front Desk of ${brokerage} is to have the address ${next}. It changes once that one is confirmed; until then you sign in as before.`,
    ],
    action: { label: 'Open my profile', url: `${address}/profile/edit` },
    footnote: `If you know nothing of it, choose a new password at ${address}/forgot-password, which takes it back, and tell your administrator.`,
  }),
})

export const emailChangedMail = defineMail<NoData>('email_changed', {
  write: ({ brokerage, address }) => ({
    subject: `Your email address at ${brokerage} was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account at the Front Desk of ${brokerage} has another email address now. You sign in with the new one.`,
    ],
    footnote: `If you know nothing of it, tell your administrator right away. The Front Desk is at ${address}.`,
  }),
})

/** `stays`: what else opens the account; `ended`: what no longer does; `within`: whoever did it was signed in, and is still. */
export const passwordChangedMail = defineMail<{
  stays?: string[]
  ended?: string[]
  within?: boolean
}>('password_changed', {
  write: ({ brokerage, address }, { stays = [], ended = [], within }) => ({
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
})

/** Where somebody signed in for the first time. */
export const newBrowserMail = defineMail<{ browser: string; ip: string }>('new_browser', {
  write: ({ brokerage, address }, { browser, ip }) => ({
    subject: `A new sign-in at ${brokerage}: ${browser}`,
    heading: 'You signed in from another browser',
    paragraphs: [
      `Somebody, most likely you, has just signed in to your account at the Front Desk of ${brokerage} with ${browser}, from ${ip}. It is the first time there.`,
    ],
    action: { label: 'See where you are signed in', url: `${address}/profile/security` },
    footnote: `If it was not you, choose a new password at ${address}/forgot-password right away, which signs out every device, and tell your administrator.`,
  }),
})

/** By an admin, who is named. */
export const sessionsEndedMail = defineMail<{ by: string }>('sessions_ended', {
  write: ({ brokerage, address }, { by }) => ({
    subject: `You were signed out at ${brokerage}`,
    heading: 'You were signed out',
    paragraphs: [
      `${by} has ended where you were signed in at the Front Desk of ${brokerage}. Your account and your password are as they were: please sign in again.`,
    ],
    action: { label: 'Go to the sign-in', url: `${address}/login` },
    footnote: 'If you wonder why, please ask them.',
  }),
})
