import { AppError } from '../../kit/errors.ts'
import type { ToolErrorCode } from './schemas.ts'

/** A tool can't do what it was asked. The message is for the customer. */
export class ToolError extends Error {
  override name = 'ToolError'
  readonly code: ToolErrorCode

  constructor(code: ToolErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

const UNAVAILABLE = 'This does not work at the moment. Please try again in a few minutes.'

/** The result of a tool that failed. Errors that nobody expected are for the log, not for the customer. */
export function toFailure(error: unknown): { ok: false; code: ToolErrorCode; message: string } {
  if (error instanceof ToolError) return { ok: false, code: error.code, message: error.message }
  if (!(error instanceof AppError) || error.status >= 500) {
    return { ok: false, code: 'unavailable', message: UNAVAILABLE }
  }
  return { ok: false, code: toToolErrorCode(error), message: error.message }
}

function toToolErrorCode({ status }: AppError): ToolErrorCode {
  if (status === 404) return 'not_found'
  if (status === 429) return 'too_many_requests'
  return status === 400 ? 'invalid' : 'rejected'
}

/** Errors that say what the customer or model did wrong need no attention of the operator. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ToolError || (error instanceof AppError && error.status < 500)
