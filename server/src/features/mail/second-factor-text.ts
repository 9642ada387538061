import type { MailContext, MailText } from './mail-texts.ts'

/** What was done to somebody's second factor; `by`: which admin did it. */
export interface SecondFactorData {
  change: 'on' | 'replaced' | 'off' | 'codes_renewed' | 'recovery_used' | 'reset'
  by?: string
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
    what: 'Until you set one up again, the password alone is asked for.',
  },
}

export function writeSecondFactor(
  { brokerage, address }: MailContext,
  { change, by }: SecondFactorData,
): MailText {
  const { heading, what } = SAYINGS[change]
  const whose = `It is about your account at the Front Desk of ${brokerage}.`
  const who = change === 'reset' ? ` ${by ?? 'The operator of the server'} has done this.` : ''
  return {
    subject: `${heading} at ${brokerage}`,
    heading,
    paragraphs: [`${what}${who}`, whose],
    action: { label: 'Open the security page', url: `${address}/profile/security` },
    footnote: `If you know nothing of it, choose a new password at ${address}/forgot-password right away, and tell your administrator.`,
  }
}
