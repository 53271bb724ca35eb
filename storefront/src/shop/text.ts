import { isStoredeskError, StoredeskConnectionError } from '@storedesk/sdk'

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What to tell the buyer. The API's messages are written for them. */
export function errorText(error: unknown): string {
  if (isStoredeskError(error)) {
    if (error.status === 429) return `Too many attempts. Try again in ${waitText(error.retryAfter ?? 60)}.`
    return error.status >= 500 ? 'The shop could not do this just now. Try again in a moment.' : error.message
  }
  if (error instanceof StoredeskConnectionError) return 'No connection to the shop. Check your network and try again.'
  throw error
}

const waitText = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : plural(Math.max(1, seconds), 'second')
