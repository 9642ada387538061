import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { failureOf } from '#web/lib/api-error.ts'
import type { Opened } from '#web/session/signing-in.ts'
import { useSession } from '#web/session/session.tsx'
import { Button } from '#web/ui/button.tsx'
import { CallFailure, ErrorPanel } from '#web/ui/error-panel.tsx'
import {
  knowsPasskeys,
  passkeysQuery,
  stopWaiting,
  useConfirmByPasskey,
  useSignInByPasskey,
  waitForChoice,
} from './passkeys.api.ts'

/** What is asked is good for 5 minutes; people leave the page open for longer. */
const ASKED_ANEW_MS = 4 * 60 * 1000

type PasskeySignInProps = {
  /** That of the password, where the passkey comes after it. */
  challenge?: string
  remember: () => boolean
  /** Somebody is in: by default the session begins. */
  onOpened?: (opened: Opened) => void
}

/** A button for passkeys; without a challenge they are offered too where the address is typed. */
export function PasskeySignIn({ challenge, remember, onOpened }: PasskeySignInProps) {
  const { signIn } = useSession()
  const asking = useSignInByPasskey(challenge)
  const [offered, setOffered] = useState<unknown>(null)
  const [turn, setTurn] = useState(0)
  const open = ({ token, user }: Omit<Opened, 'remember'>) =>
    onOpened ? onOpened({ token, user, remember: remember() }) : signIn(token, user, remember())
  const isOffered = challenge === undefined && !asking.isPending

  useEffect(() => {
    if (!isOffered) return
    let isOver = false
    const wait = async () => {
      try {
        const done = await waitForChoice(remember)
        if (done && !isOver) open(done)
      } catch (error) {
        if (!isOver) setOffered(error)
      }
    }
    void wait()
    const next = setTimeout(() => setTurn((before) => before + 1), ASKED_ANEW_MS)
    return () => {
      isOver = true
      clearTimeout(next)
      void stopWaiting()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is remembered is asked when it is needed
  }, [isOffered, turn])

  const failed = asking.error ?? offered
  const ask = () => {
    setOffered(null)
    asking.mutate(remember(), {
      onSuccess: open,
    })
  }
  return (
    <div className="grid gap-5">
      <Button
        variant="secondary"
        icon={KeyRound}
        className="w-full"
        busy={asking.isPending}
        busyLabel="Waiting…"
        onClick={ask}
      >
        Sign In with a Passkey
      </Button>
      {failed !== null && !asking.isPending && (
        <ErrorPanel>{failureOf(failed, 'Failed to sign in')}</ErrorPanel>
      )}
    </div>
  )
}

/** For those who have a passkey: it in the place of the password. */
export function ConfirmByPasskey({ onDone }: { onDone: () => void }) {
  const { data } = useQuery(passkeysQuery)
  const confirm = useConfirmByPasskey()
  if (!data || data.unavailable !== null || data.passkeys.length === 0 || !knowsPasskeys()) {
    return null
  }
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-5">
      <Button
        variant="secondary"
        icon={KeyRound}
        busy={confirm.isPending}
        busyLabel="Waiting…"
        onClick={() => confirm.mutate(undefined, { onSuccess: onDone })}
      >
        Use a Passkey Instead
      </Button>
      <CallFailure of={confirm} title="Failed to confirm it" brief />
    </div>
  )
}
