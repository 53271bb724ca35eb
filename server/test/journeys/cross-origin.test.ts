import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished, type TestContext } from 'vitest'
import { openBrowser } from '../browser.ts'
import { openServer } from '../open-server.ts'
import { createApiClient, openShop } from '../open-shop.ts'

interface Parameter {
  in: string
  name: string
}

interface Operation {
  security?: Record<string, unknown>[]
  parameters?: (Parameter | { $ref: string })[]
}

interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { parameters: Record<string, Parameter>; responses: Record<string, { headers: Record<string, unknown> }> }
}

function resolveParameter({ components }: Document, parameter: Parameter | { $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter
  const resolved = components.parameters[parameter.$ref.split('/').at(-1) ?? '']
  if (!resolved) throw new Error(`${parameter.$ref} is missing`)
  return resolved
}

/** Headers that do not accept arbitrary values. */
const VALUES: Record<string, string> = {
  'api-version': '2026-04-17',
  'if-match': '"1"',
  'if-none-match': '"x"',
  'accept-language': 'de-AT',
}

/** A page of a different origin than the server, like a storefront. */
async function openOtherOrigin(context: TestContext): Promise<Page> {
  const otherOrigin = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">')
  })
  await new Promise<void>((resolve) => otherOrigin.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void otherOrigin.close())
  const page = await (await openBrowser(context)).newPage()
  await page.goto(`http://127.0.0.1:${(otherOrigin.address() as AddressInfo).port}/`)
  return page
}

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** `failure`: the browser withheld the response from the page. */
const send = (page: Page, sent: Sent) =>
  page.evaluate(async ({ url, ...init }) => {
    try {
      const response = await fetch(url, init)
      const text = await response.text()
      return { status: response.status, headers: Object.fromEntries(response.headers), text }
    } catch (error) {
      return { failure: String(error), status: 0, headers: {} as Record<string, string>, text: '' }
    }
  }, sent)

it('A8 a page of any origin may call every storefront operation with every documented header, and read the response headers', async (context) => {
  const server = await openServer()
  const shop = await openShop(server)
  const page = await openOtherOrigin(context)
  const document = (await createApiClient(server.url).get('/openapi.json')).body as Document
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation.security?.some((one) => 'workspace' in one))
  expect(operations.length).toBeGreaterThan(25)
  const { 'Retry-After': _, ...onEveryResponse } = document.components.responses['429']?.headers ?? {}
  const responseHeaders = Object.keys(onEveryResponse)
  expect(responseHeaders.length).toBeGreaterThan(3)

  for (const { path, method, operation } of operations) {
    const named = (operation.parameters ?? [])
      .map((parameter) => resolveParameter(document, parameter))
      .filter((one) => one.in === 'header')
      .map(({ name }) => name.toLowerCase())
    const names = new Set([...named, 'accept-language', 'if-none-match'])
    const headers = Object.fromEntries([...names].map((name) => [name, VALUES[name] ?? randomUUID()]))
    const url = `${server.url}${path.replaceAll(/\{\w+\}/g, 'x')}`
    const takesBody = method !== 'get' && method !== 'delete'
    const response = await send(page, {
      url,
      method: method.toUpperCase(),
      headers: {
        ...headers,
        'x-workspace-id': shop.live.workspaceId,
        ...(takesBody && { 'content-type': 'application/json' }),
      },
      ...(takesBody && { body: '{}' }),
    })
    expect([method, path, response]).toEqual([
      method,
      path,
      expect.not.objectContaining({ failure: expect.anything() }),
    ])
    const unreadable = responseHeaders.filter((name) => !(name.toLowerCase() in response.headers))
    expect([method, path, unreadable]).toEqual([method, path, []])
    if (response.status === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
})

it('A8 optimistic locking, retries, caching and keys work from a page of another origin', async (context) => {
  const { server, live, liveKey } = await openShop()
  const page = await openOtherOrigin(context)
  const visitor = { 'x-workspace-id': live.workspaceId }
  const json = { ...visitor, 'content-type': 'application/json' }

  const create = { url: `${server.url}/v1/carts`, method: 'POST', body: '{}' }
  const once = { ...json, 'idempotency-key': randomUUID() }
  const created = await send(page, { ...create, headers: once })
  const again = await send(page, { ...create, headers: once })
  expect([created.status, again.status, again.headers['idempotent-replayed'], again.text]).toEqual([
    201,
    201,
    'true',
    created.text,
  ])

  const cart = `${server.url}/v1/carts/${JSON.parse(created.text).id}`
  const change = (tag: string) =>
    send(page, { url: cart, method: 'PATCH', body: '{"note":"Ring twice"}', headers: { ...json, 'if-match': tag } })
  const changed = await change(created.headers.etag ?? '')
  expect([changed.status, changed.headers.etag === created.headers.etag]).toEqual([200, false])
  expect((await change(created.headers.etag ?? '')).status).toBe(412)

  const list = { url: `${server.url}/v1/products`, method: 'GET' }
  const first = await send(page, { ...list, headers: visitor })
  const second = await send(page, { ...list, headers: { ...visitor, 'if-none-match': first.headers.etag ?? '' } })
  expect([first.status, first.headers['x-cache'], second.headers['x-cache']]).toEqual([200, 'MISS', 'HIT'])
  expect([200, 304]).toContain(second.status)
  const keyed = await send(page, { ...list, headers: { authorization: `Bearer ${liveKey}` } })
  expect(keyed.status).toBe(200)
})
