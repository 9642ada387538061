/**
 * Reads one file in a process of its own, because files come from anywhere: whatever one does to its
 * reader, the server goes on. Arguments: the file's path and its type.
 */
import { argv, disconnect, exit, send } from 'node:process'
import { UnreadableError } from '../../documents/reader/unreadable.ts'
import { readHandbook } from './read-handbook.ts'

const [, , path = '', type = ''] = argv

async function tell(message: object): Promise<void> {
  await new Promise<void>((resolve) => {
    if (send) send.call(globalThis.process, message, () => resolve())
    else resolve()
  })
}

try {
  const read = await readHandbook(
    path,
    type,
    (percent) => void tell({ progress: percent }),
    (picture) => void tell({ picture }),
  )
  await tell({ state: 'ready', ...read })
} catch (error) {
  await tell({ state: 'failed', reason: reasonOf(error) })
}
disconnect?.call(globalThis.process)
exit(0)

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableError) return error.message
  // What calls itself for each level of a nesting comes to the end of the stack.
  if (error instanceof RangeError) return 'What is in the file is nested too deeply to be read'
  return 'The file is damaged'
}
