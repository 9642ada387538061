import { UNAUTHORIZED } from '@frontdesk/contract/constants'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { publicSettings } from '#web/features/settings/settings.api.ts'
import { loadPage } from '#web/lib/page-loader.ts'
import { useSession } from '#web/session/session.ts'
import { Notice } from '#web/ui/error-panel.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import type { Challenge } from './code-step.tsx'
import { LoginForm } from './login-form.tsx'

// Most people are not asked for a code.
const CodeStep = lazy(async () => {
  const module = await loadPage(() => import('./code-step.tsx'))
  return { default: module.CodeStep }
})

export function LoginPage() {
  const { ending } = useSession()
  const [greeting] = useState(greetingNow)
  const { notice } = useLocation({ select: (location) => location.state })
  const search = useSearch({ from: '/login' })
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
      <LoginForm onAsked={setAsked} />
      <p className="mt-4">
        <Link to="/forgot-password" className={`${quietLink} text-muted`}>
          Forgot your password?
        </Link>
      </p>
      <p className="mt-3 text-muted">
        No account yet?{' '}
        <Link to="/signup" search={search} className={`${quietLink} font-medium text-accent`}>
          Create an account
        </Link>
      </p>
    </AuthFrame>
  )
}

function greetingNow(): string {
  const hour = new Date().getHours()
  if (hour < 5 || hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}
