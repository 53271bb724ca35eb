import { describe, expect, it } from 'vitest'
import { type ApiClient, openShop } from '../../../test/open-shop.ts'
import { signIn } from '../../../test/sign-in.ts'

const PATH = '/v1/email-templates/order_confirmation'
const DRAFT = { subject: 'Order {{orderNumber}}', body: 'Hi {{customerName}}\n\n{{items}}' }

const put = (by: ApiClient, draft: object, headers = {}) => by.send('PUT', PATH, draft, headers)
const firstTemplate = async (by: ApiClient) => (await by.get('/v1/email-templates')).body.data[0]

describe('/v1/email-templates', () => {
  it('returns the default until the shop sets a template and again after DELETE', async () => {
    const shop = await openShop()
    const builtIn = await firstTemplate(shop.api)
    expect(builtIn).toMatchObject({
      kind: 'order_confirmation',
      default: true,
      version: 0,
      active: true,
      updatedAt: null,
    })
    expect((await shop.api.get('/v1/email-templates')).body.data).toHaveLength(7)

    const own = await put(shop.api, DRAFT)
    expect([own.status, own.headers.get('etag')]).toEqual([200, '"1"'])
    expect(await firstTemplate(shop.api)).toMatchObject({ ...DRAFT, default: false, version: 1, active: true })
    expect(await firstTemplate(shop.sandbox)).toEqual(builtIn)

    expect((await shop.api.send('DELETE', PATH)).status).toBe(204)
    expect((await shop.api.send('DELETE', PATH)).status).toBe(204)
    expect(await firstTemplate(shop.api)).toEqual(builtIn)
    const events = (await shop.api.get('/v1/events')).body.data.map(
      ({ type, data }: { type: string; data: object }) => [type, data],
    )
    const updated = (version: number) => ['email_template.updated', { kind: 'order_confirmation', version }]
    expect(events).toEqual([updated(0), updated(1)])
  })

  it('rejects unknown placeholders and lists the known ones', async () => {
    const shop = await openShop()
    const { status, body } = await put(shop.api, {
      subject: '{{items}}',
      body: `Hi {{byerName}}, {{trackingNumber}} {{items}} {{ items }} {{${' '.repeat(15_000)}`,
    })
    expect([status, body.error.code]).toEqual([400, 'invalid_request'])
    const errors = body.error.details.map(
      ({ path, message }: { path: string; message: string }) => `${path} ${message}`,
    )
    expect(errors).toEqual([
      expect.stringMatching(/^\/body must not contain \{\{byerName\}\}; .*: shopName, orderNumber, .*customerName/),
      expect.stringContaining('/body must not contain {{trackingNumber}}'),
      '/body must close every {{ with }}',
      '/body must contain {{items}} only once',
      expect.stringContaining('/subject must not contain {{items}}'),
    ])
    const many = await put(shop.api, { subject: 'x', body: '{{note}}'.repeat(101) })
    expect(many.body.error.details).toEqual([{ path: '/body', message: 'must not have more than 100 placeholders' }])
    expect((await put(shop.api, { subject: 'a\nb', body: 'x' })).body.error.details[0].path).toBe('/subject')
    expect((await firstTemplate(shop.api)).default).toBe(true)
    const codeless = { subject: 'For you: {{giftCardCode}}', body: 'x', active: false }
    const gift = await shop.api.send('PUT', '/v1/email-templates/gift_card', codeless)
    expect(gift.body.error.details.map(({ path }: { path: string }) => path)).toEqual(['/body', '/subject', '/active'])
  })

  it('lets one of two concurrent changes win', async () => {
    const shop = await openShop()
    const responses = await Promise.all(
      [1, 2].map((n) => put(shop.api, { ...DRAFT, subject: `${n}` }, { 'if-match': '"0"' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412])
  })

  it('previews a draft with a sample order for every staff role', async () => {
    const shop = await openShop()
    const viewer = await signIn(shop, 'viewer')
    const chosen = { 'x-environment-id': shop.live.environmentId }
    const { status, body } = await viewer.post(`/dashboard/api${PATH}/preview`, DRAFT, chosen)
    expect([status, body.subject]).toEqual([200, 'Order 1001'])
    expect(body.text).toBe('Hi Ada Lovelace\n\n- 2 × Linen shirt (M, White)   €98.00\n- 1 × Stoneware mug   €24.00\n')
    expect((await viewer.send('PUT', `/dashboard/api${PATH}`, DRAFT, chosen)).status).toBe(403)
    const rejected = await shop.api.post(`${PATH}/preview`, { body: '{{nothing}}' })
    expect([rejected.status, rejected.body.error.details[0].path]).toEqual([400, '/body'])
    expect((await shop.api.post(`${PATH}/preview`, { orderId: `ord_${'0'.repeat(26)}` })).status).toBe(404)
    expect((await firstTemplate(shop.api)).default).toBe(true)
  })
})
