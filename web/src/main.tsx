import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/styles.css'
import { Logo } from '#web/ui/logo.tsx'

const root = globalThis.document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Logo wordmark />
    </StrictMode>,
  )
}
