import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession, router } from '#web/app/router.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { startSession } from '#web/session/session.ts'
import './styles.css'

startSession()
followSession()

const root = globalThis.document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
