import type { IncomingHttpHeaders } from 'node:http'
import { ShopSourceError } from '../../ports/shop-source.ts'
import type { Cost } from './query-budget.ts'

interface GraphqlError {
  message: string
  extensions?: { code?: string; requiredAccess?: string }
}

export interface GraphqlResponse<Data> {
  data?: Data | null
  errors?: GraphqlError[]
  extensions?: { cost?: Cost }
}

export interface UserError {
  field: string[] | null
  message: string
  code?: string | null
}

export const toUnavailable = (reason: string, cause?: unknown) =>
  new ShopSourceError('unavailable', `Shopify is not responding. ${reason} Try again later.`, { cause })

const UNAUTHORIZED =
  'Shopify rejected the access token. Create a new one in the settings of your Shopify app and enter it here.'
const INACTIVE = 'This Shopify shop is closed or its plan is not paid. Open it in Shopify, then try again.'

export function toStatusError(status: number, headers: IncomingHttpHeaders): ShopSourceError {
  if (status === 401) return new ShopSourceError('unauthorized', UNAUTHORIZED)
  if (status === 402 || status === 423) return new ShopSourceError('forbidden', INACTIVE)
  if (status === 403) return new ShopSourceError('forbidden', 'Shopify does not allow this access token to be used.')
  // A renamed or deleted shop redirects.
  if (status === 404 || (status >= 300 && status < 400)) {
    return new ShopSourceError('not_found', 'Shopify has no shop with this domain. Check its spelling.')
  }
  if (status === 429) {
    const seconds = Number.parseFloat(headers['retry-after'] ?? '')
    const retryAfterMs = Number.isFinite(seconds) ? { retryAfterMs: Math.max(0, seconds * 1000) } : {}
    return new ShopSourceError('throttled', THROTTLED, retryAfterMs)
  }
  if (status >= 500) return toUnavailable(`It returned status ${status}.`)
  return new ShopSourceError('rejected', `Shopify rejected the request with status ${status}.`)
}

const THROTTLED = 'Shopify limits how fast this shop can be read. Try again in a minute.'

/** Errors in a response with status 200. `waitMs`: until the bucket holds enough points for the query. */
export function toBodyError(errors: GraphqlError[], waitMs: number | undefined): ShopSourceError {
  const [first] = errors
  const find = (code: string) => errors.find(({ extensions }) => extensions?.code === code)
  if (find('THROTTLED')) {
    return new ShopSourceError('throttled', THROTTLED, waitMs === undefined ? {} : { retryAfterMs: waitMs })
  }
  const denied = find('ACCESS_DENIED')
  if (denied) {
    const required = denied.extensions?.requiredAccess ?? denied.message
    return new ShopSourceError('forbidden', `The Shopify app may not read this. It needs: ${required}`)
  }
  if (find('SHOP_INACTIVE')) return new ShopSourceError('forbidden', INACTIVE)
  if (find('INTERNAL_SERVER_ERROR')) return toUnavailable('It reported an internal error.')
  return new ShopSourceError('rejected', `Shopify rejected the query: ${first?.message}`)
}

export function assertNoUserErrors(errors: UserError[]): void {
  const [first] = errors
  if (!first) return
  const isBusy = first.code === 'OPERATION_IN_PROGRESS' || first.code === 'LIMIT_REACHED'
  if (isBusy) {
    const message = 'Another app or run is exporting data from this Shopify shop. Try again when it is done.'
    throw new ShopSourceError('busy', message)
  }
  throw new ShopSourceError('rejected', `Shopify rejected the request: ${first.message}`)
}
