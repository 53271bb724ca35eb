import { hostname } from 'node:os'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { tracer } from './kit/tracing.ts'

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
  const options: LoggerOptions = {
    level,
    redact,
    // Which of many servers wrote the line.
    base: { host: hostname(), pid: process.pid },
    // Leads from a line to its trace, and back. A new object each time: pino adds the fields of the line to it.
    mixin: () => tracer()?.ids() ?? {},
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}
