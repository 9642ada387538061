import { useQuery } from '@tanstack/react-query'
import { AuthFrame, quietLink } from '#web/features/auth/auth-frame.tsx'
import { ConfirmIdentity } from '#web/features/auth/confirm-identity.tsx'
import { AddPasskey } from '#web/features/passkeys/passkey-section.tsx'
import { passkeysQuery } from '#web/features/passkeys/passkeys.api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { UserProvider, useSession } from '#web/session/session.tsx'
import { toast } from '#web/ui/toast.tsx'
import { SetUpSteps } from './set-up-steps.tsx'

/** All that opens for somebody whose role needs a second factor, and whose time to set one up is over. */
export function SetUpSecondFactorPage() {
  const { user, refresh, signOut } = useSession()
  const { data } = useQuery(passkeysQuery)
  const goOn = () => {
    // From here on everything opens; the router then leads on.
    refresh().catch((error: unknown) => toast.error(messageOf(error, 'Please try again.')))
  }
  const leave = () => void signOut().catch(() => undefined)
  return (
    <AuthFrame
      title="Set up a second factor"
      lead="Your role needs one: a code of your phone beside the password, or a passkey. Nothing else opens before."
    >
      <SetUpSteps
        onDone={goOn}
        otherwise={
          // Where there can be none it says nothing: the code is the way.
          data?.unavailable === null && (
            <div className="mt-6 border-t border-line pt-6">
              <AddPasskey unavailable={null} onAdded={goOn} />
            </div>
          )
        }
      />
      {user && (
        <UserProvider user={user}>
          <ConfirmIdentity />
        </UserProvider>
      )}
      <p className="mt-6 text-muted">
        Signed in as {user?.email}.{' '}
        <button type="button" className={quietLink} onClick={leave}>
          Sign out
        </button>
      </p>
    </AuthFrame>
  )
}
