import type { components, paths } from './generated/api.ts'
import { renewSession } from './session-renewal.ts'

export const API_ROOT = '/dashboard/api'
const TIMEOUT_MS = 30_000

export type ErrorDetail = components['schemas']['ErrorDetail']

type ServerError = components['schemas']['Error']['error']

/** A proxy's error has no request. */
type ErrorBody = Pick<ServerError, 'code' | 'message' | 'details' | 'retryAfter'> &
  Partial<Pick<ServerError, 'requestId'>> &
  Record<string, unknown>

/** An error response. Its message is written for people and can be shown as is. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: ErrorDetail[]
  /** Data of this code, such as the `id` that was not found. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody) {
    const { code, message, details, requestId, retryAfter, ...fields } = body
    super(message)
    this.status = status
    this.code = code
    this.details = details ?? []
    this.fields = fields
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** Required for `/v1` routes, which are scoped to one environment. */
  environmentId?: string | undefined
  /** The version the client read; the server returns 412 if it has changed since. */
  ifMatch?: number | undefined
  /** Lets the server recognize a retry of a request it has already processed. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Receives the server's clock from the response, accurate to the second. */
  onServerTime?: ((at: Date) => void) | undefined
}

/**
 * The caller asserts the response type: use `api` or a hook, which derive it from the path. If the session has expired,
 * the request is repeated as soon as the user has signed in again.
 */
export const send = <Result>(path: string, options: RequestOptions = {}): Promise<Result> =>
  withSession(path, () => sendOnce<Result>(path, options))

async function sendOnce<Result>(path: string, options: RequestOptions): Promise<Result> {
  const { method = 'GET', body, environmentId, ifMatch, idempotencyKey, signal, onServerTime } = options
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(API_ROOT + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(environmentId && { 'x-environment-id': environmentId }),
      ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    cache: 'no-store',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
  const date = response.headers.get('date')
  if (date) onServerTime?.(new Date(date))
  if (response.status === 204) return undefined as Result
  return parseResponse<Result>(await response.json().catch(() => undefined), response.status)
}

/** A file of any length: without the time limit of other requests. */
export const fetchFile = (path: string, environmentId: string | undefined): Promise<Blob> =>
  withSession(path, () => fetchFileOnce(path, environmentId))

async function fetchFileOnce(path: string, environmentId: string | undefined): Promise<Blob> {
  const response = await fetch(API_ROOT + path, {
    headers: environmentId ? { 'x-environment-id': environmentId } : {},
    cache: 'no-store',
  })
  if (response.ok) return response.blob()
  return parseResponse<never>(await response.json().catch(() => undefined), response.status)
}

/** At sign-in, a 401 means a wrong password or code. */
const SIGN_IN_PATH = '/auth/'

export async function withSession<Result>(path: string, request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    const isExpired = error instanceof ApiError && error.status === 401 && !path.startsWith(SIGN_IN_PATH)
    if (isExpired && (await renewSession())) return request()
    throw error
  }
}

export function parseResponse<Result>(content: unknown, status: number): Result {
  if (status < 200 || status > 299) throw new ApiError(status, parseErrorBody(content, status))
  if (content === undefined) throw new Error('The server returned a response that is not JSON.')
  return content as Result
}

function parseErrorBody(content: unknown, status: number): ErrorBody {
  if (typeof content === 'object' && content !== null && 'error' in content && isErrorBody(content.error)) {
    return content.error
  }
  return {
    code: 'unknown',
    message: `The server returned status ${status}. A proxy in front of it may have responded instead.`,
  }
}

const isErrorBody = (error: unknown): error is ErrorBody =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  'message' in error &&
  typeof error.message === 'string'

export type ApiPath = keyof paths
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [P in ApiPath]: paths[P] extends Record<M, { responses: unknown }> ? P : never
}[ApiPath]

type Operation<P extends ApiPath, M extends Method> = paths[P][M & keyof paths[P]]

type JsonContent<Message> = Message extends { content: { 'application/json': infer Content } } ? Content : never

/** What the path returns: `ResponseBody<'/v1/orders/{id}'>` is an order. */
export type ResponseBody<P extends ApiPath, M extends Method = 'get'> =
  Operation<P, M> extends { responses: infer Responses }
    ? 204 extends keyof Responses
      ? undefined
      : JsonContent<Responses[201 extends keyof Responses ? 201 : keyof Responses & (200 | 202)]>
    : never

/** What a POST with `preview=true` returns. */
export type PreviewBody<P extends ApiPath> =
  Operation<P, 'post'> extends { responses: { 200: infer Response } } ? JsonContent<Response> : never

/** One entry of the list that the path returns. */
export type ListItem<P extends ApiPath> = ResponseBody<P> extends { data: (infer Item)[] } ? Item : never

/** What the path accepts; `undefined` if it takes no body. */
export type RequestBody<P extends ApiPath, M extends Method> =
  Operation<P, M> extends { requestBody?: infer Body }
    ? [JsonContent<NonNullable<Body>>] extends [never]
      ? undefined
      : JsonContent<NonNullable<Body>>
    : never

/** Query parameters of a GET; what is empty or undefined is not sent. */
export type QueryOf<P extends ApiPath, M extends Method = 'get'> =
  Operation<P, M> extends { parameters: { query?: infer Query } }
    ? { [Name in keyof NonNullable<Query>]?: NonNullable<Query>[Name] | undefined }
    : Record<string, never>

type ParameterNames<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never

/** Values for the names in braces. */
export type PathParameters<P> = { [Name in ParameterNames<P>]: string }

export function toUrl(path: string, parameters: Record<string, string>, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''))
  // A list repeats its name.
  const entries = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  const sent = entries.filter(([, value]) => value !== undefined && value !== '')
  return sent.length > 0 ? `${filled}?${new URLSearchParams(sent.map(([k, v]) => [k, String(v)]))}` : filled
}

type TypedOptions<P extends ApiPath, M extends Method> = Omit<RequestOptions, 'method' | 'body' | 'environmentId'> & {
  query?: QueryOf<P, M>
} & (keyof PathParameters<P> extends never ? unknown : { params: PathParameters<P> }) &
  (RequestBody<P, M> extends undefined ? unknown : { body: RequestBody<P, M> }) &
  (P extends `/v1/${string}` ? { environmentId: string } : unknown)

const withMethod =
  <M extends Method>(method: M) =>
  <P extends PathWith<M> & ApiPath>(path: P, options: TypedOptions<P, M>): Promise<ResponseBody<P, M>> => {
    const { params = {}, query = {}, ...rest }: { params?: Record<string, string>; query?: object } = options
    return send(toUrl(path, params, query), { ...rest, method: METHODS[method] })
  }

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const

/** Requests whose path decides the types of body and response. */
export const api = {
  get: withMethod('get'),
  post: withMethod('post'),
  put: withMethod('put'),
  patch: withMethod('patch'),
  delete: withMethod('delete'),
}
