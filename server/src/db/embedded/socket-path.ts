import { closeSync, constants, openSync } from 'node:fs'
import process from 'node:process'
import { EmbeddedPostgresError } from './error.ts'

/** The system takes 107 bytes on Linux and 103 on macOS. */
const MAX_BYTES = 103
/** Room for `/.s.PGSQL.5432` and for the owner's socket. */
const LONGEST_NAME = 24

/** A way into a folder that is short enough for a unix socket's address. */
interface SocketFolder {
  path: string
  close(): void
}

/**
 * Opens a folder for the sockets in it. A long path is replaced by one through an open descriptor,
 * which no cleaner of temporary files can take away, and which leaves nothing behind.
 * @throws EmbeddedPostgresError where the system has no such thing (macOS)
 */
export function openSocketFolder(folder: string): SocketFolder {
  if (Buffer.byteLength(folder) + LONGEST_NAME <= MAX_BYTES)
    return { path: folder, close: () => {} }
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      `The path ${folder} is too long for a socket on this system: set DATA_DIR to a shorter one.`,
    )
  }
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  let open = true
  return {
    // With our process id, so that programs that we start can use it too.
    path: `/proc/${process.pid}/fd/${descriptor}`,
    close: () => {
      if (open) closeSync(descriptor)
      open = false
    },
  }
}
