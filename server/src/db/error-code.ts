/** The code of a failed call: of the system, such as `ENOENT`, or of PostgreSQL, such as `40001`; else empty. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
