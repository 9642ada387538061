import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/error-panel.tsx'

/** As the specification sets it. */
const REDIRECT_MS = 2000

/** Says that it is done, and goes back to the people. */
export function Required({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const goBack = () => void navigate({ href: '/admin/people' })
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ href: '/admin/people' }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div className="max-w-2xl">
      <Notice
        tone="success"
        action={
          <Button variant="secondary" size="sm" onClick={goBack}>
            Back to People
          </Button>
        }
      >
        {children} Taking you back to the people…
      </Notice>
    </div>
  )
}
