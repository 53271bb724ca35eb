import { describe, expect, it } from 'vitest'
import { listEventData } from '../../../test/event-log.ts'
import { openServer } from '../../../test/open-server.ts'
import { type ApiClient, createApiClient, openShop } from '../../../test/open-shop.ts'
import { addCollection } from '../../../test/sample-collections.ts'
import { addProduct } from '../../../test/sample-products.ts'
import { signIn } from '../../../test/sign-in.ts'

const put = (by: ApiClient, body: unknown, headers: Record<string, string> = {}) =>
  by.send('PUT', '/v1/theme', body, headers)

const FULL = {
  brand: {
    name: 'Hazel & Oak',
    tagline: 'Made of wood',
    logoUrl: 'https://example.com/logo.svg',
    faviconUrl: '/favicon.ico',
  },
  colors: {
    primary: '#7a1f3d',
    onPrimary: '#ffffff',
    background: '#fffdf8',
    surface: '#f4efe4',
    text: '#221d18',
    mutedText: '#675e54',
    border: '#8c8275',
    success: '#1a7f4b',
    warning: '#8f5b00',
    danger: '#b3261e',
  },
  typography: { headingFamily: '"Fira Sans", serif', bodyFamily: 'Inter, sans-serif', baseSizePx: 17, scale: 1.2 },
  shape: { radiusPx: 0, spacingPx: 4 },
  navigation: {
    header: [
      {
        label: 'Shop',
        items: [
          { label: 'Chairs', collection: 'chairs' },
          { label: 'The stool', product: 'stool' },
        ],
      },
      { label: 'About', url: '/pages/about' },
    ],
    footer: [{ label: 'Blog', url: 'https://example.com/blog' }],
  },
  announcement: { text: 'Open on Sunday', url: '/sunday', startsAt: null, endsAt: null, tone: 'success' },
  locales: { default: 'de-AT', others: ['en'] },
  currencies: { default: 'EUR', others: ['CHF', 'USD'] },
}

describe('GET /v1/theme', () => {
  it('returns a complete theme with the shop’s name and currency by default', async () => {
    const shop = await openShop()
    await shop.api.patch('/v1/workspace', { name: 'Kyoto', currency: 'JPY' })
    const { status, body, headers } = await shop.storefront.get('/v1/theme')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(body).toMatchObject({
      version: 0,
      updatedAt: null,
      brand: { name: 'Kyoto', tagline: null, logoUrl: null, faviconUrl: null },
      navigation: { header: [], footer: [] },
      announcement: null,
      locales: { default: 'en', others: [] },
      currencies: { default: 'JPY', others: [] },
    })
    expect(body.css).toMatch(/^:root\{--color-primary:#[0-9a-f]{6};.*\}$/)
  })

  it('returns the saved theme in this environment only', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    await addCollection(shop.api, { title: 'Chairs' })
    await addProduct(shop.api, { title: 'Stool', handle: 'stool', status: 'active' })
    await put(shop.api, FULL)
    expect((await shop.storefront.get('/v1/theme')).body).toEqual({
      version: 1,
      updatedAt: expect.stringMatching(/Z$/),
      ...FULL,
      css: expect.stringContaining('--font-heading:"Fira Sans",serif'),
      brokenLinks: [],
    })
    const inSandbox = createApiClient(shop.server.url, { 'x-workspace-id': shop.test.environmentId })
    for (const by of [inSandbox, shop.sandbox, other.storefront, other.api]) {
      expect((await by.get('/v1/theme')).body).toMatchObject({ version: 0, brand: { name: 'Test shop' } })
    }
  })

  it('hides links to missing and inactive collections and products from visitors, and names them to API keys', async () => {
    const shop = await openShop()
    const { id } = await addCollection(shop.api, { title: 'Chairs' })
    const header = [
      { label: 'Chairs', collection: 'chairs', items: [{ label: 'Stool', product: 'stool' }] },
      { label: 'Tables', collection: 'tables', items: [{ label: 'About', url: '/about' }] },
      { label: 'Sale', collection: 'sale' },
    ]
    const { body } = await put(shop.api, { navigation: { header, footer: [{ label: 'Lamp', product: 'lamp' }] } })
    expect(body.brokenLinks).toEqual([
      '/navigation/header/0/items/0',
      '/navigation/header/1',
      '/navigation/header/2',
      '/navigation/footer/0',
    ])
    expect((await shop.api.get('/v1/theme')).body.navigation.header).toEqual(header)
    const seen = async () => (await shop.storefront.get('/v1/theme')).body
    const tables = { label: 'Tables', items: [{ label: 'About', url: '/about' }] }
    expect(await seen()).toMatchObject({
      brokenLinks: [],
      navigation: { header: [{ label: 'Chairs', collection: 'chairs' }, tables], footer: [] },
    })
    await shop.api.patch(`/v1/catalog/collections/${id}`, { status: 'draft' })
    expect((await seen()).navigation.header).toEqual([tables])
  })

  it('returns an announcement to visitors only while it is active, and to API keys always', async () => {
    let now = new Date('2030-01-01T09:59:59Z')
    const shop = await openShop(await openServer({ clock: () => now }))
    const announcement = {
      text: 'A secret until ten',
      startsAt: '2030-01-01T12:00:00+02:00',
      endsAt: '2030-01-01T11:00:00Z',
    }
    await put(shop.api, { announcement })
    const seen = async (by: ApiClient) => (await by.get('/v1/theme')).body.announcement
    const whole = {
      ...announcement,
      startsAt: '2030-01-01T10:00:00.000Z',
      endsAt: '2030-01-01T11:00:00.000Z',
      tone: 'info',
    }

    const early = await shop.storefront.get('/v1/theme')
    expect(early.body.announcement).toBeNull()
    expect(JSON.stringify(early.body)).not.toContain('secret')
    expect(early.headers.get('etag')).toBeNull()
    expect(await seen(shop.api)).toEqual(whole)
    now = new Date('2030-01-01T10:00:00Z')
    expect(await seen(shop.storefront)).toEqual(whole)
    now = new Date('2030-01-01T11:00:00Z')
    expect(await seen(shop.storefront)).toBeNull()
    expect(await seen(shop.api)).toEqual(whole)
  })
})

describe('PUT /v1/theme', () => {
  it('replaces the whole theme, emits an event, and creates no version without a change', async () => {
    const shop = await openShop()
    expect((await put(shop.api, FULL)).body.version).toBe(1)
    expect((await put(shop.api, FULL)).body.version).toBe(1)
    const second = await put(shop.api, { brand: { tagline: 'New' }, colors: { primary: '#7A1F3D' } })
    expect([second.status, second.headers.get('etag')]).toEqual([200, '"2"'])
    expect(second.body).toMatchObject({
      brand: { name: 'Test shop', tagline: 'New', logoUrl: null },
      colors: { primary: '#7a1f3d', background: '#ffffff' },
      shape: { radiusPx: 6 },
      navigation: { header: [] },
      announcement: null,
    })
    expect(await listEventData(shop, 'theme.updated')).toEqual([{ version: 2 }, { version: 1 }])
  })

  it('accepts the response of GET without its computed fields', async () => {
    const shop = await openShop()
    await put(shop.api, FULL)
    const { body } = await shop.api.get('/v1/theme')
    const { version: _version, updatedAt: _updatedAt, css: _css, brokenLinks: _brokenLinks, ...settings } = body
    expect((await put(shop.api, settings)).body.version).toBe(1)
  })

  it('defaults to the currency of the shop, even after the shop changes it', async () => {
    const shop = await openShop()
    await put(shop.api, FULL)
    await shop.api.patch('/v1/workspace', { currency: 'CHF' })
    expect((await shop.api.get('/v1/theme')).body.currencies).toEqual({ default: 'CHF', others: ['USD'] })
    const { body } = await put(shop.api, FULL)
    expect(body.error.details).toContainEqual({
      path: '/currencies/default',
      message: 'must be CHF, the currency of the shop, or be omitted',
    })
  })

  it('returns 412 for a stale If-Match and changes nothing', async () => {
    const shop = await openShop()
    const read = await shop.api.get('/v1/theme')
    expect(read.headers.get('etag')).toBe('"0"')
    const tries = ['One', 'Two', 'Three'].map((name) => put(shop.api, { brand: { name } }, { 'if-match': '"0"' }))
    const responses = await Promise.all(tries)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const stale = await put(shop.api, {}, { 'if-match': '"0"' })
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed'])
    expect(await listEventData(shop, 'theme.updated')).toEqual([{ version: 1 }])
  })

  it('rejects colors with low contrast and reports each pair with its ratio', async () => {
    const shop = await openShop()
    const colors = { text: '#777777', surface: '#ffffff', primary: '#ffcc00', mutedText: '#999999', border: '#eeeeee' }
    const { status, body } = await put(shop.api, { colors })
    expect([status, body.error.code]).toEqual([422, 'contrast_too_low'])
    expect(body.error.details).toMatchObject([
      { path: '/colors/text', message: 'text on background has a contrast of 4.47:1 and needs at least 4.5:1' },
      { path: '/colors/text', message: 'text on surface has a contrast of 4.47:1 and needs at least 4.5:1' },
      { path: '/colors/onPrimary', message: 'onPrimary on primary has a contrast of 1.51:1 and needs at least 4.5:1' },
      { path: '/colors/primary', background: 'background', ratio: 1.51, minRatio: 4.5 },
      { path: '/colors/primary', background: 'surface', ratio: 1.51, minRatio: 4.5 },
      {
        path: '/colors/mutedText',
        message: 'mutedText on background has a contrast of 2.84:1 and needs at least 4.5:1',
      },
      { path: '/colors/mutedText', message: 'mutedText on surface has a contrast of 2.84:1 and needs at least 4.5:1' },
      { path: '/colors/border', background: 'background', ratio: 1.16, minRatio: 3 },
    ])
    expect((await shop.api.get('/v1/theme')).body.version).toBe(0)
    expect(await listEventData(shop, 'theme.updated')).toEqual([])
  })

  it('prevents CSS injection', async () => {
    const shop = await openShop()
    for (const family of ['x;}body{display:none}', 'x</style><script>', 'x\\', 'x\n', 'url(https://a.b)', '', ' , ']) {
      for (const name of ['headingFamily', 'bodyFamily']) {
        expect([family, (await put(shop.api, { typography: { [name]: family } })).status]).toEqual([family, 400])
      }
    }
    for (const url of [
      'https://a.b/")}x{',
      "https://a.b/'",
      'https://a.b/</style>',
      'https://a.b/\\',
      'https://a.b/\n',
    ]) {
      expect([url, (await put(shop.api, { brand: { logoUrl: url } })).status]).toEqual([url, 400])
    }
    const logoUrl = 'https://example.com/a);b{c}.svg'
    const saved = await put(shop.api, { brand: { logoUrl }, typography: { headingFamily: `O'Neil", x` } })
    expect(saved.body.css).toContain('--font-heading:"ONeil","x";')
    expect(saved.body.css).toContain('--logo:url("https://example.com/a\\29 \\3b b\\7b c\\7d .svg")}')
  })

  it('rejects malformed, unknown and duplicate values and links without a target', async () => {
    const shop = await openShop()
    const item = (rest: object) => ({ navigation: { header: [{ label: 'x', ...rest }] } })
    const deep = { label: 'y', url: '/y', items: [{ label: 'z', url: '/z' }] }
    for (const [body, path] of [
      [{ nonsense: 1 }, '/nonsense'],
      [{ css: ':root{}' }, '/css'],
      [{ brand: { name: ' ' } }, '/brand/name'],
      [{ brand: { logoUrl: 'javascript:alert(1)' } }, '/brand/logoUrl'],
      [{ brand: { logoUrl: '//example.com/x' } }, '/brand/logoUrl'],
      [{ brand: { faviconUrl: 'data:image/png;base64,x' } }, '/brand/faviconUrl'],
      [{ colors: { primary: 'red' } }, '/colors/primary'],
      [{ colors: { primary: '#fff' } }, '/colors/primary'],
      [{ colors: { primary: '#ffffff;' } }, '/colors/primary'],
      [{ colors: { secondary: '#ffffff' } }, '/colors/secondary'],
      [{ typography: { baseSizePx: 11 } }, '/typography/baseSizePx'],
      [{ typography: { scale: '1;}' } }, '/typography/scale'],
      [{ shape: { radiusPx: 1.5 } }, '/shape/radiusPx'],
      [item({}), '/navigation/header/0'],
      [item({ items: [] }), '/navigation/header/0'],
      [item({ url: '/x', product: 'x' }), '/navigation/header/0'],
      [item({ url: 'javascript:alert(1)' }), '/navigation/header/0/url'],
      [item({ collection: 'Not a handle' }), '/navigation/header/0/collection'],
      [item({ items: [{ label: 'y' }] }), '/navigation/header/0/items/0'],
      [item({ items: [deep] }), '/navigation/header/0/items/0/items'],
      [{ announcement: { text: '' } }, '/announcement/text'],
      [{ announcement: { text: 'x', tone: 'loud' } }, '/announcement/tone'],
      [{ announcement: { text: 'x', startsAt: 'tomorrow' } }, '/announcement/startsAt'],
      [{ announcement: { text: 'x', startsAt: '2030-06-30T23:59:60Z' } }, '/announcement/startsAt'],
      [
        { announcement: { text: 'x', startsAt: '2030-01-02T00:00:00Z', endsAt: '2030-01-02T00:00:00Z' } },
        '/announcement/endsAt',
      ],
      [{ locales: { default: 'de-at' } }, '/locales/default'],
      [{ locales: { default: 'not a tag' } }, '/locales/default'],
      [{ locales: { default: 'en', others: ['de', 'en'] } }, '/locales/others/1'],
      [{ currencies: { default: 'XXY' } }, '/currencies/default'],
      [{ currencies: { default: 'USD' } }, '/currencies/default'],
      [{ currencies: { others: ['USD', 'EUR'] } }, '/currencies/others/1'],
    ] as const) {
      const response = await put(shop.api, body)
      expect([body, response.status, response.body.error?.code]).toEqual([body, 400, 'invalid_request'])
      expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    }
    expect((await shop.api.get('/v1/theme')).body.version).toBe(0)
  })

  it('requires an API key or the admin role', async () => {
    const shop = await openShop()
    expect((await put(shop.storefront, {})).status).toBe(401)
    const agent = await signIn(shop, 'agent')
    const chosen = { 'x-environment-id': shop.live.environmentId }
    expect((await agent.send('PUT', '/dashboard/api/v1/theme', {}, chosen)).status).toBe(403)
    expect((await agent.get('/dashboard/api/v1/theme', chosen)).headers.get('etag')).toBe('"0"')
  })
})
