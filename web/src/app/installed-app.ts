import { pictureNamed, picturesNamedIn } from '@frontdesk/contract/picture-names'
import {
  continuePush,
  forgetPushChoice,
  takePushOffer,
  tellHere,
} from '#web/features/push/push-here.ts'
import { failureOf } from '#web/lib/api-error.ts'
import { startAppWorker, tellAppWorker } from '#web/lib/app-worker.ts'
import type { WorkerMessage, WorkerNews } from '#web/lib/worker-messages.ts'
import { browserStore, storedToken } from '#web/lib/session-storage.ts'
import { call } from '#web/lib/call.ts'
import { isServerReachable, watchConnection } from '#web/lib/connection.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { currentSession, watchSession } from '#web/session/session.tsx'
import { toast } from '#web/ui/toast.tsx'
import { router } from './router.ts'

const LOOK_EVERY_MS = 30 * 60_000
/** A worker that says nothing is none to wait for. */
const ANSWER_WITHIN_MS = 5000
/** One that is at work still keeps the next one waiting, for as long as it likes. */
const TAKES_OVER_WITHIN_MS = 3000

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
  // The page is the new version's without it, too, and its worker follows then.
  else setTimeout(reload, TAKES_OVER_WITHIN_MS)
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

/** What the first screens ask for, in the words of their queries. */
const LISTS = [
  '/auth/me',
  '/settings/public',
  '/settings/front-desk',
  '/users/me/favourites',
  '/policies?pending=true',
  '/policies?limit=50&view=list',
  '/policies?limit=50&view=list&pending=true',
  '/processes?limit=50',
  '/processes/runs?awaiting_me=true&limit=10',
]
const MOST_POLICIES = 200
/** Those that were asked for last are read for the documents that they lead to. */
const MOST_READ_POLICIES = 50
const MOST_PROCESSES = 50
const MOST_DOCUMENTS = 50
/** All files and pictures together. */
const MOST_BYTES = 60 * 1024 * 1024
/** What a picture takes at most, as a rule; how much it is stands nowhere before it has been fetched. */
const BYTES_PER_PIXEL = 1 / 4

/**
 * Has what a person needs at work kept on this device: the policies that are required of them, the processes
 * that they follow, with their pictures, and the documents which those lead to.
 */
async function keepForOffline(userId: string): Promise<void> {
  const token = storedToken()
  if (!token) return
  const [policies, processes] = await Promise.all([requiredPolicies(), followedProcesses(userId)])
  const texts = [...policies.texts, ...processes.texts]
  const pictures = picturesIn(texts)
  const documents = await documentsIn(texts, MOST_BYTES - pictures.bytes)
  // Whoever signed out meanwhile, or in as somebody else, has nothing kept.
  if (token !== storedToken()) return
  const paths = [...LISTS, ...policies.paths, ...processes.paths, ...pictures.paths, ...documents]
  await tellAppWorker({ type: 'keep', token, paths: paths.map((path) => `/api/v1${path}`) })
}

/** Those that wait, and those that were signed: what one agreed to is looked up later. */
async function requiredPolicies() {
  const asked = await call('GET /users/me/obligations', {
    query: { kind: 'policy', limit: MOST_POLICIES, sort: 'opens_at', order: 'desc' },
  })
  const required = asked.filter(({ state }) => state !== 'ended' && state !== 'waived')
  const ids = unique(required.map(({ item_id: id }) => id))
  const read = await Promise.all(
    ids
      .slice(0, MOST_READ_POLICIES)
      .map((id) => reachable(call('GET /policies/:id', { params: { id } }))),
  )
  return {
    paths: ids.map((id) => `/policies/${id}`),
    texts: read.map((policy) => policy?.content ?? ''),
  }
}

/** Those whose steps were ticked in this browser, and those with a run in which a step waits. */
async function followedProcesses(userId: string) {
  const runs = await call('GET /processes/runs', { query: { awaiting_me: 'true', limit: 10 } })
  const ids = unique([
    ...runs.filter((run) => run.process_available).map((run) => run.process_id),
    ...tickedProcesses(userId),
  ]).slice(0, MOST_PROCESSES)
  const details = await Promise.all([
    ...ids.map((id) => reachable(call('GET /processes/:id', { params: { id } }))),
    ...runs.map(({ id }) => reachable(call('GET /processes/runs/:id', { params: { id } }))),
  ])
  const steps = details.flatMap((detail) => detail?.steps ?? [])
  return {
    paths: [
      ...ids.map((id) => `/processes/${id}`),
      ...runs.map(({ id }) => `/processes/runs/${id}`),
    ],
    texts: steps.map((step) => step.description ?? ''),
  }
}

/** As `useTicks` keeps them. */
function tickedProcesses(userId: string): string[] {
  const prefix = `process-ticks:${userId}:`
  return Object.keys(browserStore() ?? {})
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
}

/** The first come first, as many as there is room for. */
function picturesIn(texts: string[]) {
  const paths: string[] = []
  let bytes = 0
  if (savesData()) return { paths, bytes }
  for (const name of unique(texts.flatMap(picturesNamedIn))) {
    const { width, height } = pictureNamed(name) ?? { width: 0, height: 0 }
    const size = width * height * BYTES_PER_PIXEL
    if (bytes + size > MOST_BYTES) break
    bytes += size
    paths.push(`/pictures/${name}`)
  }
  return { paths, bytes }
}

const DOCUMENT = /\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** The smallest first, as many as there is room for. */
async function documentsIn(texts: string[], mostBytes: number): Promise<string[]> {
  const ids = unique(texts.flatMap((text) => [...text.matchAll(DOCUMENT)].map(([, id = '']) => id)))
  const documents = await Promise.all(
    ids
      .slice(0, MOST_DOCUMENTS)
      .map((id) => reachable(call('GET /documents/:id', { params: { id } }))),
  )
  let room = savesData() ? 0 : mostBytes
  return documents
    .filter((document) => document !== null)
    .sort((one, other) => one.file_size - other.file_size)
    .flatMap(({ id, file_size: size }) => {
      room -= size
      return room < 0 ? [`/documents/${id}`] : [`/documents/${id}`, `/documents/${id}/file`]
    })
}

/** Null where it is gone, or nothing of theirs. */
const reachable = async <T>(asked: Promise<T>): Promise<T | null> => asked.catch(() => null)

const unique = (values: string[]) => [...new Set(values)]

/** Whether somebody pays for each megabyte, as far as the browser says so. */
function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
