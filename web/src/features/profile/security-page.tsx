import { PasskeySection } from '#web/features/passkeys/passkey-section.tsx'
import { SecondFactorSection } from '#web/features/second-factor/second-factor-section.tsx'
import { IdentitiesSection } from '#web/features/single-sign-on/identities-section.tsx'
import { useUser } from '#web/session/user.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { PasswordForm } from './password-form.tsx'
import { SessionList } from './session-list.tsx'

export function SecurityPage() {
  const user = useUser()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Security"
        description="How you sign in, and where you are signed in."
        back={{ to: '/profile', label: 'Back to Profile' }}
      />
      <div className="grid gap-10">
        <PasswordForm email={user.email} />
        <SecondFactorSection />
        <IdentitiesSection />
        <PasskeySection />
        <SessionList />
        <DeleteAccount />
      </div>
    </div>
  )
}
