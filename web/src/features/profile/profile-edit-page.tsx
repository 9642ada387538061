import { PICTURE_HINT } from '@frontdesk/contract/constants'
import type { CurrentUser } from '@frontdesk/contract/users'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, ImageUp, RefreshCw, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import {
  calendarFeedQuery,
  useEndFeed,
  useRenewFeed,
} from '#web/features/obligations/obligations.api.ts'
import { PersonAvatar } from '#web/features/people/person-avatar.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { formatDate } from '#web/lib/format.ts'
import { late } from '#web/lib/late.ts'
import { ConfirmBox, ConfirmDialog, useSecondStep } from '#web/ui/confirm.tsx'
import { useUser } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { CallFailure, LoadState } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
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
      <CallFailure of={removal} title="Failed to remove profile picture" brief />
    </div>
  )
}

/** What is due in the person's own calendar, by a secret address. */
function CalendarFeed() {
  const { data, error, refetch } = useQuery(calendarFeedQuery)
  return (
    <Section
      title="Calendar"
      description="What is due shows up in your own calendar, such as Google’s, Apple’s or Outlook’s. Whoever has the address can read it, so keep it to yourself."
    >
      {data && <Feed createdAt={data.created_at} lastUsedAt={data.last_used_at} />}
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to load your calendar"
        waiting={<SkeletonLines lines={2} />}
      />
    </Section>
  )
}

type FeedProps = { createdAt: string | null; lastUsedAt: string | null }

function Feed({ createdAt, lastUsedAt }: FeedProps) {
  const renew = useRenewFeed()
  const end = useEndFeed()
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null)
  const url = renew.data?.url
  const exists = createdAt !== null
  const make = () =>
    renew.mutate(undefined, {
      onError: (error) => toast.error(failureOf(error, 'Failed to make the address')),
      onSettled: () => setAsked(null),
    })
  const stop = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        renew.reset()
        toast.success('The calendar’s address works no more')
      },
      onError: (error) => toast.error(failureOf(error, 'Failed to end the calendar')),
      onSettled: () => setAsked(null),
    })
  return (
    <Card className="grid gap-4">
      {exists && (
        <p className="text-muted">
          Made on {formatDate(createdAt)},{' '}
          {lastUsedAt ? `last read on ${formatDate(lastUsedAt)}` : 'not read yet'}.
        </p>
      )}
      {exists && url && (
        <Field
          label="Address"
          hint="Paste it where your calendar subscribes to one. It is shown only now."
        >
          <span className="flex items-center gap-2">
            <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
            <CopyButton label="Copy the address" text={url} />
          </span>
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {exists ? (
          <>
            <Button variant="secondary" icon={RefreshCw} onClick={() => setAsked('renew')}>
              New address
            </Button>
            <Button variant="ghost" onClick={() => setAsked('end')}>
              End the calendar
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            icon={CalendarPlus}
            busy={renew.isPending}
            busyLabel="Making…"
            onClick={make}
          >
            Make an address
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={asked === 'end' ? 'End the calendar?' : 'Make a new address?'}
        question="Calendars that read the present address get nothing any more."
        confirmLabel={asked === 'end' ? 'End the calendar' : 'Make a new address'}
        danger={asked === 'end'}
        busy={renew.isPending || end.isPending}
        onConfirm={asked === 'end' ? stop : make}
      />
    </Card>
  )
}
