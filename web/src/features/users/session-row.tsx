import type { OwnSession } from '@frontdesk/contract/profile'
import type { UseMutationResult } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { failureOf } from '#web/lib/api-error.ts'
import { wordsOfSignIn } from '#web/lib/account-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/times.tsx'
import { toast } from '#web/ui/toast.tsx'

const isHandheld = (browser: string) => /iPhone|iPad|Android/.test(browser)

type SessionRowProps = {
  session: OwnSession
  /** Ends the session of an id. */
  ending: UseMutationResult<unknown, Error, string>
}

export function SessionRow({ session, ending }: SessionRowProps) {
  const Icon = isHandheld(session.browser) ? Smartphone : Monitor
  const end = async () => {
    try {
      // Awaited, because this row goes with its session.
      await ending.mutateAsync(session.id)
      toast.success(`Signed out: ${session.browser}.`)
    } catch (error) {
      toast.error(failureOf(error, 'Failed to end the session'))
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <Icon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-40 grow basis-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {session.browser}
          {session.current && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          {wordsOfSignIn(session.sign_in_method)} · from {session.ip}
          {session.same_network && ', this network'} · last used{' '}
          <RelativeTime iso={session.last_used_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Sign out ${session.browser}`}
          busy={ending.isPending}
          onClick={() => void end()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
