import { Notice } from '#web/ui/error-panel.tsx'

/** Why a way by a provider ended in vain. */
export function ProviderProblem({ problem }: { problem: string }) {
  return (
    <div className="mb-5" role="alert">
      <Notice tone="warning">{sentenceOf(problem)}</Notice>
    </div>
  )
}

/** Not the person's fault, and nothing that they could do differently. */
const NOT_TRUSTED =
  'The provider’s answer could not be trusted, so you are not signed in. Please try again; if it happens again, tell an administrator.'

const SENTENCES: Record<string, string> = {
  wrong_state: 'This sign-in was not begun here. Please begin again.',
  used_state: 'This sign-in was used already. Please begin again.',
  other_browser: 'This sign-in was begun in another browser, or too long ago. Please begin again.',
  expired: 'This took too long. Please begin again.',
  code_refused: 'The provider no longer knows this sign-in. Please begin again.',
  error_answer: 'The provider did not sign you in, or it was cancelled there.',
  client_refused:
    'The provider does not know this Front Desk any more. Please tell an administrator, and sign in another way.',
  provider_unavailable:
    'The provider can’t be reached right now. Please try again in a moment, or sign in another way.',
  unknown_provider: 'This way to sign in is switched off. Please sign in another way.',
  too_many: 'Too many sign-ins came from here. Please wait a few minutes and try again.',
  unverified_address:
    'The provider does not say that your email address is verified, so no account can be found by it. Sign in another way, and connect it under Profile, Security.',
  no_account: 'Nobody has an account with this email address. Please ask an administrator.',
  other_subject:
    'The account with this email address is connected with another person at the provider. Sign in another way, and disconnect that under Profile, Security.',
  subject_of_other: 'This person at the provider is connected with another account here.',
  domain_not_allowed: 'Email addresses of this domain can’t sign in here.',
  tenant_not_allowed: 'People of this organization can’t sign in here.',
  account_inactive: 'Your account has been deactivated. Please ask an administrator.',
  account_pending:
    'Your account has not begun yet. Open the invitation that was mailed to you, or wait for an administrator to approve it.',
  session_over: 'You are signed out by now. Please sign in and try again.',
  other_person: 'This is another person than the one who is signed in here.',
  not_asked_anew: 'The provider did not ask who is there. Please try again, or use your password.',
}

/** What a person reads whom a provider sent back in vain. */
export const sentenceOf = (problem: string): string => SENTENCES[problem] ?? NOT_TRUSTED

/** On it the window that came back from a provider tells the page that opened it how that ended. */
export const CONFIRMED_CHANNEL = 'frontdesk-confirmed'
