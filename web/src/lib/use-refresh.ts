import type { StaleKey } from '@frontdesk/contract/realtime'
import { useQueryClient } from '@tanstack/react-query'

/** Asks again for everything whose key begins with one of these words; done when it is there. */
export function useRefresh(...keys: StaleKey[]) {
  const client = useQueryClient()
  return async () => {
    await Promise.all(keys.map(async (key) => client.invalidateQueries({ queryKey: [key] })))
  }
}
