import { CalendarFeed } from '#web/features/obligations/calendar-feed.tsx'
import { useUser } from '#web/session/user.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PictureField } from './picture-field.tsx'
import { ProfileForm } from './profile-form.tsx'

export function ProfileEditPage() {
  const user = useUser()
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Edit Profile"
        description="What your colleagues see of you in the directory."
        back={{ to: '/profile', label: 'Back to Profile' }}
      />
      <div className="grid gap-8">
        <PictureField user={user} />
        <ProfileForm key={user.id} user={user} />
        <CalendarFeed />
      </div>
    </div>
  )
}
