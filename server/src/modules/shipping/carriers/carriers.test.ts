import { describe, expect, it } from 'vitest'
import { listEvents } from '../../../../test/event-log.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { loadEngineAccess } from '../../taxes/taxes.ts'
import { loadCarrierAccess } from './carriers.ts'

const CARRIERS = '/v1/shipping/carriers'
const ENGINE = '/v1/taxes/engine'
const URL = 'https://rates.example.com/quote'

const ctxOf = ({ server, live }: Shop) => ({ ...server.system, ...live, caller: { kind: 'system' } as const })

describe('shipping carriers', () => {
  it('return their secret once, store it encrypted, and decrypt it for requests', async () => {
    const shop = await openShop()
    const { status, body } = await shop.api.send('PUT', `${CARRIERS}/post`, { url: URL })
    expect([status, body]).toEqual([
      200,
      { name: 'post', url: URL, updatedAt: expect.any(String), secret: expect.stringMatching(/^[\w-]{43}$/) },
    ])
    const { secret, ...withoutSecret } = body
    expect((await shop.api.get(`${CARRIERS}/post`)).body).toEqual(withoutSecret)
    expect((await shop.api.get(CARRIERS)).body).toEqual({ data: [withoutSecret], nextCursor: null })
    const { rows } = await shop.server.db.pool.query(
      'select to_jsonb(c) as row from shipping_carriers c where environment_id = $1',
      [shop.live.environmentId],
    )
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(await loadCarrierAccess(ctxOf(shop), ['post', 'unknown'])).toEqual([
      { name: 'post', url: URL, secret, allowHttp: false },
    ])
    expect(await listEvents(shop)).toEqual([['shipping.updated', { kind: 'carrier', id: 'post' }]])
  })

  it('get a new secret with every change, and are no longer available after DELETE', async () => {
    const shop = await openShop()
    const put = async (url: string) => (await shop.api.send('PUT', `${CARRIERS}/post`, { url })).body.secret
    const [first, second] = [await put(URL), await put(`${URL}/2`)]
    expect(first).not.toBe(second)
    expect(await loadCarrierAccess(ctxOf(shop), ['post'])).toMatchObject([{ url: `${URL}/2`, secret: second }])
    expect((await shop.api.send('DELETE', `${CARRIERS}/post`)).status).toBe(204)
    expect(await loadCarrierAccess(ctxOf(shop), ['post'])).toEqual([])
    expect((await shop.api.send('DELETE', `${CARRIERS}/post`)).status).toBe(404)
  })

  it('belong to one environment, and an encrypted secret can’t be decrypted in another', async () => {
    const shop = await openShop()
    await shop.api.send('PUT', `${CARRIERS}/post`, { url: URL })
    expect((await shop.sandbox.get(`${CARRIERS}/post`)).status).toBe(404)
    await shop.sandbox.send('PUT', `${CARRIERS}/post`, { url: 'http://rates.example.com' })
    expect((await shop.api.get(`${CARRIERS}/post`)).body.url).toBe(URL)
    const { pool } = shop.server.db
    const { rows } = await pool.query('select sealed_secret from shipping_carriers where environment_id = $1', [
      shop.live.environmentId,
    ])
    await pool.query('update shipping_carriers set sealed_secret = $1 where environment_id = $2', [
      rows[0].sealed_secret,
      shop.test.environmentId,
    ])
    await expect(loadCarrierAccess({ ...ctxOf(shop), ...shop.test }, ['post'])).rejects.toThrow()
  })

  it.each([
    'http://rates.example.com/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/',
    'https://user:pass@rates.example.com/',
    'not an address',
  ])('reject the URL %s, as tax engines do', async (url) => {
    const shop = await openShop()
    for (const path of [`${CARRIERS}/post`, ENGINE]) {
      const { status, body } = await shop.api.send('PUT', path, { url })
      expect([status, body.error.details[0].path]).toEqual([400, '/url'])
    }
    expect((await shop.api.get(CARRIERS)).body.data).toEqual([])
    expect((await shop.api.get(ENGINE)).body.url).toBeNull()
    expect(await listEvents(shop)).toEqual([])
  })

  it('are limited to twenty', async () => {
    const { api } = await openShop()
    for (let n = 0; n < 20; n++) await api.send('PUT', `${CARRIERS}/c${n}`, { url: URL })
    expect((await api.send('PUT', `${CARRIERS}/one-more`, { url: URL })).status).toBe(409)
    expect((await api.send('PUT', `${CARRIERS}/c0`, { url: URL })).status).toBe(200)
  })
})

describe('PUT /v1/taxes/engine', () => {
  it('sets the only engine, returns its secret once, and can be undone with DELETE', async () => {
    const shop = await openShop()
    expect((await shop.api.get(ENGINE)).body).toEqual({ url: null, updatedAt: null })
    expect((await shop.api.send('DELETE', ENGINE)).status).toBe(204)
    expect(await loadEngineAccess(ctxOf(shop))).toBeUndefined()
    const { secret, ...withoutSecret } = (await shop.api.send('PUT', ENGINE, { url: URL })).body
    expect((await shop.api.get(ENGINE)).body).toEqual(withoutSecret)
    expect(await loadEngineAccess(ctxOf(shop))).toEqual({ url: URL, secret, allowHttp: false })
    expect((await shop.sandbox.get(ENGINE)).body.url).toBeNull()
    expect((await shop.api.send('DELETE', ENGINE)).status).toBe(204)
    expect(await loadEngineAccess(ctxOf(shop))).toBeUndefined()
    expect(await listEvents(shop)).toEqual(Array(2).fill(['taxes.updated', { kind: 'engine', id: null }]))
  })
})
