import { ApiError, type ErrorDetail } from '../api.ts'

/** The server's error for one field, by its path in the request body. */
export const fieldError = (error: Error | null, path: string): string | undefined =>
  findFieldError(error, (errorPath) => errorPath === path)

/** For a list or object field: the first error at or below the path. */
export const fieldErrorUnder = (error: Error | null, path: string): string | undefined =>
  findFieldError(error, (errorPath) => errorPath === path || errorPath.startsWith(`${path}/`))

function findFieldError(error: Error | null, matches: (path: string) => boolean): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = error.details.filter(({ path }) => matches(path)).map(readableMessage)
  return messages.length > 0 ? asSentence([...new Set(messages)].join('; ')) : undefined
}

export const isVersionConflict = (error: Error | null) =>
  error instanceof ApiError && error.code === 'precondition_failed'

/** The same error, with details in the page's labels. */
export function withReadableDetails(error: Error | null, labelFor: (path: string) => string): Error | null {
  if (!(error instanceof ApiError) || error.details.length === 0) return error
  const { status, code, message, requestId } = error
  const details = error.details.map((detail) => ({ path: labelFor(detail.path), message: readableMessage(detail) }))
  const isFirst = (detail: ErrorDetail, index: number) =>
    details.findIndex(({ path, message }) => path === detail.path && message === detail.message) === index
  return new ApiError(status, { code, message, details: details.filter(isFirst), ...(requestId && { requestId }) })
}

/** These path endings mean the same in every request body. */
const FORMAT_HINTS: [ending: RegExp, words: string][] = [
  [/url$/i, 'must be a URL that starts with https://, or a path that starts with one slash'],
  [/\/(collection|product|handle)$/, 'must be a handle: lowercase letters, digits and hyphens'],
  [/\/colours\/\w+$/, 'must be a color such as #1f3a5f'],
  [/\/(service|class)$/, 'must contain only lowercase letters, digits and hyphens'],
  [/secretKey$/, 'must be a Stripe key that starts with sk_ or rk_'],
  [/publishableKey$/, 'must be a Stripe key that starts with pk_'],
  [/webhookSecret$/, 'must start with whsec_'],
  [/Family$/, 'must be font names separated by commas'],
]

/** Schema errors are written for programs: they cite patterns and say "must NOT". */
function readableMessage({ path, message }: ErrorDetail): string {
  const isPattern = message.startsWith('must match pattern')
  const isEmpty = /must NOT have fewer than 1 (characters|items)|^must not be empty$/.test(message)
  const hint = FORMAT_HINTS.find(([ending]) => ending.test(path))?.[1]
  if (hint && (isPattern || isEmpty || message.startsWith('must look like'))) return hint
  if (isPattern || isEmpty) return 'must not be empty'
  return message
    .replaceAll('must NOT', 'must not')
    .replace('must be <= ', 'must be at most ')
    .replace('must be >= ', 'must be at least ')
}

const asSentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
