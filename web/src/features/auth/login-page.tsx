import { UNAUTHORIZED } from '@frontdesk/contract/constants'
import type { SignInProvider } from '@frontdesk/contract/single-sign-on'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { signInProvidersQuery } from '#web/features/single-sign-on/sign-in-providers.ts'
import { useLeaveForProvider } from '#web/features/single-sign-on/single-sign-on.api.ts'
import { late } from '#web/lib/late.ts'
import { useSession } from '#web/session/session.tsx'
import { type Challenge, formError } from '#web/session/signing-in.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { LoginForm, rememberHint } from './login-form.tsx'

// Most people are not asked for a code.
const CodeStep = late(() => import('./code-step.tsx'), 'CodeStep')

const ProviderProblem = late(
  () => import('#web/features/single-sign-on/provider-problem.tsx'),
  'ProviderProblem',
)

export function LoginPage() {
  const { ending } = useSession()
  const [greeting] = useState(greetingNow)
  const { notice, email } = useLocation({ select: (location) => location.state })
  const { problem: sentBack, ...search } = useSearch({ from: '/login' })
  const { data: settings } = useQuery(publicSettings)
  const [asked, setAsked] = useState<Challenge | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  if (asked) {
    const goBack = (why: string | null) => {
      setProblem(why)
      setAsked(null)
    }
    return (
      <Suspense>
        <CodeStep asked={asked} onBack={goBack} />
      </Suspense>
    )
  }
  return (
    <AuthFrame title={greeting} lead="Sign in with your work account.">
      {notice && (
        <div className="mb-5">
          <Notice tone="success">{notice}</Notice>
        </div>
      )}
      {!notice && !problem && ending === 'expired' && (
        <div className="mb-5">
          <Notice tone="warning">{UNAUTHORIZED}</Notice>
        </div>
      )}
      {settings?.first_run && !notice && (
        <div className="mb-5">
          <Notice tone="accent">
            Nobody has an account here yet. The first one becomes the administrator’s.
          </Notice>
        </div>
      )}
      {problem && (
        <div className="mb-5">
          <Notice tone="warning">{problem}</Notice>
        </div>
      )}
      {/* What is said first comes first: the form would be moved by it. */}
      <Suspense fallback={<div className="min-h-80" aria-busy="true" />}>
        {sentBack && !problem && <ProviderProblem problem={sentBack} />}
        <WaysIn returnTo={search.redirect} email={email} onAsked={setAsked} />
      </Suspense>
      <p className="mt-3 text-muted">
        No account yet?{' '}
        <Link to="/signup" search={search} className={`${quietLink} font-medium text-accent`}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  )
}

type WaysInProps = {
  returnTo: string | undefined
  email: string | undefined
  onAsked: (asked: Challenge) => void
}

/** The providers that there are, and the password, which may stand behind a button. */
function WaysIn({ returnTo, email, onAsked }: WaysInProps) {
  const { data, isPending, fetchStatus } = useQuery(signInProvidersQuery)
  const { data: settings } = useQuery(publicSettings)
  const [isPasswordWanted, setPasswordWanted] = useState(false)
  const [remember, setRemember] = useState(false)
  // Until it is known what stands first nothing does, so that nothing moves.
  if (isPending && fetchStatus === 'fetching') return <div className="min-h-80" aria-busy="true" />
  const providers = data?.providers ?? []
  const isHidden = providers.length > 0 && data?.hides_password === true && !isPasswordWanted
  return (
    <>
      {providers.length > 0 && (
        <ProviderButtons providers={providers} returnTo={returnTo} remember={remember} />
      )}
      {isHidden && (
        <>
          <Checkbox
            className="mt-5"
            label="Remember me"
            hint={rememberHint(settings?.remember_days)}
            checked={remember}
            onChange={({ target }) => setRemember(target.checked)}
          />
          <p className="mt-5">
            <button
              type="button"
              className={`${quietLink} text-muted`}
              onClick={() => setPasswordWanted(true)}
            >
              Sign in another way
            </button>
          </p>
        </>
      )}
      {!isHidden && (
        <>
          {providers.length > 0 && (
            <p className="my-5 flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              or
            </p>
          )}
          <LoginForm email={email} onAsked={onAsked} />
          <p className="mt-4">
            <Link to="/forgot-password" className={`${quietLink} text-muted`}>
              Forgot your password?
            </Link>
          </p>
        </>
      )}
    </>
  )
}

function greetingNow(): string {
  const hour = new Date().getHours()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

type ProviderButtonsProps = {
  providers: SignInProvider[]
  returnTo: string | undefined
  remember: boolean
}

/** A way in for each provider. */
function ProviderButtons({ providers, returnTo, remember }: ProviderButtonsProps) {
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
