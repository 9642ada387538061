import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { ApiError } from '#web/lib/api-error.ts'

type Options = { options: Record<string, unknown> }
type Answer = Record<string, unknown>

const NO_ANSWER = 'No passkey was used, or it took too long. Please try again.'

const SENTENCES = new Map([
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'There is a passkey of this device already'],
  [
    'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT',
    'This device can’t keep passkeys. Please try another one, such as your phone.',
  ],
  [
    'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT',
    'This device can’t check that it is you. Please set up a finger, a face or a PIN on it first.',
  ],
  ['ERROR_INVALID_DOMAIN', 'Passkeys work only at the address that Front Desk was set up for.'],
  ['ERROR_INVALID_RP_ID', 'Passkeys work only at the address that Front Desk was set up for.'],
])

/** What the browser itself refused, or the person did not want. */
function inWords(error: unknown): Error {
  if (!(error instanceof WebAuthnError)) return new ApiError(NO_ANSWER, 400)
  return new ApiError(SENTENCES.get(error.code) ?? NO_ANSWER, 400, { code: error.code })
}

/** Has the browser make a passkey. @throws ApiError with a sentence for the person */
export async function makePasskey({ options }: Options): Promise<Answer> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes them for this
    return { ...(await startRegistration({ optionsJSON: options as never })) }
  } catch (error) {
    throw inWords(error)
  }
}

/** Has the browser use a passkey. @throws ApiError with a sentence for the person */
export async function askForPasskey({ options }: Options): Promise<Answer> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return { ...(await startAuthentication({ optionsJSON: options as never })) }
  } catch (error) {
    throw inWords(error)
  }
}

/** Has the browser offer passkeys where the address is typed; null where none was chosen, or it can't. */
export async function offerPasskeys({ options }: Options): Promise<Answer | null> {
  try {
    return {
      ...(await startAuthentication({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
        optionsJSON: options as never,
        useBrowserAutofill: true,
      })),
    }
  } catch {
    return null
  }
}

/** Ends whatever the browser is asking. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()
