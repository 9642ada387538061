import type { PublicSettings } from '@frontdesk/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { publicSettings } from '#web/features/brokerage/brokerage.api.ts'
import { ButtonLink } from '#web/ui/button.tsx'

const joining: Record<PublicSettings['signup_mode'], string> = {
  open: 'Everyone at the brokerage can open an account.',
  domains: 'Open an account with your work email address.',
  approval: 'An administrator approves each new account.',
  invite: 'Accounts here are by invitation.',
}

/** The two buttons and how one joins; as tall before the settings are known as after. */
export function WaysIn() {
  const { data: settings } = useQuery(publicSettings)
  const first = settings?.first_run
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/signup" className="min-h-12 min-w-58 px-6 text-lg! max-sm:w-full">
          {first ? 'Set up your Front Desk' : 'Create account'}
        </ButtonLink>
        <ButtonLink
          to="/login"
          variant="secondary"
          className="min-h-12 min-w-30 px-6 text-lg! max-sm:w-full"
        >
          Sign in
        </ButtonLink>
      </div>
      <p className="mt-4 min-h-[1.5em] text-sm text-muted">
        {first
          ? 'Nobody has an account yet. The first one becomes the administrator’s.'
          : settings && joining[settings.signup_mode]}
      </p>
    </div>
  )
}
