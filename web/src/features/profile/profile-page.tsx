import { Bell, KeyRound, Pencil } from 'lucide-react'
import { PushOffer } from '#web/features/push/push-offer.tsx'
import { PersonSheet, SheetSection } from '#web/features/people/person-sheet.tsx'
import { TrainingProgress } from '#web/features/users/training-progress.tsx'
import { useUser } from '#web/session/session.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ShortcutsChoice } from '#web/ui/shortcuts-choice.tsx'

export function ProfilePage() {
  const user = useUser()
  return (
    <div className="grid max-w-3xl gap-8">
      <PersonSheet
        person={user}
        actions={
          <>
            <ButtonLink to="/profile/edit" icon={Pencil}>
              Edit Profile
            </ButtonLink>
            <ButtonLink to="/profile/security" variant="secondary" icon={KeyRound}>
              Security
            </ButtonLink>
            <ButtonLink to="/profile/notifications" variant="secondary" icon={Bell}>
              Notifications
            </ButtonLink>
          </>
        }
      />
      <SheetSection title="Training Progress">
        <TrainingProgress tests={user.tests} />
      </SheetSection>
      <SheetSection title="Devices">
        <PushOffer />
      </SheetSection>
      <SheetSection title="Keyboard">
        <ShortcutsChoice />
      </SheetSection>
    </div>
  )
}
