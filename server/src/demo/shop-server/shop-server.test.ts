import { beforeAll, describe, expect, it } from 'vitest'
import { openServer } from '../../../test/open-server.ts'
import { createApiClient, openShop, type Shop } from '../../../test/open-shop.ts'
import { createKey, revokeKey } from '../../modules/keys/keys.ts'
import { demoShopKey } from './shop-key.ts'

const NOBODY = { actor: null }
let shop: Shop

beforeAll(async () => {
  let close = async () => {}
  const server = await openServer({}, (closeServer) => {
    close = closeServer
  })
  shop = await openShop(server)
  return close
})

/** The shop's server as a browser calls it: without any key. */
const browser = () => createApiClient(shop.server.url)
/** Of the workspace's keys. Asking costs one. */
const remainingQuota = async () =>
  Number((await shop.api.get('/v1/workspace')).headers.get('x-ratelimit-remaining') ?? Number.NaN)
const openDemoShop = () =>
  createKey(
    shop.server.system,
    shop.live.workspaceId,
    { label: 'Demo shop', mode: 'live' },
    NOBODY,
    demoShopKey(shop.server.system),
  )

describe('the server of the demo shop', () => {
  it('has nothing without a demo shop', async () => {
    expect((await browser().get('/shop/api/shop')).body).toEqual({ shop: null })
    expect((await browser().get('/shop/api/articles')).status).toBe(404)
    expect((await browser().post('/shop/api/chat', { message: 'Hi' })).status).toBe(503)
  })

  it('shows published articles, answers in the chat, signs customers in, and never shows its key', async () => {
    const { key } = await openDemoShop()
    for (const [title, body] of [
      ['Delivery', 'Within **two days** by bicycle.'],
      ['Returns', 'Send it back.'],
      ['Secret', 'Not yet.'],
    ]) {
      const { body: article } = await shop.api.post('/v1/articles', { title, body, category: 'Help' })
      if (title !== 'Secret') await shop.api.post(`/v1/articles/${article.id}/publish`)
    }
    const seen: string[] = []
    const read = async (path: string) => {
      const { status, body } = await browser().get(path)
      seen.push(JSON.stringify(body))
      return { status, body }
    }
    await shop.api.send('PUT', '/v1/assistant/settings', { name: 'Hazel', greeting: 'Good to see you.' })
    expect((await read('/shop/api/shop')).body.shop).toMatchObject({
      name: 'Test shop',
      assistant: { name: 'Hazel', greeting: 'Good to see you.' },
      colors: { primary: expect.stringMatching(/^#/) },
    })
    expect((await read('/shop/api/articles')).body.data).toEqual([
      { handle: 'delivery', title: 'Delivery', category: 'Help', locale: 'en' },
      { handle: 'returns', title: 'Returns', category: 'Help', locale: 'en' },
    ])
    expect((await read('/shop/api/articles?q=bicycles')).body.data).toMatchObject([{ handle: 'delivery' }])
    expect((await read('/shop/api/articles/delivery')).body.html).toContain('<strong>two days</strong>')
    expect((await read('/shop/api/articles/secret')).status).toBe(404)

    const response = await browser().post('/shop/api/chat', {
      message: 'How fast is delivery?',
      stream: false,
      channel: 'openai',
      customerToken: 'of somebody else',
    })
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('event-stream'),
    ])
    expect(response.body).toContain('[DONE]')
    const [conversationId = ''] = /conv_[0-9a-z]{26}/.exec(response.body) ?? []
    const { body: history } = await read(`/shop/api/chat/${conversationId}`)
    expect(history).toMatchObject({ owner: 'assistant', answering: false, messages: [{ role: 'customer' }, {}] })
    expect(Object.keys(history.messages[1])).not.toContain('toolCalls')
    expect((await shop.api.get(`/v1/chat/${conversationId}`)).body.channel).toBe('widget')
    expect((await browser().get(`/shop/api/chat/${conversationId}/stream`)).status).toBe(204)
    for (const path of ['questions', 'conv_01k9z3h8x2f7mtv4q6bw0ncdre', '..%2Forders']) {
      expect([path, (await read(`/shop/api/chat/${path}`)).status]).toEqual([path, 404])
    }
    expect((await browser().post(`/shop/api/chat/${conversationId}/handover`)).status).toBe(200)
    expect((await read(`/shop/api/chat/${conversationId}`)).body.owner).toBe('person')
    expect([...seen, response.body].filter((text) => /svc_(live|test)_|requestId.*Bearer/.test(text))).toEqual([])

    const email = 'ada@example.com'
    const origin = new URL(shop.server.url).origin
    for (const headers of [
      { origin, 'x-forwarded-for': '203.0.113.7' },
      { origin, 'x-real-ip': '203.0.113.7' },
      // Through a proxy on this machine that says nothing about itself.
      { origin: 'https://shop.example' },
      {},
    ]) {
      const hidden = await browser().post('/shop/api/session/codes', { email: `${Math.random()}@example.com` }, headers)
      expect([hidden.status, Object.keys(hidden.body)]).toEqual([201, ['id', 'expiresAt', 'isEmailed']])
    }
    expect((await browser().post('/shop/api/session/codes', { email: 'ada' }, { origin })).status).toBe(400)
    // On this machine, where no email can be sent, the page shows the code.
    const { body: sent } = await browser().post('/shop/api/session/codes', { email }, { origin })
    const wrong = await browser().post('/shop/api/session', {
      loginCodeId: sent.id,
      code: sent.code === '000000' ? '1' : '000000',
    })
    expect([422, 400]).toContain(wrong.status)
    const signedIn = await browser().post('/shop/api/session', { loginCodeId: sent.id, code: sent.code })
    expect([signedIn.status, signedIn.body.customer]).toEqual([200, { name: null, email }])
    const [session = '', hint = ''] = signedIn.headers.getSetCookie()
    expect(session).toMatch(/^shop_session=[\w-]+; HttpOnly; Path=\/shop; SameSite=Lax; Max-Age=\d+$/)
    expect(hint).toMatch(/^shop_signed_in=1; Path=/)

    // Two tabs refresh at the same moment: the refresh token works once, and neither is signed out.
    const [, value = ''] = /shop_session=([\w-]+)/.exec(session) ?? []
    const tokens = JSON.parse(Buffer.from(value, 'base64url').toString())
    const stale = Buffer.from(JSON.stringify({ ...tokens, expiresAt: '2020-01-01T00:00:00.000Z' })).toString(
      'base64url',
    )
    const open = () => browser().get('/shop/api/session', { cookie: `shop_session=${stale}` })
    const [one, other] = await Promise.all([open(), open()])
    expect([one.body.customer, other.body.customer]).toEqual([
      { name: null, email },
      { name: null, email },
    ])
    // Anybody can send a cookie: none of them costs the merchant's quota, and a wrong one is forgotten.
    const forged = Buffer.from(
      JSON.stringify({ token: 'x.y.z', refreshToken: 'x', expiresAt: '2999-01-01T00:00:00.000Z' }),
    ).toString('base64url')
    const before = await remainingQuota()
    const visits = await Promise.all(
      ['session', 'account'].map((path) => browser().get(`/shop/api/${path}`, { cookie: `shop_session=${forged}` })),
    )
    expect(visits.map(({ status, body }) => [status, body?.error?.code])).toEqual([
      [200, undefined],
      [401, 'unauthorized'],
    ])
    expect(before - (await remainingQuota())).toBeLessThanOrEqual(1)

    const [renewed = ''] = one.headers.getSetCookie()
    const cookie = renewed.split(';')[0] ?? ''
    const account = await browser().get('/shop/api/account', { cookie })
    expect(account.body).toMatchObject({
      customer: { emails: [{ address: email }] },
      orders: [],
      points: { balance: 0 },
    })
    expect((await browser().post('/shop/api/session/end', {}, { cookie })).status).toBe(204)
    expect((await browser().get('/shop/api/session', { cookie })).body).toBe(null)
    expect((await browser().get('/shop/api/account')).status).toBe(401)
    const contact = { name: 'Ada', email, message: 'Do you ship to Norway?', elapsedMs: 9000, channel: 'chat' }
    expect((await browser().post('/shop/api/contact', contact)).status).toBe(202)
    expect((await browser().post('/shop/api/contact', { ...contact, email: 'ada' })).body.error.details).toMatchObject([
      { path: '/email' },
    ])

    await revokeKey(shop.server.system, shop.live.workspaceId, key.id, NOBODY)
    expect((await browser().post('/shop/api/chat', { message: 'Hi' })).status).toBe(503)
    expect((await browser().get('/shop/api/shop')).body).toEqual({ shop: null })
  })
})
