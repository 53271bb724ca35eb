import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { ApiClient, ApiResponse, Shop } from '../open-shop.ts'
import type { StaffClient } from '../sign-in.ts'
import type { Route } from './route-table.ts'

/** How to call a route successfully. */
export interface RouteSamples {
  /** For each path that needs an id or a query: a path with an id that exists in the caller's environment. */
  existing: Record<string, (caller: ApiClient) => Promise<string>>
  /** For each route with a body: a valid body, or a function that builds one for the caller. */
  bodies: Record<string, object | string | ((caller: ApiClient) => Promise<object>)>
  /** For each route whose body is not JSON: its content type. */
  types: Record<string, string>
  /** Routes whose body is a file of any type: none is rejected. */
  anyBody: string[]
  /** Routes that a sandbox always rejects. */
  onlyLive: string[]
  /** For each route with required headers: a function that builds new ones for each call. */
  headers: Record<string, (caller: ApiClient) => Promise<Record<string, string>>>
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export async function bodyOf(
  { method, path, takesBody }: Route,
  { bodies }: RouteSamples,
  caller: ApiClient,
): Promise<object | string | undefined> {
  if (!takesBody) return undefined
  const body = bodies[`${method} ${path}`]
  if (!body)
    throw new Error(
      `${method} ${path} is new: give it a body in BODIES of sandbox-samples.ts, so that it is tested here`,
    )
  return typeof body === 'function' ? body(caller) : body
}

export async function headersOf(
  { method, path }: Route,
  { types, headers }: RouteSamples,
  caller: ApiClient,
): Promise<Record<string, string>> {
  const type = types[`${method} ${path}`]
  return { ...(type && { 'content-type': type }), ...(await headers[path]?.(caller)) }
}

/** Created once per caller and path. */
const lasting = new WeakMap<ApiClient, Map<string, Promise<string>>>()

/** For calls that do not consume the resource: reads, updates, and those that are rejected. */
export function lastingPath(route: Route, samples: RouteSamples, caller: ApiClient): Promise<string> {
  const paths = lasting.get(caller) ?? new Map<string, Promise<string>>()
  lasting.set(caller, paths)
  const path = paths.get(route.path) ?? newPath(route, samples, caller)
  paths.set(route.path, path)
  return path
}

export const pathOf = (route: Route, samples: RouteSamples, caller: ApiClient): Promise<string> =>
  (lasts(route.method) ? lastingPath : newPath)(route, samples, caller)

async function newPath({ path }: Route, { existing }: RouteSamples, caller: ApiClient): Promise<string> {
  const make = existing[path]
  if (!make && !path.includes(':')) return path
  if (!make)
    throw new Error(`${path} is new: say in EXISTING of sandbox-samples.ts how to make one, so that it is tested here`)
  return make(caller)
}

/** Calls every route in the sandbox, with a test key and as staff who have selected the sandbox. */
export async function sweepSandbox(
  shop: Shop,
  { staff, stranger }: { staff: ApiClient; stranger: Shop },
  routes: Route[],
  samples: RouteSamples,
): Promise<void> {
  for (const caller of [shop.sandbox, staff]) {
    const isStaff = caller === staff
    // Tries all methods once per path, and with the key only: staff requests reach the same handlers.
    const tried = new Set(isStaff ? routes.map(({ path }) => path) : [])
    for (const route of routes) {
      // Staff never act for a customer.
      if (isStaff && route.customer === 'required') continue
      // Rejected calls leave the resource to the next one: making one takes longer than calling the route.
      const first = await newCall(route, samples, caller)
      await callBadly(first, route, samples, caller, isStaff ? undefined : stranger)
      if (isStaff) await callWithIdentifiers(first, route, samples, caller, [shop, stranger])
      else {
        await callWell(first, route, samples, caller)
        await callWithIdentifiers(await newCall(route, samples, caller), route, samples, caller, [shop, shop])
      }
      const isFirst = !tried.has(route.path)
      if (isFirst) await callOtherwise(route, samples, caller)
      tried.add(route.path)
      // The resource may be gone.
      if (isFirst || !lasts(route.method)) lasting.get(caller)?.delete(route.path)
    }
  }
}

interface Call {
  path: string
  body: object | string | undefined
}

const newCall = async (route: Route, samples: RouteSamples, caller: ApiClient): Promise<Call> => ({
  path: await pathOf(route, samples, caller),
  body: await bodyOf(route, samples, caller),
})

/** The dashboard, which serves the same routes, with the sandbox selected. */
export function inSandbox(owner: StaffClient, { test }: Shop): ApiClient {
  const send: ApiClient['send'] = (method, path, body, headers) =>
    owner.send(method, `/dashboard/api${path}`, body, { ...headers, 'x-environment-id': test.environmentId })
  return {
    send,
    get: (path) => send('GET', path),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body) => send('PATCH', path, body),
  }
}

async function callWell(
  { path, body }: Call,
  route: Route,
  samples: RouteSamples,
  caller: ApiClient,
  more: Record<string, string> = {},
): Promise<void> {
  const headers = { ...(await headersOf(route, samples, caller)), ...more }
  const response = await caller.send(route.method, path, body, headers)
  const isRefused = samples.onlyLive.includes(`${route.method} ${route.path}`)
  expectStatus(route, response, (status) => (isRefused ? status === 409 : status < 300))
}

/** Names other environments wherever one could be read, and repeats the call with its Idempotency-Key. */
async function callWithIdentifiers(
  { path, body }: Call,
  route: Route,
  samples: RouteSamples,
  caller: ApiClient,
  [inQuery, inHeader]: [Shop, Shop],
): Promise<void> {
  const { method } = route
  const url = withQuery(path, `workspace_id=${inQuery.live.environmentId}`)
  const once = reads(method) ? {} : { 'idempotency-key': randomUUID() }
  const headers = { 'x-workspace-id': inHeader.live.environmentId, ...once }
  await callWell({ path: url, body }, route, samples, caller, headers)
  if (reads(method)) return
  for (const sent of [body, { and: 'another' }]) {
    const again = { ...(await headersOf(route, samples, caller)), ...headers }
    expectStatus(route, await caller.send(method, url, sent, again), (status) => status < 500)
  }
}

/**
 * Causes every kind of rejection: unknown id, unknown field, invalid JSON, and the identifier of another workspace. Staff
 * requests, which have no stranger, are rejected by the same schemas: one of them is enough.
 */
async function callBadly(
  { path, body }: Call,
  route: Route,
  samples: RouteSamples,
  caller: ApiClient,
  stranger?: Shop,
): Promise<void> {
  const isRejected = (status: number) => status >= 400 && status < 500
  const { method } = route
  // Without the content type: errors are returned as JSON.
  const send = async (url: string, sent: Call['body'] | unknown[], more: Record<string, string> = {}) =>
    caller.send(method, url, sent, { ...(await samples.headers[route.path]?.(caller)), ...more })
  const rejected = [send(withQuery(path, 'nonsense=1'), body)]
  if (route.path.includes(':')) rejected.push(send(route.path.replaceAll(/:\w+/g, 'x'), body))
  if (stranger) rejected.push(send(path, body, { 'x-workspace-id': stranger.live.environmentId }))
  if (stranger && route.takesBody && !samples.anyBody.includes(`${method} ${route.path}`)) {
    for (const bad of [{ nonsense: 1 }, 'not JSON', []]) rejected.push(send(path, bad))
    rejected.push(send(path, body, { 'content-type': 'text/plain' }))
  }
  for (const response of await Promise.all(rejected)) expectStatus(route, response, isRejected)
}

/** Calls the path with every method, the last of which deletes the resource. */
async function callOtherwise(route: Route, samples: RouteSamples, caller: ApiClient): Promise<void> {
  const path = await lastingPath(route, samples, caller)
  const body = await bodyOf(route, samples, caller)
  for (const method of METHODS) {
    const validHeaders = (await samples.headers[route.path]?.(caller)) ?? {}
    const response = await caller.send(method, path, reads(method) ? undefined : (body ?? {}), validHeaders)
    expectStatus({ ...route, method }, response, (status) => status < 500)
  }
}

const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

const lasts = (method: string) => reads(method) || method === 'PUT' || method === 'PATCH'

const reads = (method: string) => method === 'GET' || method === 'HEAD'

function expectStatus(
  { method, path }: Route,
  { status, body }: ApiResponse,
  isExpected: (status: number) => boolean,
): void {
  expect([method, path, status, body?.error?.message]).toEqual([
    method,
    path,
    expect.toSatisfy(isExpected),
    body?.error?.message,
  ])
}
