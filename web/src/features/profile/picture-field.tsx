import { PICTURE_HINT } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { ImageUp, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { useSecondStep } from '#web/lib/use-second-step.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmBox } from '#web/ui/confirm.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRemovePicture } from './profile.api.ts'

const PictureDialog = lazy(async () => {
  const { PictureDialog: component } = await import('./picture-dialog.tsx')
  return { default: component }
})

export function PictureField({ user }: { user: CurrentUser }) {
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
