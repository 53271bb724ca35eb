import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openExternalServer, respondJson } from '../../../test/external-server.ts'
import type { CarrierRequest } from '../../ports/carrier.ts'
import { httpCarrier } from './http-carrier.ts'

const REQUEST: CarrierRequest = {
  to: { country: 'AT', region: null, postalCode: '1010' },
  currency: 'EUR',
  weightGrams: 440,
  items: [{ variantId: 'var_1', quantity: 2, weightGrams: 220, unitPrice: 4900 }],
}
const GOOD = { services: [{ service: 'EXPRESS', title: 'Express', amount: 990, minDays: 1 }] }

const neverAborted = () => new AbortController().signal
const localEndpoint = { secret: 'secret', allowHttp: true, allowLoopback: true, timeoutMs: 120_000 }

async function quoteFrom(respond: (response: ServerResponse) => void, options = {}) {
  const { url, requests } = await openExternalServer(respond)
  const quoted = httpCarrier({ ...localEndpoint, url, ...options }).quote(REQUEST, neverAborted())
  return { quoted, requests }
}

describe('httpCarrier', () => {
  it('signs the whole request and returns the quotes', async () => {
    const { quoted, requests } = await quoteFrom(respondJson(GOOD))
    expect(await quoted).toEqual([{ service: 'EXPRESS', title: 'Express', amount: 990, minDays: 1, maxDays: null }])
    const [{ body, headers, path }] = requests as [(typeof requests)[0]]
    expect(JSON.parse(body)).toEqual({ ...REQUEST, sentAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    const expectedSignature = createHmac('sha256', 'secret').update(body).digest('hex')
    expect([path, headers['x-storedesk-signature'], headers['content-type']]).toEqual([
      '/quote',
      `sha256=${expectedSignature}`,
      'application/json',
    ])
  })

  it.each([
    ['HTML', (response: ServerResponse) => response.end('<html>')],
    ['an empty response', (response: ServerResponse) => response.end()],
    ['another shape', respondJson({ rates: [] })],
    ['a fraction', respondJson({ services: [{ service: 'x', title: 'x', amount: 9.9 }] })],
    ['a negative amount', respondJson({ services: [{ service: 'x', title: 'x', amount: -1 }] })],
    ['too many services', respondJson({ services: Array(51).fill(GOOD.services[0]) })],
    ['an error', (response: ServerResponse) => response.writeHead(500).end(JSON.stringify(GOOD))],
    [
      'a truncated response',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': 1000 })
        response.write('{"services": []}', () => response.destroy())
      },
    ],
  ])('rejects %s', async (_, respond) => {
    await expect((await quoteFrom(respond)).quoted).rejects.toThrow()
  })

  it('does not follow redirects', async () => {
    const target = await openExternalServer(respondJson(GOOD))
    const { quoted } = await quoteFrom((response) => response.writeHead(307, { location: target.url }).end())
    await expect(quoted).rejects.toThrow('status 307')
    expect(target.requests).toEqual([])
  })

  it('aborts a response that is too large', async () => {
    let sent = 0
    const { quoted } = await quoteFrom((response) => {
      const chunk = ' '.repeat(16_384)
      const more = () => {
        while (!response.destroyed && sent < 50_000_000) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    await expect(quoted).rejects.toThrow('more than 65536 bytes')
    expect(sent).toBeLessThan(50_000_000)
  })

  it.each([
    ['never responds', () => {}],
    ['stops after the headers', (response: ServerResponse) => void response.writeHead(200).flushHeaders()],
    [
      'sends one byte at a time',
      (response: ServerResponse) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(drip))
      },
    ],
  ])('times out when the server %s', async (_, respond) => {
    await expect((await quoteFrom(respond, { timeoutMs: 200 })).quoted).rejects.toThrow()
  })

  it('aborts with its caller', async () => {
    const caller = new AbortController()
    const { url } = await openExternalServer(() => caller.abort(new Error('the buyer left')))
    await expect(httpCarrier({ ...localEndpoint, url }).quote(REQUEST, caller.signal)).rejects.toThrow()
  })

  it('never connects to our own network, whether by address or by name', async () => {
    const { url, requests } = await openExternalServer(respondJson(GOOD))
    const port = new URL(url).port
    for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0']) {
      const carrier = httpCarrier({ ...localEndpoint, url: `http://${host}:${port}/quote`, allowLoopback: false })
      await expect(carrier.quote(REQUEST, neverAborted())).rejects.toThrow(/public (IP address|host name)/)
    }
    expect(requests).toEqual([])
  })

  it('uses plain HTTP only where that is allowed', async () => {
    const carrier = httpCarrier({ ...localEndpoint, url: 'http://rates.example.com/', allowHttp: false })
    await expect(carrier.quote(REQUEST, neverAborted())).rejects.toThrow('https')
  })
})
