/// <reference types="trusted-types" />

const ADDRESS = '/sw.js'

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

/** Starts the service worker where the browser has such; null where it has none, or doesn't want it. */
export async function startAppWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  policy ??= window.trustedTypes?.createPolicy('frontdesk-worker', {
    createScriptURL: () => ADDRESS,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know text only
  const address = (policy?.createScriptURL(ADDRESS) ?? ADDRESS) as string
  try {
    // Where tests block workers, nothing comes back.
    const started: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
      address,
      { updateViaCache: 'none' },
    )
    return started ?? null
  } catch {
    return null
  }
}

/** The one that is at work, also in a page that was loaded past it. */
export async function tellAppWorker(message: WorkerMessage): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.active?.postMessage(message)
}

/** What the page says to its service worker. */
export type WorkerMessage =
  /** Nothing of anybody stays on this device, and nobody is told anything here. */
  | { type: 'forget' }
  /** These answers of the API, by path and query, are to be read with no line by whoever has this token. */
  | { type: 'keep'; token: string; paths: string[] }
  /** Takes over from the worker of before, instead of waiting until its last page is closed. */
  | { type: 'take over' }
  /** Asks over a port which build it is of; the answer is its name. */
  | { type: 'version' }

/** What the service worker says to a page: somebody clicked a notification. Any answer over the port will do. */
export type WorkerNews = { type: 'open'; path: string }

/** When an answer was kept; only what comes from this device has it. */
export const KEPT_AT = 'X-Kept-At'
