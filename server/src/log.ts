import { type DestinationStream, type LoggerOptions, pino } from 'pino'

/** Bodies and headers are never logged, so there is nothing to redact; this is a second line of defense. */
const redact = ['*.authorization', '*.cookie', '*.password', '*.secret']

/** PostgreSQL's errors contain the values of the row (`detail`, `where`), which may be a customer's name. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint, table } = error as Error & { code?: string; constraint?: string; table?: string }
  const { name, message, stack, cause } = error
  return { name, message, code, constraint, table, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}

export function createLog(level: NonNullable<LoggerOptions['level']>, destination?: DestinationStream) {
  const options: LoggerOptions = { level, redact, base: null, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}
