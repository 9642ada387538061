import type { PublicSettings } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { MailOpen } from 'lucide-react'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { Notice } from '#web/ui/error-panel.tsx'
import { EmptyState } from '#web/ui/lists.tsx'
import { AccountForm } from './account-form.tsx'
import { AuthFrame, quietLink } from './auth-frame.tsx'
import { useSignup } from './auth.api.ts'

export function SignupPage() {
  const search = useSearch({ from: '/signup' })
  const { data: settings } = useQuery(publicSettings)
  const closed = settings?.signup_mode === 'invite' && !settings.first_run
  return (
    <AuthFrame title="Create an account" lead={closed ? undefined : leadFor(settings)}>
      {settings?.first_run && (
        <div className="mb-5">
          <Notice tone="accent">
            You are the first one here: this account will be the administrator.
          </Notice>
        </div>
      )}
      {closed ? (
        <EmptyState icon={MailOpen} title="Accounts are by invitation">
          {settings.brokerage_name} opens accounts for people it has invited. Please ask your
          administrator for an invitation, and open the link in it.
        </EmptyState>
      ) : (
        <SignupForm />
      )}
      <p className="mt-7 text-muted">
        Already have an account?{' '}
        <Link to="/login" search={search} className={`${quietLink} font-medium text-accent`}>
          Sign in
        </Link>
      </p>
    </AuthFrame>
  )
}

function leadFor(settings: PublicSettings | undefined): string {
  if (settings?.signup_mode === 'approval' && !settings.first_run) {
    return 'An administrator approves every new account before it can be used.'
  }
  if (settings?.signup_mode === 'domains' && !settings.first_run) {
    return settings.sends_mail
      ? 'Please use your work email: we mail a link to it, and your account begins when you open it.'
      : 'Please use your work email. There is no mail server yet that could confirm it, so an administrator approves each account.'
  }
  return 'Your name, your email and a password are all it takes.'
}

function SignupForm() {
  const search = useSearch({ from: '/signup' })
  return <AccountForm creation={useSignup()} search={search} />
}
