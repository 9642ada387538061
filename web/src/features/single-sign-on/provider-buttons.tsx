import type { SignInProvider } from '@frontdesk/contract/single-sign-on'
import { formError } from '#web/session/auth-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useLeaveForProvider } from './single-sign-on.api.ts'

type ProviderButtonsProps = {
  providers: SignInProvider[]
  returnTo: string | undefined
  remember: boolean
}

/** A way in for each provider. */
export function ProviderButtons({ providers, returnTo, remember }: ProviderButtonsProps) {
  const leave = useLeaveForProvider()
  // Until the other page has come.
  const isLeaving = leave.isPending || leave.isSuccess
  return (
    <div className="grid gap-3">
      {leave.error && <ErrorPanel>{formError(leave.error)}</ErrorPanel>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          className="w-full"
          disabled={isLeaving}
          busy={isLeaving && leave.variables?.id === id}
          busyLabel={`Going to ${name}…`}
          onClick={() => leave.mutate({ id, returnTo, remember })}
        >
          Sign in with {name}
        </Button>
      ))}
    </div>
  )
}
