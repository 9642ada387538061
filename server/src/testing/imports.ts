import { setTimeout as wait } from 'node:timers/promises'
import type { Import } from '@frontdesk/contract/imports'
import type { ApiClient } from './api-client.ts'
import { documentForm } from './documents.ts'
import { EVER } from './patience.ts'

/** Brings a file in as an admin does, and waits until it was read, or was not. */
export async function bringIn(api: ApiClient, name: string, content: Buffer): Promise<Import> {
  const { status, body } = await api('POST /imports', { body: documentForm({ name, content }) })
  if (status !== 201) throw new Error(`The file was refused: ${JSON.stringify(body)}`)
  const until = Date.now() + EVER.timeout
  while (Date.now() < until) {
    const found = (await api('GET /imports/:id', { params: { id: body.id } })).body
    if (found.state !== 'waiting') return found
    await wait(50)
  }
  throw new Error(`${name} is still being read`)
}
