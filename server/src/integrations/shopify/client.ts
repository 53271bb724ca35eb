import { setTimeout } from 'node:timers/promises'
import { backoffMs } from '../../kit/backoff.ts'
import { ShopSourceError } from '../../ports/shop-source.ts'
import { openSafePost, readBytes } from '../safe-post.ts'
import { type GraphqlResponse, toBodyError, toStatusError, toUnavailable } from './errors.ts'
import { type Cost, newQueryBudget } from './query-budget.ts'

const MAX_RETRIES = 5
/** Longer waits are left to the caller, which may have other work. */
const LONGEST_WAIT_MS = 20_000
const MAX_BYTES = 16 * 1024 ** 2

export interface ClientOptions {
  /** Of the shop, without a path. */
  baseUrl: string
  token: string
  version: string
  /** For tests, whose servers run on the same machine. */
  allowLoopback: boolean
  timeoutMs: number
  firstRetryMs: number
  onOtherVersion?: ((version: string) => void) | undefined
}

export interface Request {
  query: string
  variables?: Record<string, unknown>
  /** False for a mutation that must not happen twice: it is retried only if it was certainly not executed. */
  isRepeatable?: boolean
}

export interface ShopifyClient {
  request<Data>(request: Request, signal: AbortSignal): Promise<Data>
  /** That answered last. */
  servedVersion(): string
}

/** Sends queries to a shop as fast as it allows, and repeats those that failed for a reason that passes. */
export function shopifyClient(options: ClientOptions): ShopifyClient {
  const { baseUrl, version, onOtherVersion } = options
  const url = `${baseUrl}/admin/api/${version}/graphql.json`
  const budget = newQueryBudget()
  let servedVersion = version

  async function attempt<Data>({ query, variables = {} }: Request, signal: AbortSignal): Promise<Data> {
    const { status, headers, text } = await post(url, JSON.stringify({ query, variables }), options, signal)
    const answering = headers['x-shopify-api-version']
    if (typeof answering === 'string' && answering !== servedVersion) {
      servedVersion = answering
      if (answering !== version) onOtherVersion?.(answering)
    }
    if (status !== 200) throw toStatusError(status, headers)
    const body = parseJson<GraphqlResponse<Data>>(text)
    const cost = body.extensions?.cost
    if (cost) budget.record(query, cost)
    if (body.errors?.length) throw toBodyError(body.errors, waitFor(cost))
    if (!body.data) throw toUnavailable('The response has no data.')
    return body.data
  }

  return {
    servedVersion: () => servedVersion,
    async request<Data>(request: Request, signal: AbortSignal) {
      for (let failures = 0; ; failures++) {
        try {
          await pause(budget.waitMs(request.query), signal)
          return await attempt<Data>(request, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof ShopSourceError) || !canRetry(error, request) || failures === MAX_RETRIES) throw error
          const backoff = { firstMs: options.firstRetryMs, longestMs: LONGEST_WAIT_MS }
          const waitMs = error.retryAfterMs ?? backoffMs(failures, backoff)
          if (waitMs > LONGEST_WAIT_MS) throw error
          await pause(waitMs, signal)
        }
      }
    },
  }
}

/** A throttled request was not executed. One that got no answer may have been. */
const canRetry = (error: ShopSourceError, { isRepeatable = true }: Request) =>
  error.code === 'throttled' || (error.isRetryable && isRepeatable)

function waitFor(cost: Cost | undefined): number | undefined {
  if (!cost?.throttleStatus) return undefined
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return Math.max(0, Math.ceil(((cost.requestedQueryCost - currentlyAvailable) / restoreRate) * 1000))
}

const pause = async (waitMs: number, signal: AbortSignal) => {
  if (waitMs > 0) await setTimeout(waitMs, undefined, { signal })
}

async function post(url: string, body: string, options: ClientOptions, signal: AbortSignal) {
  const { token, allowLoopback, timeoutMs } = options
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const headers = { accept: 'application/json', 'x-shopify-access-token': token }
  try {
    const response = await openSafePost(url, body, headers, { allowHttp: false, allowLoopback }, deadline)
    const bytes = await readBytes(response, MAX_BYTES)
    return { status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString('utf8') }
  } catch (error) {
    signal.throwIfAborted()
    throw toUnavailable('The connection failed.', error)
  }
}

function parseJson<Value>(text: string): Value {
  try {
    return JSON.parse(text) as Value
  } catch (error) {
    throw toUnavailable('The response is not JSON.', error)
  }
}
