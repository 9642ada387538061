import type { PushDevice } from '@frontdesk/contract/push'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Bell, BellRing, KeyRound, Pencil, Send } from 'lucide-react'
import { PersonSheet, SheetSection } from '#web/features/people/person-sheet.tsx'
import {
  isSubscribedHere,
  pushAbility,
  silenceHere,
  tellHere,
} from '#web/features/push/push-here.ts'
import { TrainingProgress } from '#web/features/users/training-progress.tsx'
import { failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { formatDate } from '#web/lib/format.ts'
import { useRefresh } from '#web/lib/query-client.ts'
import { useUser } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorPanel, LoadState } from '#web/ui/error-panel.tsx'
import { ShortcutsChoice } from '#web/ui/shortcuts-choice.tsx'
import { SkeletonLines } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'

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

/** Where the person is told; `here` is this browser, where it really listens. */
const pushQuery = queryOptions({
  queryKey: ['me', 'push'],
  queryFn: async ({ signal }) => {
    const [devices, listens] = await Promise.all([
      call('GET /push/subscriptions', { signal }),
      isSubscribedHere(),
    ])
    const here = devices.find(({ current }) => current && listens)
    return { here, others: devices.filter((device) => device !== here) }
  },
  staleTime: 0,
})

/** On which devices one is told of things while the app is closed. Nobody is asked before they ask. */
function PushOffer() {
  const { data, error, refetch } = useQuery(pushQuery)
  return (
    <>
      <p className="mb-4 max-w-[64ch] text-muted">
        Where you are told of what is new while Front Desk is closed, for as long as you are signed
        in there.
      </p>
      <LoadState
        of={{ data, error, refetch }}
        failure="Failed to load your devices"
        waiting={<SkeletonLines lines={2} />}
      />
      {data && (
        <div className="divide-y divide-line rounded-lg border border-line bg-surface">
          {data.here ? <ToldHere device={data.here} /> : <NotToldHere />}
          {data.others.length > 0 && (
            <ul aria-label="Other devices" className="divide-y divide-line">
              {data.others.map((device) => (
                <OtherDevice key={device.id} device={device} />
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

const rowClasses =
  'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-(--card-pad) py-4'

const WHY_NOT = {
  blocked:
    'Your browser blocks notifications of this site. Allow them in its settings for this site, and come back.',
  'to install':
    'On an iPhone or iPad, put Front Desk on your Home Screen first: choose Share, then Add to Home Screen, and open it from there.',
  impossible: 'This browser can’t be told anything while Front Desk is closed.',
}

function NotToldHere() {
  const user = useUser()
  const refresh = useRefresh('me')
  const ability = pushAbility()
  const telling = useMutation({
    mutationFn: () => tellHere(user.id),
    onSuccess: async (isTold) => {
      await refresh()
      if (isTold) toast.success('You are told on this device from now on')
    },
  })
  return (
    <div className={rowClasses}>
      <div className="min-w-0 basis-64 grow">
        <p className="font-medium">This device</p>
        <p className="text-sm text-muted">
          {ability === 'possible'
            ? 'You are not told here. Your browser asks once whether it may.'
            : WHY_NOT[ability]}
        </p>
      </div>
      {ability === 'possible' && (
        <Button
          icon={BellRing}
          busy={telling.isPending}
          busyLabel="Asking…"
          onClick={() => telling.mutate()}
        >
          Tell me on this device
        </Button>
      )}
      {telling.error && (
        <div className="basis-full">
          <ErrorPanel onDismiss={() => telling.reset()}>
            {failureOf(telling.error, 'This browser’s push service could not be reached')}
          </ErrorPanel>
        </div>
      )}
    </div>
  )
}

function ToldHere({ device }: { device: PushDevice }) {
  const trying = useMutation({
    mutationFn: () => call('POST /push/subscriptions/:id/try', { params: { id: device.id } }),
    onSuccess: () => toast.success('On its way to this device'),
    onError: (error) => toast.error(failureOf(error, 'Failed to send one')),
  })
  const taking = useTakeOff(device, silenceHere)
  return (
    <div className={rowClasses}>
      <div className="min-w-0">
        <p className="font-medium">This device</p>
        <p className="text-sm text-muted">
          You are told here, in {device.browser}, since {formatDate(device.created_at)}.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          icon={Send}
          busy={trying.isPending}
          busyLabel="Sending…"
          onClick={() => trying.mutate()}
        >
          Send one to try
        </Button>
        <Button
          variant="ghost"
          busy={taking.isPending}
          busyLabel="Stopping…"
          onClick={() => taking.mutate()}
        >
          Stop telling me here
        </Button>
      </div>
    </div>
  )
}

function OtherDevice({ device }: { device: PushDevice }) {
  const taking = useTakeOff(device)
  return (
    <li className={rowClasses}>
      <div className="min-w-0">
        <p className="font-medium">{device.browser}</p>
        <p className="text-sm text-muted">Told since {formatDate(device.created_at)}</p>
      </div>
      <Button
        variant="ghost"
        aria-label={`Take off ${device.browser}`}
        busy={taking.isPending}
        busyLabel="Taking off…"
        onClick={() => taking.mutate()}
      >
        Take off
      </Button>
    </li>
  )
}

function useTakeOff({ id, browser }: PushDevice, first?: () => Promise<void>) {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: async () => {
      await first?.()
      return call('DELETE /push/subscriptions/:id', { params: { id } })
    },
    onSuccess: () => toast.success(`You are no longer told in ${browser}`),
    onError: (error) => toast.error(failureOf(error, 'Failed to take it off')),
    onSettled: refresh,
  })
}
