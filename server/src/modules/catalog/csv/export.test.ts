import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { describe, expect, it, vi } from 'vitest'
import { controlTimeouts } from '../../../../test/control-timeouts.ts'
import { openServer } from '../../../../test/open-server.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { addProduct, eur } from '../../../../test/sample-products.ts'

const EXPORT = '/v1/catalog/export'
const lines = (text: string) => text.trimEnd().split('\r\n')

const addProducts = async (shop: Shop, count: number, description = '') => {
  for (let from = 0; from < count; from += 500) {
    const products = Array.from({ length: Math.min(500, count - from) }, (_, n) => ({
      handle: `p-${from + n}`,
      title: 'P',
      description,
      variants: [{ prices: [{ price: eur(1) }] }],
    }))
    const response = await shop.api.post('/v1/catalog/products/bulk', { matchBy: 'handle', products })
    expect(response.status).toBe(200)
  }
}

describe('GET /v1/catalog/export', () => {
  it('exports the filtered products as a file, oldest first', async () => {
    const shop = await openShop()
    await addProduct(shop.api, { title: '=cmd()', status: 'draft', vendor: 'One', tags: ['a'] })
    await addProduct(shop.api, { title: 'Second', vendor: 'Two' })
    await addProduct(shop.sandbox, { title: 'Elsewhere' })
    const { status, headers, body } = await shop.api.get(EXPORT)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
    expect([headers.has('x-ratelimit-limit'), headers.has('x-request-id')]).toEqual([true, true])
    const [header = '', ...rows] = lines(body)
    expect(header).toMatch(/^Handle,Title,Body \(HTML\),Vendor,Product Category,Type,Tags,Published,Option1 Name,/)
    expect(header.endsWith('Variant Price USD,Variant Compare At Price USD')).toBe(true)
    expect(rows).toHaveLength(8)
    expect(rows[0]).toContain("'=cmd()")
    expect(rows[4]).toContain('Second')
    expect(body).not.toContain('Elsewhere')
    for (const [query, count] of [
      ['?status=draft', 4],
      ['?vendor=Two', 4],
      ['?tag=a', 4],
      ['?type=None', 0],
      ['?q=secon', 4],
      ['?q=%20', 8],
      ['?sku=None', 0],
    ] as const) {
      expect(lines((await shop.api.get(EXPORT + query)).body)).toHaveLength(count + 1)
    }
    expect((await shop.api.get(`${EXPORT}?color=red`)).status).toBe(400)
    expect((await shop.storefront.get(EXPORT)).status).toBe(401)
  })

  it('streams for longer than the handler timeout, at the pace of the client', async () => {
    const shop = await openShop()
    await addProducts(shop, 600, 'x'.repeat(20_000))
    controlTimeouts()
    const server = await openServer({ connection: shop.server.connection, limits: { handlerMs: 15_000 } })
    const headers = { authorization: `Bearer ${shop.liveKey}` }
    const [response] = (await once(get(server.url + EXPORT, { headers }), 'response')) as [IncomingMessage]
    const parts: Buffer[] = []
    for await (const part of response) {
      parts.push(part)
      if (parts.length === 1) await vi.advanceTimersByTimeAsync(15_000)
    }
    const text = Buffer.concat(parts).toString()
    expect([response.statusCode, lines(text).length]).toEqual([200, 601])
    expect(server.logged.join('')).not.toContain('"level":50')
  })

  it('stops reading when the client disconnects', async () => {
    const shop = await openShop()
    await addProducts(shop, 1000, 'x'.repeat(15_000))
    const headers = { authorization: `Bearer ${shop.liveKey}` }
    const [response] = (await once(get(shop.server.url + EXPORT, { headers }), 'response')) as [IncomingMessage]
    response.destroy()
    expect((await shop.api.get('/v1/workspace')).status).toBe(200)
    // All connections are back in the pool.
    const { pool } = shop.server.db
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  })
})
