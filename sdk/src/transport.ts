import type { Client } from 'openapi-fetch'
import createFetchClient from 'openapi-fetch'
import type { PostSettings } from './operations.ts'
import type { RetryPolicy } from './retry.ts'
import { type Clock, type SendSettings, send } from './send.ts'

export interface ClientOptions {
  /** The API's address, without `/v1`. */
  baseUrl: string
  /** `svc_live_…` or `svc_test_…`. For servers only: anyone who can read the page can read the key. */
  apiKey?: string | undefined
  /** For browsers, instead of a key: the identifier of the workspace or of its sandbox. */
  workspaceId?: string | undefined
  /** The token of a signed-in customer: all requests then act for them. */
  customerToken?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** Attempts after the first; defaults to 2. */
  maxRetries?: number | undefined
  /** Per attempt; defaults to 30,000. */
  timeoutMs?: number | undefined
}

export interface UntypedOptions extends PostSettings {
  params?: Record<string, unknown> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
}

interface ResponseHandling {
  parseAs?: 'text' | 'stream'
  retryPolicy?: RetryPolicy
}

/** openapi-fetch with paths known only at run time; `Storedesk` restores their types. */
type UntypedRequest = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>

/** The only text that the API accepts. */
const TEXT_TYPE = 'text/csv'

/**
 * openapi-fetch writes the request and reads the response; `send` replaces its `fetch`, so that all calls follow the
 * same rules.
 */
export function createTransport<Paths extends object>(options: ClientOptions, clock: Clock) {
  assertBaseUrl(options.baseUrl)
  const defaults: SendSettings = {
    // Looked up at each call: browsers throw when a bare `fetch` is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    maxRetries: options.maxRetries ?? 2,
    timeoutMs: options.timeoutMs ?? 30_000,
    signal: undefined,
  }
  const raw: Client<Paths> = createFetchClient<Paths>({
    baseUrl: options.baseUrl,
    headers: {
      authorization: options.apiKey === undefined ? undefined : `Bearer ${options.apiKey}`,
      'x-workspace-id': options.workspaceId,
      'x-customer-token': options.customerToken,
    },
    fetch: (request) => send(request, { ...defaults, signal: request.signal }, clock),
  })
  const request = raw.request as unknown as UntypedRequest

  /** Passes the caller's signal straight to `send`: inside a Request, Node may lose it (nodejs/undici#4068). */
  function execute(method: string, path: string, callOptions: UntypedOptions, handling: ResponseHandling = {}) {
    const { params, query, body, headers, idempotencyKey } = callOptions
    assertParams(path, params)
    const contentType = body instanceof Blob ? body.type : typeof body === 'string' ? TEXT_TYPE : undefined
    const settings: SendSettings = {
      fetch: defaults.fetch,
      maxRetries: callOptions.maxRetries ?? defaults.maxRetries,
      timeoutMs: callOptions.timeoutMs ?? defaults.timeoutMs,
      signal: callOptions.signal,
      retryPolicy: handling.retryPolicy,
    }
    return request(method, path, {
      params: { path: params, query },
      body,
      ...(contentType !== undefined && { bodySerializer: (body: string | Blob) => body }),
      headers: {
        'idempotency-key': idempotencyKey,
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...headers,
      },
      parseAs: handling.parseAs ?? 'text',
      fetch: (request: Request) => send(request, settings, clock),
    })
  }

  return { raw, execute }
}

/** An empty or dotted value would change the path, and the call would reach another operation. */
function assertParams(path: string, params: UntypedOptions['params']): void {
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const value = String(params?.[name] ?? '')
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${path}: "${value}" is not a valid ${name}.`)
  }
}

/** Otherwise every call fails as if the network were down. A browser may also call the host of its page. */
function assertBaseUrl(baseUrl: string): void {
  const url = JSON.stringify(baseUrl)
  if (!/^(https?:\/\/|\/|$)/.test(baseUrl))
    throw new TypeError(`baseUrl must start with http:// or https://, not ${url}.`)
  if (/\/v1\/?$/.test(baseUrl)) throw new TypeError(`baseUrl must not contain /v1, which the SDK adds: ${url}.`)
}
