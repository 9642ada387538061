import type { Import } from '@frontdesk/contract/imports'
import { vi } from 'vitest'
import type { ApiClient } from './api-client.ts'
import { documentForm } from './documents.ts'

/** Brings a file in as an admin does, and waits until it was read, or was not. */
export async function bringIn(api: ApiClient, name: string, content: Buffer): Promise<Import> {
  const { status, body } = await api('POST /imports', { body: documentForm({ name, content }) })
  if (status !== 201) throw new Error(`The file was refused: ${JSON.stringify(body)}`)
  return vi.waitFor(
    async () => {
      const found = (await api('GET /imports/:id', { params: { id: body.id } })).body
      if (found.state === 'waiting') throw new Error(`${name} is still being read`)
      return found
    },
    { timeout: 150_000, interval: 100 },
  )
}
