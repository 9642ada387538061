/**
 * Reads one file in a process of its own, because files come from anywhere: whatever one does to its
 * reader, the server goes on. Arguments: the file's path and its type.
 */
import { argv, disconnect, exit, send } from 'node:process'
import { readText, UnreadableError } from './read-text.ts'
import { makeThumbnail } from './thumbnail.ts'

const [, , path = '', type = ''] = argv

async function tell(message: object): Promise<void> {
  await new Promise<void>((resolve) => {
    if (send) send.call(globalThis.process, message, () => resolve())
    else resolve()
  })
}

try {
  const text = await readText(path, type)
  await tell(text === null ? { state: 'none', text: '' } : { state: 'done', text })
} catch (error) {
  const reason = error instanceof UnreadableError ? error.message : 'The file is damaged'
  await tell({ state: 'failed', text: '', reason })
}
try {
  const thumbnail = await makeThumbnail(path, type)
  if (thumbnail) await tell({ thumbnail })
} catch {
  // A file that can't be shown has no picture.
}
disconnect?.call(globalThis.process)
exit(0)
