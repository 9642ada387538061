/** The embedded database cannot start; the message is one line for the operator. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'

  constructor(message: string) {
    // Reasons of other programs may have several lines.
    super(message.replaceAll(/\s*\n\s*/g, ' ').trim())
  }
}

/** The text of anything thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
