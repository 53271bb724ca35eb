import { ApiError, type ErrorDetail } from '../api.ts'
import { capitalize } from './text.ts'

/** The server's error for one field, by its path in the request body. */
export const fieldError = (error: Error | null, path: string): string | undefined =>
  findFieldError(error, (errorPath) => errorPath === path)

/** For a list or object field: the first error at or below the path. */
export const fieldErrorUnder = (error: Error | null, path: string): string | undefined =>
  findFieldError(error, (errorPath) => errorPath === path || errorPath.startsWith(`${path}/`))

function findFieldError(error: Error | null, matches: (path: string) => boolean): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = error.details.filter(({ path }) => matches(path)).map(({ message }) => message)
  return messages.length > 0 ? asSentence([...new Set(messages)].join('; ')) : undefined
}

export const isVersionConflict = (error: Error | null) =>
  error instanceof ApiError && error.code === 'precondition_failed'

/** The same error, with details in the page's labels. */
export function withLabeledDetails(error: Error | null, labelFor: (path: string) => string): Error | null {
  if (!(error instanceof ApiError) || error.details.length === 0) return error
  const { status, code, message, requestId, fields } = error
  const details = error.details.map((detail) => ({ ...detail, path: labelFor(detail.path) }))
  const isFirst = (detail: ErrorDetail, index: number) =>
    details.findIndex(({ path, message }) => path === detail.path && message === detail.message) === index
  return new ApiError(status, {
    ...fields,
    code,
    message,
    details: details.filter(isFirst),
    ...(requestId && { requestId }),
  })
}

const asSentence = (text: string) => `${capitalize(text)}.`
