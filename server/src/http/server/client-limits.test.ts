import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { hashPassword as theirHash, verifyPassword as theirVerify } from 'better-auth/crypto'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openServer, type TestServer } from '../../../test/open-server.ts'
import { createApiClient, openShop } from '../../../test/open-shop.ts'
import { anonymousBrowser, PASSWORD, signIn } from '../../../test/sign-in.ts'
import { hashPassword, verifyPassword } from '../../modules/sign-in/password-hashing.ts'
import { limitPublicRoutes } from '../limits/public-limits.ts'
import { addressQuota, sessionQuota } from '../limits/quotas.ts'
import type { Routes } from '../routes.ts'
import { createServer } from './server.ts'

const frozenClock = { limitClock: () => 1_700_000_000_000 }

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** Reads until the server closes the connection. */
async function readAll(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

const open = async ({ port }: TestServer, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  return socket
}

/** Throttles last until the test advances the time, however slow the machine is. Not with `expect.poll`: it does, too. */
function stopThrottles() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Blocks and timeouts take as long as usual until the test advances the time. */
function controlBlocks() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

const TICK_MS = 10
const SECOND_MS = 1000

/** Reads a connection that the server rejects: it stays open for some seconds, unread. */
async function readHeld(socket: Socket): Promise<string> {
  let text: string | undefined
  void readAll(socket).then((all) => {
    text = all
  })
  for (; text === undefined; await sleep(TICK_MS)) vi.advanceTimersByTime(SECOND_MS)
  return text
}

describe('GET /openapi.json', () => {
  it('is compressed for clients that accept it, and plain for others', async () => {
    const { server } = await openShop()
    const sendRequest = async (encoding: string) => {
      const socket = await open(server)
      socket.write(get('/openapi.json', `Accept-Encoding: ${encoding}\r\nConnection: close\r\n`))
      const text = await readAll(socket)
      const [head = ''] = text.split('\r\n\r\n', 1)
      const body = Buffer.from(text.slice(head.length + 4), 'latin1')
      return { head, body, encoding: /content-encoding: (\w+)/.exec(head)?.[1] }
    }
    const plain = await sendRequest('identity')
    expect(JSON.parse(plain.body.toString()).openapi).toBe('3.1.0')
    const [br, zipped] = [await sendRequest('gzip, br'), await sendRequest('gzip;q=0.5, br;q=0')]
    expect([plain.encoding, br.encoding, zipped.encoding]).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true)
    expect(br.body.length).toBeLessThan(plain.body.length / 5)
    expect(br.head).toContain('vary: accept-encoding')
  })

  it.each(['/openapi.json', '/docs/', '/docs/search.json'])('%s returns 304 to clients that cache it', async (path) => {
    const { server } = await openShop()
    const first = await fetch(server.url + path)
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, (await first.arrayBuffer()).byteLength > 500]).toEqual([200, true])
    const again = await fetch(server.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

it('serves pages of the documentation however their path is spelled, and its assets forever', async () => {
  const { server } = await openShop()
  const get = (path: string) => fetch(server.url + path)
  const [page, same] = [await get('/docs/errors'), await get('/docs/%65rrors')]
  expect([page.status, same.headers.get('etag')]).toEqual([200, page.headers.get('etag')])
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe')
  const asset = /href="(\/docs\/assets\/[^"]+\.css)"/.exec(await page.text())?.[1]
  expect((await get(`${asset}`)).headers.get('cache-control')).toContain('immutable')
  expect((await createApiClient(server.url).get('/docs/nothing')).body.error.code).toBe('not_found')
  expect((await get('/docs')).url).toBe(`${server.url}/docs/`)
})

describe('D9 every route counts its requests', () => {
  it('counts the API reference by client address', async () => {
    const server = await openServer(frozenClock)
    const sendRequest = async () => (await fetch(`${server.url}/docs/nothing`)).status
    for (let count = 0; count < 119; count++) await sendRequest()
    const last = await fetch(`${server.url}/openapi.json`, { headers: { 'if-none-match': '*' } })
    expect([last.status, await sendRequest()]).toEqual([304, 429])
    const other = await open(server, '127.0.0.2')
    other.write(get('/openapi.json', 'If-None-Match: *\r\nConnection: close\r\n'))
    expect(await readAll(other)).toMatch(/^HTTP\/1\.1 304/)
  })

  it('counts public dashboard routes by client address, before parsing the body', async () => {
    const server = await openServer(frozenClock)
    const sendRequest = async () => anonymousBrowser(server).post('/dashboard/api/auth/sign-in', { nobody: 1 })
    for (let count = 0; count < 119; count++) await sendRequest()
    expect((await sendRequest()).status).toBe(400)
    const rejected = await sendRequest()
    expect(rejected).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect(Number(rejected.headers.get('retry-after'))).toBe(60)
  })

  it('counts health checks but serves them beyond the limit; metrics are not', async () => {
    const server = await openServer({ ...frozenClock, limits: { rejectionBurst: 2, throttledPerSecond: 100 } })
    const quota = addressQuota('127.0.0.1', 'probe')
    while (server.app.accessControl.localLimiter.decide(quota, 1).allowed);
    const statusOf = async (path: string) => (await fetch(server.url + path)).status
    for (let count = 0; count < 4; count++) {
      expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
    }
    expect(await statusOf('/metrics')).toBe(429)
    // Feeds cost the database something: they have a limit of their own.
    const feed = addressQuota('127.0.0.1', 'feed')
    const { remaining } = server.app.accessControl.localLimiter.decide(feed, 1)
    for (let count = 0; count < remaining; count++) server.app.accessControl.localLimiter.decide(feed, 1)
    expect([remaining, await statusOf('/feeds/x/google.xml'), await statusOf('/feeds/x/sitemap-2.xml')]).toEqual([
      59, 429, 429,
    ])
  })

  it('counts staff by session, not by address', async () => {
    const shop = await openShop(await openServer(frozenClock))
    const [busy, calm] = [await signIn(shop), await signIn(shop)]
    const { pool } = shop.server.db
    const { rows } = await pool.query<{ id: string }>('select id from sessions where user_id = $1', [busy.userId])
    const quota = sessionQuota(rows[0]?.id ?? '')
    while (shop.server.app.accessControl.localLimiter.decide(quota, 1).remaining > 2);
    const environment = { 'x-environment-id': shop.live.environmentId }
    expect((await busy.get('/dashboard/api/me')).status).toBe(200)
    expect((await busy.get('/dashboard/api/v1/workspace', environment)).status).toBe(200)
    expect((await busy.get('/dashboard/api/me')).status).toBe(429)
    expect((await busy.get('/dashboard/api/v1/workspace', environment)).status).toBe(429)
    expect((await calm.get('/dashboard/api/me')).status).toBe(200)
  })

  it('fails the boot for a route without a limit', async () => {
    const app = createServer({ logger: pino({ level: 'silent' }) })
    limitPublicRoutes(app)
    app.get('/counted', { config: { publicLimit: 'page' } }, async () => ({}))
    app.get('/uncounted', async () => ({}))
    await expect(app.ready()).rejects.toThrow('Declare a rate limit for: GET /uncounted')
  })
})

describe('one connection', () => {
  /** Counts how many run at once. */
  function slowRoutes() {
    const counts = { started: 0, atOnce: 0, max: 0 }
    const routes: Routes = async (app) => {
      const schema = { operationId: 'slow', tags: ['Slow'], response: { 200: {} } }
      app.get('/slow', { config: { access: 'storefront', limit: 'default' }, schema }, async () => {
        counts.started += 1
        counts.atOnce += 1
        counts.max = Math.max(counts.max, counts.atOnce)
        await new Promise((resolve) => setImmediate(resolve))
        counts.atOnce -= 1
        return 'x'.repeat(8_000_000)
      })
    }
    return { counts, routes }
  }
  const slow = (shop: { live: { workspaceId: string } }) =>
    get('/v1/slow', `X-Workspace-Id: ${shop.live.workspaceId}\r\n`)

  it('runs one request after the other', async () => {
    const { counts, routes } = slowRoutes()
    const shop = await openShop(await openServer({ ...frozenClock, extra: { routes } }))
    const socket = await open(shop.server)
    const lastRequest = get('/healthz', 'Connection: close\r\n')
    socket.write(slow(shop).repeat(5) + lastRequest)
    const text = await readAll(socket)
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(6)
    expect(counts).toMatchObject({ started: 5, max: 1 })
  })

  it('answers the accepted requests and closes when too many are sent at once', async () => {
    const server = await openServer({ limits: { pipelined: 8 } })
    const socket = await open(server)
    socket.write(get('/healthz').repeat(1000))
    const text = await readAll(socket)
    expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(9)
    expect(text.match(/connection: close/gi)).toHaveLength(1)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('is not read while it waits for a response, and others are served', async () => {
    const waiting: (() => void)[] = []
    const routes: Routes = async (app) => {
      const schema = { operationId: 'held', tags: ['Held'], response: { 200: {} } }
      app.get('/held', { config: { access: 'storefront', limit: 'default' }, schema }, async () => {
        await new Promise<void>((resolve) => waiting.push(resolve))
        return 'x'
      })
    }
    const shop = await openShop(await openServer({ ...frozenClock, extra: { routes } }))
    const { server } = shop
    let parsed = 0
    server.app.server.on('request', () => {
      parsed += 1
    })
    const socket = await open(server)
    const all = readAll(socket)
    socket.write(get('/v1/held', `X-Workspace-Id: ${shop.live.workspaceId}\r\n`))
    await expect.poll(() => waiting.length).toBe(1)
    for (let packet = 0; packet < 20; packet++) {
      socket.write(get('/healthz').repeat(packet === 0 ? 1 : 500))
      const other = await open(server, '127.0.0.2')
      other.write(get('/healthz', 'Connection: close\r\n'))
      expect(await readAll(other)).toMatch(/^HTTP\/1\.1 200/)
    }
    // One read of the socket returns at most 64 kB, which are fewer than 2,000 of these.
    expect(parsed).toBeLessThan(2000)
    for (const resolve of waiting) resolve()
    expect((await all).match(/HTTP\/1\.1 200/g)?.length).toBeLessThan(100)
  })

  it('is closed when its client does not read, and its waiting requests do not run', async () => {
    const { counts, routes } = slowRoutes()
    const shop = await openShop(await openServer({ ...frozenClock, extra: { routes }, limits: { stalledMs: 300 } }))
    // On a busy machine it may be closed before its first request runs.
    while (counts.started === 0) {
      const socket = await open(shop.server)
      socket.pause()
      socket.on('error', () => {})
      socket.write(slow(shop).repeat(20))
      await untilNoConnections(shop.server)
      socket.destroy()
    }
    expect(counts.started).toBe(1)
  })
})

/** Resolves when the server has no open connection. */
async function untilNoConnections({ app }: TestServer): Promise<void> {
  const count = () => new Promise<number>((resolve) => app.server.getConnections((_error, number) => resolve(number)))
  await expect.poll(count).toBe(0)
}

describe('one client', () => {
  it('has a maximum number of connections; others have theirs', async () => {
    controlBlocks()
    const server = await openServer({ limits: { connectionsPerClient: 2 } })
    const [first] = [await open(server), await open(server)]
    const third = await open(server)
    expect(await readHeld(third)).toBe('')
    const other = await open(server, '127.0.0.2')
    other.write(get('/healthz', 'Connection: close\r\n'))
    expect(await readAll(other)).toMatch(/^HTTP\/1\.1 200/)
    expect(server.logged.join('')).toContain('one client has too many open')
    first.destroy()
    await expect
      .poll(async () =>
        fetch(`${server.url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
  })

  it("behind a trusted proxy is not counted by the proxy's address", async () => {
    const server = await openServer({ limits: { connectionsPerClient: 1 }, trustedProxies: ['127.0.0.1'] })
    await open(server)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('is throttled when it continues after many rejections; others are not delayed', async () => {
    stopThrottles()
    const server = await openServer({ ...frozenClock, limits: { rejectionBurst: 5, throttledPerSecond: 100 } })
    const sendRequest = async () => (await fetch(`${server.url}/docs/nothing`)).status
    for (let count = 0; count < 120; count++) await sendRequest()
    for (let count = 0; count < 6; count++) expect(await sendRequest()).toBe(429)
    let [requestCount, responseCount] = [0, 0]
    server.app.server.on('request', () => void requestCount++)
    const paced = Array.from({ length: 100 }, () => sendRequest().then((status) => [status, ++responseCount]))
    while (requestCount < 100) await sleep(TICK_MS)
    const other = await open(server, '127.0.0.2')
    other.write(get('/healthz', 'Connection: close\r\n'))
    expect(await readAll(other)).toMatch(/^HTTP\/1\.1 200/)
    expect(responseCount).toBe(0)
    vi.advanceTimersByTime(50 * TICK_MS)
    while (responseCount < 50) await sleep(TICK_MS)
    expect(responseCount).toBe(50)
    vi.advanceTimersByTime(50 * TICK_MS)
    expect(new Set((await Promise.all(paced)).map(([status]) => status))).toEqual(new Set([429]))
  })

  it.each([
    ['URLs that cannot be decoded', get('/v1/%E0%A4%A', 'Connection: close\r\n')],
    ['URLs that are too long', get(`/${'a'.repeat(9000)}`, 'Connection: close\r\n')],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('is throttled when it keeps sending %s', async (_name, request) => {
    stopThrottles()
    const server = await openServer({ limits: { rejectionBurst: 2, throttledPerSecond: 100 } })
    const sendRequest = async () => {
      const socket = await open(server)
      socket.write(request)
      return readAll(socket)
    }
    for (let count = 0; count < 3; count++) expect(await sendRequest()).toMatch(/^HTTP\/1\.1 4/)
    let responseCount = 0
    const paced = Array.from({ length: 30 }, async () => {
      expect(await sendRequest()).toMatch(/^HTTP\/1\.1 4/)
      responseCount += 1
    })
    for (let ticks = 0; responseCount < 30; ticks++) {
      expect(responseCount).toBeLessThanOrEqual(ticks)
      vi.advanceTimersByTime(TICK_MS)
      await sleep(TICK_MS)
    }
    await Promise.all(paced)
  })

  it('is blocked for a while when it keeps overrunning its connections; others are not', async () => {
    controlBlocks()
    const blockMs = 3600 * SECOND_MS
    const server = await openServer({ limits: { pipelined: 2, penaltyPoints: 400, blockMs } })
    const overrun = async (read = readAll) => {
      const socket = connect(server.port, '127.0.0.1')
      socket.write(get('/healthz').repeat(50))
      return (await read(socket)).match(/HTTP\/1\.1 200/g)?.length ?? 0
    }
    expect([await overrun(), await overrun()]).toEqual([3, 3])
    await overrun()
    expect(await overrun(readHeld)).toBe(0)
    const other = await open(server, '127.0.0.2')
    other.write(get('/healthz', 'Connection: close\r\n'))
    expect(await readAll(other)).toMatch(/^HTTP\/1\.1 200/)
    vi.advanceTimersByTime(blockMs)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(server.logged.join('')).toContain('blocking a client')
  })

  it('is blocked after a few bodies that only cost time', async () => {
    const server = await openServer({ trustedProxies: ['127.0.0.1'] })
    const { live } = await openShop(server)
    const createCart = (client: string, body: string) =>
      createApiClient(server.url).post('/v1/carts', body, {
        'x-forwarded-for': client,
        'x-workspace-id': live.workspaceId,
        'content-type': 'application/json',
      })
    const crowded = `{"items":[${Array(65_000).fill(0).join()}]}`
    const statuses: number[] = []
    for (let count = 0; count < 5; count++) statuses.push((await createCart('192.0.2.1', crowded)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 429])
    const invalid = await createCart('192.0.2.2', '{"items":[0]}')
    expect([invalid.status, (await createCart('192.0.2.2', crowded)).status]).toEqual([400, 400])
    expect((await createCart('192.0.2.2', '{}')).status).toBe(201)
  })

  it('behind a trusted proxy is blocked by its own address, with an error response', async () => {
    const server = await openServer({ limits: { pipelined: 2, penaltyPoints: 40 }, trustedProxies: ['127.0.0.1'] })
    const socket = await open(server)
    socket.write(get('/healthz', 'X-Forwarded-For: 192.0.2.1\r\n').repeat(50))
    await readAll(socket)
    const sendRequest = (client: string) =>
      createApiClient(server.url).get('/v1/workspace', { 'x-forwarded-for': client })
    const rejected = await sendRequest('192.0.2.1')
    expect(rejected).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect([rejected.headers.get('retry-after'), rejected.headers.get('x-ratelimit-limit')]).toEqual(['30', '120'])
    expect((await sendRequest('192.0.2.2')).status).toBe(401)
  })
})

it('limits connections in total, and logs it', async () => {
  const server = await openServer({ limits: { connections: 2 } })
  await Promise.all([open(server), open(server, '127.0.0.2')])
  const third = await open(server, '127.0.0.3')
  expect(await readAll(third)).toBe('')
  expect(server.logged.join('')).toContain('ulimit -n')
})

describe('passwords', () => {
  it('are hashed outside of the thread pool for files, for a few clients at a time', async () => {
    const server = await openServer({
      trustedProxies: ['127.0.0.1'],
      limits: { handlerMs: 120_000, stalledMs: 200_000 },
    })
    const leaving = new AbortController()
    const signIns = Array.from({ length: 30 }, (_, index) =>
      fetch(`${server.url}/dashboard/api/auth/sign-in`, {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/json', 'x-forwarded-for': `192.0.2.${index}` },
        body: JSON.stringify({ email: `nobody${index}@example.com`, password: PASSWORD }),
        signal: leaving.signal,
      }),
    )
    const rejected: Response[] = []
    let checked = 0
    const first = Promise.withResolvers<void>()
    const settled = signIns.map(async (signIn) => {
      const response = await signIn.catch(() => undefined)
      if (response?.status === 503) rejected.push(response)
      if (response?.status !== 401) return
      checked += 1
      first.resolve()
    })
    await first.promise
    await readFile(new URL(import.meta.url))
    expect(checked).toBeLessThan(12)
    await expect.poll(() => rejected.length).toBe(6)
    expect(rejected[0]?.headers.get('retry-after')).toBe('2')
    // Passwords of disconnected clients are not hashed.
    leaving.abort()
    await Promise.all(settled)
  })

  it("are verified against better-auth's hashes, and better-auth verifies ours", async () => {
    expect(await verifyPassword({ hash: await theirHash(PASSWORD), password: PASSWORD })).toBe(true)
    expect(await verifyPassword({ hash: await theirHash(PASSWORD), password: 'wrong' })).toBe(false)
    expect(await theirVerify({ hash: await hashPassword(PASSWORD), password: PASSWORD })).toBe(true)
  })
})
