import { Suspense, useEffect, useRef, useState } from 'react'
import { onFreshSignInNeeded } from '#web/lib/call.ts'
import { late } from '#web/lib/late.ts'

const ConfirmIdentityDialog = late(
  () => import('./confirm-identity-dialog.tsx'),
  'ConfirmIdentityDialog',
)

/** Asks who is there where a call needs to know it anew, and lets the call go on. */
export function ConfirmIdentity() {
  const [isAsking, setAsking] = useState(false)
  const answer = useRef<(isConfirmed: boolean) => void>(undefined)
  useEffect(() => {
    const stop = onFreshSignInNeeded(
      () =>
        new Promise((resolve) => {
          answer.current = resolve
          setAsking(true)
        }),
    )
    return () => {
      stop()
      answer.current?.(false)
    }
  }, [])
  const end = (isConfirmed: boolean) => {
    setAsking(false)
    answer.current?.(isConfirmed)
  }
  if (!isAsking) return null
  return (
    <Suspense>
      <ConfirmIdentityDialog onEnd={end} />
    </Suspense>
  )
}
