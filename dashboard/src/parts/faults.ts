import { ApiError, type ErrorDetail } from '../api.ts'

/** What the server said about one field, by its path in the body that was sent. */
export const faultAt = (error: Error | null, path: string): string | undefined =>
  faultWhere(error, (faulty) => faulty === path)

/** The same for a field whose value is a list or an object: whatever was said about any part of it. */
export const faultUnder = (error: Error | null, path: string): string | undefined =>
  faultWhere(error, (faulty) => faulty === path || faulty.startsWith(`${path}/`))

function faultWhere(error: Error | null, isMeant: (path: string) => boolean): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const messages = error.details.filter(({ path }) => isMeant(path)).map(plainMessage)
  return messages.length > 0 ? asSentence([...new Set(messages)].join('; ')) : undefined
}

export const isOvertaken = (error: Error | null) => error instanceof ApiError && error.code === 'precondition_failed'

/** The same refusal, each fault in words of the page. */
export function toldPlainly(error: Error | null, nameOf: (path: string) => string): Error | null {
  if (!(error instanceof ApiError) || error.details.length === 0) return error
  const { status, code, message, requestId } = error
  const details = error.details.map((detail) => ({ path: nameOf(detail.path), message: plainMessage(detail) }))
  const isTold = (detail: ErrorDetail, place: number) =>
    details.findIndex(({ path, message }) => path === detail.path && message === detail.message) === place
  return new ApiError(status, { code, message, details: details.filter(isTold), ...(requestId && { requestId }) })
}

/** The names of fields that hold addresses and handles are the same in every body. */
const FORMS: [ending: RegExp, words: string][] = [
  [/url$/i, 'must be an address with https://, or a path with one slash at its start'],
  [/\/(collection|product|handle)$/, 'must be a handle: small letters, digits and hyphens'],
  [/\/colours\/\w+$/, 'must be a colour such as #1f3a5f'],
  [/\/(service|class)$/, 'must be small letters, digits and hyphens'],
  [/secretKey$/, 'must be a key of Stripe that begins with sk_ or rk_'],
  [/publishableKey$/, 'must be a key of Stripe that begins with pk_'],
  [/webhookSecret$/, 'must begin with whsec_'],
  [/Family$/, 'must be names of fonts with commas between them'],
]

/** A schema speaks to programs: of patterns, and loudly. */
function plainMessage({ path, message }: ErrorDetail): string {
  const isPattern = message.startsWith('must match pattern')
  const isEmpty = /must NOT have fewer than 1 (characters|items)/.test(message)
  const words = FORMS.find(([ending]) => ending.test(path))?.[1]
  if (words && (isPattern || isEmpty || message.startsWith('must look like'))) return words
  if (isPattern || isEmpty) return 'must not be empty'
  return message
    .replaceAll('must NOT', 'must not')
    .replace('must be <= ', 'must be at most ')
    .replace('must be >= ', 'must be at least ')
}

const asSentence = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
