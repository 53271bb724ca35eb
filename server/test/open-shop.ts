import type { Environment } from '../src/ctx.ts'
import { createKey } from '../src/modules/keys/keys.ts'
import { openWorkspace } from '../src/modules/workspaces/workspaces.ts'
import { openServer, sharedServer, type TestServer } from './open-server.ts'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by looking at it
  body: any
}

export interface Caller {
  get(path: string, headers?: HeadersInit): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

export interface Shop {
  server: TestServer
  live: Environment
  test: Environment
  liveKey: string
  testKey: string
  /** Speaks with the live key. */
  api: Caller
  /** Speaks with the test key. */
  sandbox: Caller
  /** Speaks with nothing but the workspace's identifier. */
  storefront: Caller
}

/**
 * A fresh workspace, not a fresh database: on the server that all such tests share, unless one is given. It may be asked as often
 * as a test likes. All calls go through the front door.
 */
export async function openShop(given?: TestServer): Promise<Shop> {
  const server = given ?? (await sharedServer())
  const { live, test } = await openWorkspace(server.system, 'Test shop')
  const liveKey = (await createKey(server.system, live.workspaceId, { label: 'live', mode: 'live' }, { actor: null }))
    .value
  const testKey = (await createKey(server.system, live.workspaceId, { label: 'test', mode: 'test' }, { actor: null }))
    .value
  return {
    server,
    live,
    test,
    liveKey,
    testKey,
    api: caller(server.url, { authorization: `Bearer ${liveKey}` }),
    sandbox: caller(server.url, { authorization: `Bearer ${testKey}` }),
    storefront: caller(server.url, { 'x-workspace-id': live.workspaceId }),
  }
}

/** For tests that look beyond their workspace. */
export const openLoneShop = async (): Promise<Shop> => openShop(await openServer())

export function caller(url: string, always: Record<string, string> = {}): Caller {
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    // A Blob is sent as it is, and says itself of what type it is.
    const isPlain = body === undefined || body instanceof Blob
    const response = await fetch(url + path, {
      method,
      headers: { ...always, ...(!isPlain && { 'content-type': 'application/json' }), ...headers },
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
