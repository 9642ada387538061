/// <reference types="trusted-types" />

import type { WorkerMessage } from './worker-messages.ts'

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
