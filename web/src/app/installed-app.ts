import {
  continuePush,
  forgetPushChoice,
  takePushOffer,
  tellHere,
} from '#web/features/push/push-here.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { startAppWorker } from '#web/lib/app-worker.ts'
import { isServerReachable, watchConnection } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'
import type { WorkerMessage, WorkerNews } from '#web/lib/worker-messages.ts'
import { currentSession, watchSession } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { keepForOffline } from './keep-offline.ts'
import { router } from './router.ts'

const LOOK_EVERY_MS = 30 * 60_000
/** A worker that says nothing is none to wait for. */
const ANSWER_WITHIN_MS = 5000

/** What makes the page an app: it opens with no line, and says when there is a newer one. */
export async function startInstalledApp(): Promise<void> {
  navigator.serviceWorker?.addEventListener('message', openWhatWasClicked)
  const registration = await startAppWorker()
  if (!registration) return
  offerNewVersions(registration)
  await navigator.serviceWorker.ready
  followPerson()
  globalThis.addEventListener('appinstalled', offerPush)
  const look = () => {
    keep()
    // With no line there is none; the next look finds it.
    void registration.update().catch(() => undefined)
  }
  watchConnection(() => {
    if (isServerReachable()) look()
  })
  setInterval(look, LOOK_EVERY_MS)
}

function keep() {
  const { user } = currentSession()
  if (user && isServerReachable()) void keepForOffline(user.id).catch(() => undefined)
}

/** Keeps what somebody needs as soon as they are there, or something else is required of them. */
function followPerson() {
  let person: string | undefined
  let needs = ''
  const follow = () => {
    const { user, ending } = currentSession()
    if (ending === 'asked') forgetPushChoice()
    if (user && user.id !== person) {
      void continuePush(user.id).catch(() => undefined)
      // Some systems say nothing of installing: there it is the first time that the app is opened.
      if (isInstalled()) offerPush()
    }
    person = user?.id
    const next = user ? [user.id, ...user.pending_policies].join() : ''
    if (next === needs) return
    needs = next
    keep()
  }
  watchSession(follow)
  follow()
}

const isInstalled = () => globalThis.matchMedia('(display-mode: standalone)').matches

/** Whoever puts the app on a device may want to hear of things there; nobody else is asked by themselves. */
function offerPush() {
  const { user } = currentSession()
  if (!user || !takePushOffer()) return
  const tell = async () => {
    try {
      if (!(await tellHere(user.id))) return
      await queryClient.invalidateQueries({ queryKey: ['me', 'push'] })
      toast.success('You are told on this device from now on')
    } catch (error) {
      toast.error(failureOf(error, 'This browser’s push service could not be reached'))
    }
  }
  const action = { label: 'Tell me', onClick: () => void tell() }
  const options = { stays: true, decline: 'Not now' }
  toast.offer('Be told here what is new, also while Front Desk is closed?', action, options)
}

function openWhatWasClicked({ data, ports }: MessageEvent<WorkerNews | null>) {
  if (data?.type !== 'open') return
  ports[0]?.postMessage('opened')
  void router.navigate({ href: data.path })
}

/** A new version never comes by itself under somebody's hands: they say when. */
function offerNewVersions(registration: ServiceWorkerRegistration) {
  let offered: ServiceWorker | undefined
  const offer = async () => {
    const { waiting } = registration
    if (!waiting || waiting === offered) return
    offered = waiting
    // This page came from the new version's server already: its worker only has to follow.
    if ((await versionOf(waiting)) === ownVersion()) takeOver(waiting)
    else {
      const action = { label: 'Reload', onClick: () => reloadInto(waiting) }
      toast.offer('A new version is ready', action, { stays: true })
    }
  }
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void offer())
  })
  void offer()
}

const takeOver = (worker: ServiceWorker) => say(worker, { type: 'take over' })

const say = (worker: ServiceWorker, message: WorkerMessage, ports: MessagePort[] = []) =>
  worker.postMessage(message, ports)

/** Only this tab: others go on with the files of their build. */
function reloadInto(worker: ServiceWorker) {
  const reload = () => globalThis.location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  takeOver(worker)
  if (worker.state === 'activated' || worker.state === 'redundant') reload()
}

/** Which build this page is of; the build writes it into the page. */
const ownVersion = () =>
  globalThis.document.querySelector<HTMLMetaElement>('meta[name=front-desk-build]')?.content

async function versionOf(worker: ServiceWorker): Promise<string | undefined> {
  const { port1: here, port2: there } = new MessageChannel()
  const answer = new Promise<string | undefined>((resolve) => {
    here.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
    setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS)
  })
  here.start()
  say(worker, { type: 'version' }, [there])
  return answer
}
