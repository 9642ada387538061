import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession, router } from '#web/app/router.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { startSession } from '#web/session/session.tsx'
import './styles.css'

startSession()
followSession()

const root = globalThis.document.querySelector('#root')
if (root) {
  // In slices: on a slow phone drawing it all at once would hold every tap for as long.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

/** Where the page began in the next best letters, it keeps them: the next one, which is laid out anyway, is in the font. */
const fetchFont = async () => {
  await document.fonts.load('1em "Hanken Grotesk"')
  localStorage.setItem('font', 'kept')
  router.subscribe('onBeforeLoad', ({ pathChanged }) => {
    if (pathChanged) delete document.documentElement.dataset.plain
  })
}

// An app beside all that, once the first screen stands: nothing of it is in anybody's way.
const startApp = async () => {
  const { startInstalledApp } = await import('#web/app/installed-app.ts')
  await startInstalledApp()
}
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 2000)
globalThis.addEventListener('load', () =>
  whenIdle(() => {
    for (const start of [fetchFont, startApp]) void start().catch(() => undefined)
  }),
)
