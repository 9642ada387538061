import type { SendOptions } from '#web/features/editing/use-sending.ts'
import { call } from '#web/lib/call.ts'

/** Keeps a picture for a text; its `path` is what the text names. */
export async function sendPicture(file: File, options: SendOptions) {
  const body = new FormData()
  body.set('picture', file, file.name)
  return call('POST /pictures', { body, ...options })
}
