import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/call.ts'
import { loadPage } from '#web/lib/late.ts'
import { useRefresh } from '#web/lib/query-client.ts'

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = () => 'PublicKeyCredential' in globalThis

/** What asks the browser is fetched when there is something to ask. */
const browser = () => loadPage(() => import('./ask-browser.ts'))

/** What the person signs in with instead of a password. */
export const passkeysQuery = queryOptions({
  queryKey: ['me', 'passkeys'],
  queryFn: ({ signal }) => call('GET /users/me/passkeys', { signal }),
  staleTime: 0,
})

export function useAddPasskey() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: async () => {
      const { makePasskey } = await browser()
      const answer = await makePasskey(await call('POST /users/me/passkeys/options'))
      return call('POST /users/me/passkeys', { body: { answer } })
    },
    onSuccess: refresh,
  })
}

export function useRenamePasskey() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      call('PUT /users/me/passkeys/:id', { params: { id }, body: { name } }),
    onSuccess: refresh,
  })
}

export function useRemovePasskey() {
  const refresh = useRefresh('me')
  return useMutation({
    mutationFn: (id: string) => call('DELETE /users/me/passkeys/:id', { params: { id } }),
    // It may have gone by itself: the list then says so.
    onSettled: refresh,
  })
}

/** @param challenge that of the password, where the passkey comes after it */
export function useSignInByPasskey(challenge?: string) {
  return useMutation({
    mutationFn: async (remember: boolean) => {
      const { askForPasskey } = await browser()
      const answer = await askForPasskey(
        await call('POST /auth/passkey/options', { body: { challenge } }),
      )
      return answerSignIn(answer, { remember, challenge })
    },
  })
}

const answerSignIn = (
  answer: Record<string, unknown>,
  { remember, challenge }: { remember: boolean; challenge?: string },
) => call('POST /auth/passkey', { body: { answer, challenge, remember_me: remember } })

/** Waits for the person to choose a passkey where they would type their address; null where they don't. */
export async function waitForChoice(remember: () => boolean) {
  const { offerPasskeys } = await browser()
  const answer = await offerPasskeys(await call('POST /auth/passkey/options', { body: {} }))
  return answer && answerSignIn(answer, { remember: remember() })
}

/** Ends the waiting. */
export async function stopWaiting() {
  const { stopAsking } = await browser()
  stopAsking()
}

export function useConfirmByPasskey() {
  return useMutation({
    mutationFn: async () => {
      const { askForPasskey } = await browser()
      const answer = await askForPasskey(await call('POST /auth/confirm/passkey/options'))
      await call('POST /auth/confirm/passkey', { body: { answer } })
    },
  })
}
