import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchReadiness, type Readiness } from './readiness.ts'

const never = new AbortController().signal
let stop: () => void = () => {}

afterEach(() => stop())

/** Starts a server with a fixed response; returns its origin. */
async function serve(status: number, body: string) {
  const server = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stop = () => server.close()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('fetchReadiness', () => {
  it('parses the body of a 503 like that of a 200', async () => {
    const unavailable: Readiness = {
      status: 'unavailable',
      checks: { database: { ok: false, message: 'Not connected.' } },
      version: '0.1.0',
    }
    const origin = await serve(503, JSON.stringify(unavailable))
    expect(await fetchReadiness(never, origin)).toEqual(unavailable)
  })

  it.each([
    ["a proxy's error page", 502, '<h1>Bad gateway</h1>'],
    ['the JSON of another service', 200, '{"status":"ok"}'],
    ['an unknown status', 200, '{"status":"asleep","checks":{},"version":"0.1.0"}'],
    ['checks without a result', 200, '{"status":"ready","checks":{"database":null},"version":"0.1.0"}'],
  ])('rejects %s', async (_what, status, body) => {
    const origin = await serve(status, body)
    await expect(fetchReadiness(never, origin)).rejects.toThrow()
  })
})
