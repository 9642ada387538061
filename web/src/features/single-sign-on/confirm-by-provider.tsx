import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { CONFIRMED_CHANNEL, sentenceOf } from './provider-problem.tsx'
import { ownIdentitiesQuery } from './single-sign-on.api.ts'

const WINDOW = 'popup,width=520,height=720'

/** Who is there, as a provider says in a window of its own; the page and what is typed in it stay. */
export function ConfirmByProvider({ onConfirmed }: { onConfirmed: () => void }) {
  const { data } = useQuery(ownIdentitiesQuery)
  const [problem, setProblem] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const begin = useMutation({
    mutationFn: ({ id }: { id: string; window: Window | null }) =>
      call('POST /auth/oidc/:id/confirm', { params: { id }, body: code ? { code } : {} }),
    onSuccess: ({ url }, { window }) => {
      if (window) window.location.href = url
    },
    onError: (_error, { window }) => window?.close(),
  })
  useEffect(() => {
    const channel = new BroadcastChannel(CONFIRMED_CHANNEL)
    channel.addEventListener(
      'message',
      ({ data: told }: MessageEvent<{ problem: string | null }>) => {
        if (told.problem === null) return onConfirmed()
        setProblem(sentenceOf(told.problem))
      },
    )
    return () => channel.close()
  }, [onConfirmed])
  const connected = data?.providers.filter((provider) => provider.connected) ?? []
  if (connected.length === 0) return null
  const { error } = begin
  const codeError = error instanceof ApiError ? error.fields?.code : undefined
  const asksCode = code !== '' || codeError !== undefined
  return (
    <div className="grid gap-4 border-t border-line pt-5">
      {problem && <ErrorPanel>{problem}</ErrorPanel>}
      {error && !codeError && <ErrorPanel>{failureOf(error, 'Failed to begin')}</ErrorPanel>}
      {asksCode && (
        <Field label="Code from your app" hint="Then go on with the provider." error={codeError}>
          <TextInput
            autoComplete="one-time-code"
            maxLength={60}
            className="font-mono tracking-widest"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      )}
      {connected.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          busy={begin.isPending && begin.variables.id === id}
          busyLabel="Opening a window…"
          onClick={() => {
            setProblem(null)
            // Opened by the press itself: later, browsers would not.
            begin.mutate({ id, window: globalThis.open('about:blank', '_blank', WINDOW) })
          }}
        >
          Confirm with {name}
        </Button>
      ))}
      {begin.isSuccess && !problem && (
        <output className="text-sm text-muted">
          Go on in the window of the provider. It is not there?{' '}
          <a
            href={begin.data.url}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm text-accent underline"
          >
            Open it here
          </a>
          .
        </output>
      )}
    </div>
  )
}
