import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { failureOf } from '#web/lib/api-error.ts'
import { call } from '#web/lib/call.ts'
import { toast } from '#web/ui/toast.tsx'

/**
 * Says what was done and, where the server has kept how it was (`undo`, by `callToUndo`), offers to take it back.
 * Other pages may be on screen by the time that somebody does.
 */
export function useOfferUndo() {
  const client = useQueryClient()
  return (message: string, undo: string | null) => {
    if (undo === null) toast.success(message)
    else toast.undo(message, () => void takeBack(client, undo))
  }
}

async function takeBack(client: QueryClient, id: string) {
  try {
    const { undone, left } = await call('POST /undo/:id', { params: { id } })
    if (left === 0) toast.success('Undone')
    else toast.error(leftAlone(undone, left))
  } catch (error) {
    toast.error(failureOf(error, 'Failed to undo it'))
  }
  await client.invalidateQueries()
}

function leftAlone(undone: number, left: number): string {
  if (undone === 0) return 'Not undone: somebody else has changed it since.'
  return `Undone, but for ${left} that somebody else has changed since.`
}
