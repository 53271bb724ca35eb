import type { Environment } from '../src/ctx.ts'
import { createKey } from '../src/modules/keys/keys.ts'
import { provisionWorkspace } from '../src/modules/workspaces/workspaces.ts'
import { openServer, sharedServer, type TestServer } from './open-server.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: assertions check the fields they use
  body: any
}

export interface ApiClient {
  get(path: string, headers?: HeadersInit): Promise<ApiResponse>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  patch(path: string, body?: unknown): Promise<ApiResponse>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
}

export interface Shop {
  server: TestServer
  live: Environment
  test: Environment
  liveKey: string
  testKey: string
  /** Uses the live key. */
  api: ApiClient
  /** Uses the test key. */
  sandbox: ApiClient
  /** Uses only the workspace's identifier. */
  storefront: ApiClient
}

/**
 * A fresh workspace, not a fresh database: on the shared server unless one is given, without rate limits. All calls go
 * through HTTP.
 */
export async function openShop(ownServer?: TestServer): Promise<Shop> {
  const server = ownServer ?? (await sharedServer())
  const { live, test } = await provisionWorkspace(server.system, 'Test shop')
  const liveKey = (await createKey(server.system, live.workspaceId, { label: 'live', mode: 'live' }, { actor: null }))
    .secret
  const testKey = (await createKey(server.system, live.workspaceId, { label: 'test', mode: 'test' }, { actor: null }))
    .secret
  return {
    server,
    live,
    test,
    liveKey,
    testKey,
    api: createApiClient(server.url, { authorization: `Bearer ${liveKey}` }),
    sandbox: createApiClient(server.url, { authorization: `Bearer ${testKey}` }),
    storefront: createApiClient(server.url, { 'x-workspace-id': live.workspaceId }),
  }
}

/** For tests that inspect data outside their workspace. */
export const openIsolatedShop = async (): Promise<Shop> => openShop(await openServer())

export function createApiClient(url: string, defaultHeaders: Record<string, string> = {}): ApiClient {
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    // A Blob is sent unchanged and carries its own type.
    const needsNoType = body === undefined || body instanceof Blob
    const response = await fetch(url + path, {
      method,
      headers: { ...defaultHeaders, ...(!needsNoType && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && {
        body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parse(text) }
  }
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers as Record<string, string>),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
