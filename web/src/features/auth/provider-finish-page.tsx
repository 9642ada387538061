import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { type Challenge, challengeIn, type Opened } from '#web/session/signing-in.ts'
import { CodeStep } from './code-step.tsx'
import { LoginForm } from './login-form.tsx'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/session/session.tsx'
import { ErrorPanel, Notice } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Where a provider's sign-in ends: the session, a code, or the account's own way once. */
export function FinishPage() {
  const { signIn } = useSession()
  const finish = useMutation({
    mutationFn: () => call('POST /auth/oidc/finish'),
    onSuccess: ({ token, user, remember_me: remember }) => signIn(token, user, remember),
  })
  const hasBegun = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    // What is traded in is good once.
    if (hasBegun.current) return
    hasBegun.current = true
    mutate()
  }, [mutate])
  const { error } = finish
  if (!(error instanceof ApiError)) return <Waiting />
  const asked = challengeIn(error, error.body.remember_me === true)
  if (asked) return <AskForCode asked={asked} />
  if (error.code === 'link_required') return <LinkStep body={error.body} />
  return <Over>{failureOf(error, 'The sign-in failed.')}</Over>
}

function Waiting() {
  return (
    <AuthFrame title="One moment">
      <output className="flex items-center gap-3 text-muted">
        <Spinner />
        Signing you in…
      </output>
    </AuthFrame>
  )
}

function Over({ children }: { children: string }) {
  const search = useSearch({ from: '/login/finish' })
  return (
    <AuthFrame title="You are not signed in">
      <ErrorPanel>{children}</ErrorPanel>
      <p className="mt-5">
        <Link to="/login" search={search} className={`${quietLink} font-medium text-accent`}>
          Back to the sign-in page
        </Link>
      </p>
    </AuthFrame>
  )
}

function AskForCode({ asked }: { asked: Challenge }) {
  const [problem, setProblem] = useState<string | null>(null)
  if (problem !== null) return <Over>{problem}</Over>
  return (
    <CodeStep
      asked={asked}
      onBack={(why) => setProblem(why ?? 'Please begin the sign-in again.')}
    />
  )
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** There is an account of that address: whoever opens it in its own way has both. */
function LinkStep({ body }: { body: Record<string, unknown> }) {
  const { signIn } = useSession()
  const [asked, setAsked] = useState<Challenge | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const provider = textIn(body.provider)
  const link = async ({ token, user, remember }: Opened) => {
    try {
      await call('POST /auth/oidc/link', { headers: { Authorization: `Bearer ${token}` } })
      toast.success(`Your account is connected with ${provider}.`)
    } catch (error) {
      toast.error(
        `${failureOf(error, 'It could not be connected')} You can connect it under Profile, Security.`,
      )
    }
    signIn(token, user, remember)
  }
  if (asked) {
    const goBack = (why: string | null) => {
      setProblem(why)
      setAsked(null)
    }
    return <CodeStep asked={asked} onBack={goBack} onOpened={(opened) => void link(opened)} />
  }
  return (
    <AuthFrame
      title="Connect your account"
      lead={
        <>
          There is an account with <b className="font-medium text-ink">{textIn(body.email)}</b>{' '}
          already. Sign in to it once with its password, and from then on {provider} signs you in.
        </>
      }
    >
      {problem && (
        <div className="mb-5">
          <Notice tone="warning">{problem}</Notice>
        </div>
      )}
      <LoginForm
        email={textIn(body.email)}
        onAsked={setAsked}
        onOpened={(opened) => void link(opened)}
      />
      <p className="mt-4">
        <Link to="/forgot-password" className={`${quietLink} text-muted`}>
          Forgot your password, or never had one?
        </Link>
      </p>
      <p className="mt-3">
        <Link to="/login" className={`${quietLink} text-muted`}>
          Sign in without connecting
        </Link>
      </p>
    </AuthFrame>
  )
}
