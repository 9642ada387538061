import { defineMail, type MailContext, type MailText } from '../mail/mail-kind.ts'

/** What was done to somebody's second factor; `by`: which admin did it. */
export interface SecondFactorData {
  change:
    | 'on'
    | 'replaced'
    | 'off'
    | 'codes_renewed'
    | 'recovery_used'
    | 'reset'
    | 'passkey_added'
    | 'passkey_removed'
    | 'passkey_copied'
    | 'provider_connected'
    | 'provider_disconnected'
  by?: string
  /** Its name, where it is about one. */
  passkey?: string
  /** As people know it, where it is about being connected with one. */
  provider?: string
}

const SAYINGS: Record<SecondFactorData['change'], { heading: string; what: string }> = {
  on: {
    heading: 'A second factor was set up',
    what: 'From now on a code is asked for beside the password.',
  },
  replaced: {
    heading: 'A second factor was set up again',
    what: 'Codes of the app that you used before open nothing any more, nor do the recovery codes of then.',
  },
  off: {
    heading: 'Your second factor was switched off',
    what: 'From now on the password alone is asked for.',
  },
  codes_renewed: {
    heading: 'There are new recovery codes',
    what: 'The recovery codes of before open nothing any more.',
  },
  recovery_used: {
    heading: 'A recovery code was used',
    what: 'Somebody, most likely you, has signed in with one of your recovery codes. It is used up.',
  },
  reset: {
    heading: 'Your second factor was reset',
    what: 'Until you set one up again, the password alone is asked for. Your passkeys are removed too.',
  },
  passkey_added: {
    heading: 'A passkey was added',
    what: 'It lets you in without a password.',
  },
  passkey_removed: {
    heading: 'A passkey was removed',
    what: 'It opens nothing any more.',
  },
  passkey_copied: {
    heading: 'A passkey may have been copied',
    what: 'It was refused just now, because it counted backwards as a copy of it would. Please remove it, and make a new one.',
  },
  provider_connected: {
    heading: 'Another way to sign in was connected',
    what: 'It lets you in without a password.',
  },
  provider_disconnected: {
    heading: 'A way to sign in was disconnected',
    what: 'It opens nothing any more.',
  },
}

export const secondFactorMail = defineMail<SecondFactorData>('second_factor_changed', { write })

/** What a new password leaves as it is. */
const TAKEN_BACK: Partial<Record<SecondFactorData['change'], string>> = {
  passkey_added: 'remove the passkey',
  provider_connected: 'disconnect it',
}

function write(
  { brokerage, address }: MailContext,
  { change, by, passkey, provider }: SecondFactorData,
): MailText {
  const { heading, what } = SAYINGS[change]
  const whose = `It is about your account at the Front Desk of ${brokerage}.`
  const who = change === 'reset' ? ` ${by ?? 'The operator of the server'} has done this.` : ''
  const remove = TAKEN_BACK[change] ? `${TAKEN_BACK[change]} under Profile, Security, ` : ''
  return {
    subject: `${heading} at ${brokerage}`,
    heading,
    paragraphs: [
      `${what}${who}`,
      ...(passkey ? [`The passkey is called “${passkey}”.`] : []),
      ...(provider ? [`It is the one with ${provider}.`] : []),
      whose,
    ],
    action: { label: 'Open the security page', url: `${address}/profile/security` },
    footnote: `If you know nothing of it, choose a new password at ${address}/forgot-password right away, ${remove}and tell your administrator.`,
  }
}
