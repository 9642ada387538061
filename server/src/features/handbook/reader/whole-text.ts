import { readFile, stat } from 'node:fs/promises'
import { decode, UnreadableError } from '../../documents/reader/read-text.ts'

/** A text file from its beginning to its end. @throws UnreadableError over `mostMegabytes` */
export async function readWholeText(path: string, mostMegabytes: number): Promise<string> {
  const { size } = await stat(path)
  if (size > mostMegabytes * 1024 * 1024) {
    throw new UnreadableError(
      `The file is larger than ${mostMegabytes} MB. Please split it into several`,
    )
  }
  return decode(await readFile(path)).replace(/^\ufeff/, '')
}
