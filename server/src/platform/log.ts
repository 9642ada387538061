import { type Logger, pino } from 'pino'

/** Writes JSON lines to standard output. Of an error it keeps what helps, not the objects it holds. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    serializers: {
      err: (error: Error & { code?: string }) => ({
        message: error.message,
        code: error.code,
        stack: error.stack,
      }),
    },
  })
}
