import { startAppWorker } from '#web/lib/app-worker.ts'
import { browserStore } from '#web/lib/session-storage.ts'
import { call } from '#web/lib/call.ts'

/** What this browser can do about it. */
export type PushAbility =
  | 'possible'
  /** The person said no to the browser, or whoever looks after the machine did. */
  | 'blocked'
  /** iPhones and iPads tell only apps on the home screen. */
  | 'to install'
  | 'impossible'

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis)) {
    return isOnIos() ? 'to install' : 'impossible'
  }
  if (!('Notification' in globalThis)) return 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : 'possible'
}

/** Safari there says whether it runs as an app; nothing else has that word. */
const isOnIos = () => 'standalone' in navigator && navigator.standalone === false

/** Whose choice it was to be told in this browser: it outlives a session that ran out. */
const CHOICE = 'push-on'

export const forgetPushChoice = () => browserStore()?.removeItem(CHOICE)

/**
 * Asks the browser, and then the server, to tell this person here.
 * @returns false where the person or the browser doesn't want it
 */
export async function tellHere(userId: string): Promise<boolean> {
  // First of all: some browsers ask only while it is still the click.
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe()
  browserStore()?.setItem(CHOICE, userId)
  return true
}

/** Whether this browser was offered it by itself, which happens once. */
const OFFERED = 'push-offered'

/** Whether it is to be offered now, to who has just installed the app; from then on it is not. */
export function takePushOffer(): boolean {
  const store = browserStore()
  if (pushAbility() !== 'possible' || !store || store.getItem(OFFERED) || store.getItem(CHOICE)) {
    return false
  }
  store.setItem(OFFERED, 'yes')
  return true
}

async function subscribe(): Promise<void> {
  const registration = await startAppWorker()
  if (!registration) throw new Error('This browser can’t be told anything')
  await navigator.serviceWorker.ready
  const { public_key: key } = await call('GET /push/key')
  const had = await registration.pushManager.getSubscription()
  if (had && !isFor(had, key)) await had.unsubscribe()
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint = '', keys = {} } = made.toJSON()
  await call('POST /push/subscriptions', {
    body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } },
  })
}

/** A key of another installation, or of this one before it lost its own, is of no use. */
function isFor({ options }: PushSubscription, key: string): boolean {
  const { applicationServerKey: known } = options
  if (!known) return false
  const text = btoa(String.fromCodePoint(...new Uint8Array(known)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}

/** Tells nobody anything in this browser any more; the server has taken it off, or is told by the caller. */
export async function silenceHere(): Promise<void> {
  forgetPushChoice()
  const registration = await navigator.serviceWorker.getRegistration()
  const had = await registration?.pushManager.getSubscription()
  await had?.unsubscribe()
}

/** Whether this browser itself has something to be told by. */
export async function isSubscribedHere(): Promise<boolean> {
  if (pushAbility() !== 'possible') return false
  const registration = await navigator.serviceWorker.getRegistration()
  return Boolean(await registration?.pushManager.getSubscription())
}

/**
 * Whoever was told here and signs in again is told here again; what was somebody else's is ended. The server
 * forgets a browser with its session.
 */
export async function continuePush(userId: string): Promise<void> {
  const chosenBy = browserStore()?.getItem(CHOICE)
  if (!chosenBy || pushAbility() !== 'possible') return
  if (chosenBy !== userId) return silenceHere()
  if (Notification.permission !== 'granted') return
  const devices = await call('GET /push/subscriptions')
  if (devices.some(({ current }) => current) && (await isSubscribedHere())) return
  await subscribe()
}
