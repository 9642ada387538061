import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { Notice } from '#web/ui/error-panel.tsx'
import {
  CONFIRMED_CHANNEL,
  ProviderProblem,
} from '#web/features/single-sign-on/provider-problem.tsx'

/** The end of a window in which a provider asked who is there; the page that asked goes on by itself. */
export function ConfirmedPage() {
  const { problem } = useSearch({ from: '/login/confirmed' })
  useEffect(() => {
    const channel = new BroadcastChannel(CONFIRMED_CHANNEL)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    channel.postMessage({ problem: problem ?? null })
    channel.close()
    if (!problem) globalThis.close()
  }, [problem])
  return (
    <AuthFrame title={problem ? 'That was not confirmed' : 'Confirmed'}>
      {problem ? (
        <ProviderProblem problem={problem} />
      ) : (
        <Notice tone="success">You can close this window: what you began goes on.</Notice>
      )}
    </AuthFrame>
  )
}
