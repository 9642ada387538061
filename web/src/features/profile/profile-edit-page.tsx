import { PICTURE_HINT } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { ImageUp, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { CalendarFeed } from '#web/features/obligations/calendar-feed.tsx'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { late } from '#web/lib/late.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { useUser } from '#web/session/user.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useRemovePicture } from './profile.api.ts'

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

const PictureDialog = late(() => import('./picture-dialog.tsx'), 'PictureDialog')

function PictureField({ user }: { user: CurrentUser }) {
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  return (
    <section aria-label="Profile picture" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <PersonAvatar person={user} size="xl" />
      <div className="grid min-w-0 grow basis-60 justify-items-start gap-2.5">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" icon={ImageUp} onClick={() => input.current?.click()}>
            {user.profile_picture_img_location ? 'Change Picture' : 'Upload Picture'}
          </Button>
          {user.profile_picture_img_location && <RemovePicture />}
        </div>
        <p className="text-sm text-muted">{PICTURE_HINT}</p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null)
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {file && (
        <Suspense>
          <PictureDialog file={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </section>
  )
}

function RemovePicture() {
  const { isAsking, ask, cancel, trigger } = useSecondStep()
  const removal = useRemovePicture()
  const remove = async () => {
    try {
      // Awaited, because this button goes with the picture.
      await removal.mutateAsync()
      toast.success('Your picture is removed.')
    } catch {
      // The panel below says why.
    }
  }
  if (!isAsking) {
    return (
      <Button variant="ghost" icon={Trash2} ref={trigger} onClick={ask}>
        Remove
      </Button>
    )
  }
  return (
    <div className="grid gap-2">
      <ConfirmBox
        question="Remove your picture?"
        confirmLabel="Remove"
        busy={removal.isPending}
        busyLabel="Removing…"
        onConfirm={() => void remove()}
        onCancel={cancel}
      />
      {removal.error && (
        <ErrorPanel onDismiss={() => removal.reset()}>
          {failureOf(removal.error, 'Failed to remove profile picture')}
        </ErrorPanel>
      )}
    </div>
  )
}
