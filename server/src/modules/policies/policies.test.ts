import { describe, expect, it } from 'vitest'
import { listEvents } from '../../../test/event-log.ts'
import { type ApiClient, createApiClient, openShop } from '../../../test/open-shop.ts'
import { signIn } from '../../../test/sign-in.ts'

const TERMS = { title: 'Terms of sale', body: 'Be **kind**.' }
const RETURN_TERMS = {
  windowDays: 30,
  kinds: ['refund', 'exchange'],
  returnShipping: 'customer',
  restockingFeePercent: 12.5,
  exclusions: ['Gift cards'],
}

const put = (by: ApiClient, kind: string, body: unknown, headers: Record<string, string> = {}) =>
  by.send('PUT', `/v1/policies/${kind}`, body, headers)
const remove = (by: ApiClient, kind: string, headers: Record<string, string> = {}) =>
  by.send('DELETE', `/v1/policies/${kind}`, undefined, headers)

describe('GET /v1/policies', () => {
  it('returns published policies to visitors as Markdown and HTML with machine-readable return terms', async () => {
    const shop = await openShop()
    expect((await shop.storefront.get('/v1/policies')).body).toEqual({ data: [], nextCursor: null })
    await put(shop.api, 'terms', TERMS)
    await put(shop.api, 'refund', { title: 'Returns', body: 'Within 30 days.', returnTerms: RETURN_TERMS })

    const { status, body, headers } = await shop.storefront.get('/v1/policies')
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    const updatedAt = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(body.data).toEqual([
      {
        kind: 'refund',
        title: 'Returns',
        body: 'Within 30 days.',
        html: '<p>Within 30 days.</p>\n',
        returnTerms: RETURN_TERMS,
        version: 1,
        updatedAt,
      },
      { kind: 'terms', ...TERMS, html: '<p>Be <strong>kind</strong>.</p>\n', returnTerms: null, version: 1, updatedAt },
    ])
  })

  it('returns no unpublished policy, no old version, and nothing of another environment or workspace', async () => {
    const shop = await openShop()
    const other = await openShop(shop.server)
    await put(shop.api, 'terms', { ...TERMS, body: 'The old words' })
    await put(shop.api, 'terms', TERMS)
    await put(shop.api, 'privacy', TERMS)
    await remove(shop.api, 'privacy')
    const seen = (await shop.storefront.get('/v1/policies')).body.data
    expect(seen.map(({ kind }: { kind: string }) => kind)).toEqual(['terms'])
    expect(JSON.stringify(seen)).not.toContain('old words')

    const inSandbox = createApiClient(shop.server.url, { 'x-workspace-id': shop.test.environmentId })
    for (const by of [inSandbox, shop.sandbox, other.storefront, other.api]) {
      expect((await by.get('/v1/policies')).body).toEqual({ data: [], nextCursor: null })
    }
  })

  it('A5 is the only policy endpoint open to visitors', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    const responses = [
      await shop.storefront.get('/v1/policies/terms'),
      await shop.storefront.get('/v1/policies/terms/versions'),
      await put(shop.storefront, 'terms', { ...TERMS, title: 'Mine' }),
      await remove(shop.storefront, 'terms'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await shop.api.get('/v1/policies/terms')).body).toMatchObject(TERMS)
  })
})

describe('POST /v1/policies/preview', () => {
  it('renders what visitors would see and stores nothing', async () => {
    const shop = await openShop()
    const body = 'Be **kind** <b>'
    const { status, body: seen } = await shop.api.post('/v1/policies/preview', { body })
    expect([status, seen]).toEqual([200, { html: '<p>Be <strong>kind</strong> &lt;b&gt;</p>\n' }])
    expect((await shop.api.get('/v1/policies')).body.data).toEqual([])
    expect(await listEvents(shop)).toEqual([])
    expect((await put(shop.api, 'terms', { ...TERMS, body })).body.html).toBe(seen.html)
  })

  it('rejects what could not be published, and rejects visitors', async () => {
    const shop = await openShop()
    for (const body of [' ', 'ü'.repeat(100_001)]) {
      const response = await shop.api.post('/v1/policies/preview', { body })
      expect([response.status, response.body.error.details[0].path]).toEqual([400, '/body'])
    }
    expect((await shop.storefront.post('/v1/policies/preview', { body: 'x' })).status).toBe(401)
  })

  it('is open to every staff role because it changes nothing', async () => {
    const shop = await openShop()
    const viewer = await signIn(shop, 'viewer')
    const chosen = { 'x-environment-id': shop.live.environmentId }
    expect((await viewer.post('/dashboard/api/v1/policies/preview', { body: 'x' }, chosen)).status).toBe(200)
  })
})

describe('PUT /v1/policies/:kind', () => {
  it('creates a new version with every change, keeps the old ones, and emits an event', async () => {
    const shop = await openShop()
    const first = await put(shop.api, 'terms', TERMS)
    expect([first.status, first.body.version, first.headers.get('etag')]).toEqual([200, 1, '"1"'])
    const second = await put(shop.api, 'terms', { ...TERMS, title: 'New terms' })
    expect([second.body.version, second.headers.get('etag')]).toEqual([2, '"2"'])

    const { body } = await shop.api.get('/v1/policies/terms/versions')
    expect(body).toMatchObject({
      data: [
        { version: 2, title: 'New terms' },
        { version: 1, ...TERMS, returnTerms: null },
      ],
      nextCursor: null,
    })
    expect(await listEvents(shop)).toEqual([
      ['policy.updated', { kind: 'terms', version: 2, title: 'New terms' }],
      ['policy.updated', { kind: 'terms', version: 1, title: TERMS.title }],
    ])
  })

  it('changes nothing and emits no event for the same text', async () => {
    const shop = await openShop()
    const draft = { title: 'Returns', body: 'x', returnTerms: RETURN_TERMS }
    const first = await put(shop.api, 'refund', draft)
    expect((await put(shop.api, 'refund', draft)).body).toEqual(first.body)
    expect(await listEvents(shop)).toHaveLength(1)

    const returnTerms = { ...RETURN_TERMS, windowDays: 14 }
    expect((await put(shop.api, 'refund', { ...draft, returnTerms })).body).toMatchObject({ version: 2, returnTerms })
    expect((await put(shop.api, 'refund', { ...draft, returnTerms: null })).body).toMatchObject({
      version: 3,
      returnTerms: null,
    })
  })

  it('accepts the response of GET without its computed fields', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    const { title, body, returnTerms } = (await shop.api.get('/v1/policies/terms')).body
    expect((await put(shop.api, 'terms', { title, body, returnTerms })).body.version).toBe(1)
  })

  it('returns 412 for a stale If-Match and changes nothing', async () => {
    const shop = await openShop()
    const early = await put(shop.api, 'terms', TERMS, { 'if-match': '*' })
    expect([early.status, early.body.error.code]).toEqual([412, 'precondition_failed'])

    await put(shop.api, 'terms', TERMS)
    const good = await put(shop.api, 'terms', { ...TERMS, title: 'Second' }, { 'if-match': '"1"' })
    expect([good.status, good.body.version]).toEqual([200, 2])
    const stale = await put(shop.api, 'terms', { ...TERMS, title: 'Late' }, { 'if-match': '"1"' })
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed'])
    expect((await shop.api.get('/v1/policies/terms')).body).toMatchObject({ version: 2, title: 'Second' })
    expect(await listEvents(shop)).toHaveLength(2)
  })

  it('numbers concurrent changes consecutively, and with If-Match lets one win', async () => {
    const shop = await openShop()
    const write = (n: number, headers = {}) => put(shop.api, 'terms', { ...TERMS, title: `Title ${n}` }, headers)
    const eight = [1, 2, 3, 4, 5, 6, 7, 8]
    const responses = await Promise.all(eight.map((n) => write(n)))
    expect(responses.map(({ body }) => body.version).sort()).toEqual(eight)

    const raced = await Promise.all(eight.map((n) => write(n + 10, { 'if-match': '"8"' })))
    expect(raced.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)])
  })

  it('renders HTML without executable content', async () => {
    const shop = await openShop()
    const body = '<script>alert(1)</script> [a](javascript:alert(1)) [b](https://example.com)'
    expect((await put(shop.api, 'terms', { ...TERMS, body })).body).toMatchObject({
      body,
      html: '<p>&lt;script&gt;alert(1)&lt;/script&gt; [a](javascript:alert(1)) <a href="https://example.com" rel="nofollow noopener">b</a></p>\n',
    })
  })

  it('accepts up to 200 kB counted in bytes', async () => {
    const shop = await openShop()
    expect((await put(shop.api, 'terms', { ...TERMS, body: 'ü'.repeat(100_000) })).status).toBe(200)
    for (const body of [`${'ü'.repeat(100_000)}x`, 'x'.repeat(200_001)]) {
      const response = await put(shop.api, 'terms', { ...TERMS, body })
      expect([response.status, response.body.error.details[0].path]).toEqual([400, '/body'])
    }
    expect((await shop.api.get('/v1/policies/terms')).body.version).toBe(1)
  })

  it('rejects missing, malformed, unknown and misplaced fields with their path', async () => {
    const shop = await openShop()
    for (const [kind, body, path] of [
      ['terms', {}, '/title'],
      ['terms', { title: 'x' }, '/body'],
      ['terms', { ...TERMS, title: ' ' }, '/title'],
      ['terms', { ...TERMS, title: 'x'.repeat(121) }, '/title'],
      ['terms', { ...TERMS, body: ' \n' }, '/body'],
      ['terms', { ...TERMS, body: 5 }, '/body'],
      ['terms', { ...TERMS, html: '<b>' }, '/html'],
      ['terms', { ...TERMS, returnTerms: RETURN_TERMS }, '/returnTerms'],
      ['refund', { ...TERMS, returnTerms: {} }, '/returnTerms/windowDays'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, windowDays: 1.5 } }, '/returnTerms/windowDays'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, windowDays: -1 } }, '/returnTerms/windowDays'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, kinds: [] } }, '/returnTerms/kinds'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, kinds: ['refund', 'refund'] } }, '/returnTerms/kinds'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, kinds: ['money'] } }, '/returnTerms/kinds/0'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, returnShipping: 'x' } }, '/returnTerms/returnShipping'],
      [
        'refund',
        { ...TERMS, returnTerms: { ...RETURN_TERMS, restockingFeePercent: 101 } },
        '/returnTerms/restockingFeePercent',
      ],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, exclusions: [''] } }, '/returnTerms/exclusions/0'],
      ['refund', { ...TERMS, returnTerms: { ...RETURN_TERMS, more: 1 } }, '/returnTerms/more'],
    ] as const) {
      const response = await put(shop.api, kind, body)
      expect([body, response.status, response.body.error.code]).toEqual([body, 400, 'invalid_request'])
      expect(response.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path)
    }
    expect((await shop.api.get('/v1/policies')).body.data).toEqual([])
  })

  it('accepts a policy without returns', async () => {
    const shop = await openShop()
    const returnTerms = { ...RETURN_TERMS, windowDays: 0, kinds: [] }
    expect((await put(shop.api, 'refund', { ...TERMS, returnTerms })).status).toBe(200)
  })

  it('requires the admin role to write; every staff role can read', async () => {
    const shop = await openShop()
    const agent = await signIn(shop, 'agent')
    const chosen = { 'x-environment-id': shop.live.environmentId }
    const path = '/dashboard/api/v1/policies/terms'
    expect((await agent.send('PUT', path, TERMS, chosen)).status).toBe(403)
    await put(shop.api, 'terms', TERMS)
    expect((await agent.send('DELETE', path, undefined, chosen)).status).toBe(403)
    expect((await agent.get(path, chosen)).status).toBe(200)
  })
})

describe('GET /v1/policies/:kind', () => {
  it('returns 404 for an unknown kind, an unpublished policy and one of another environment', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    for (const response of [
      await shop.api.get('/v1/policies/nonsense'),
      await shop.api.get('/v1/policies/privacy'),
      await shop.sandbox.get('/v1/policies/terms'),
      await shop.sandbox.get('/v1/policies/terms/versions'),
      await remove(shop.sandbox, 'terms'),
      await put(shop.api, 'nonsense', TERMS),
    ]) {
      expect([response.status, response.body.error.code]).toEqual([404, 'not_found'])
    }
    const unchanged = await shop.api.get('/v1/policies/terms')
    expect([unchanged.status, unchanged.headers.get('etag')]).toEqual([200, '"1"'])
  })
})

describe('DELETE /v1/policies/:kind', () => {
  it('unpublishes the policy, keeps its versions, and never reuses a version number', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    expect((await remove(shop.api, 'terms')).status).toBe(204)
    expect((await shop.api.get('/v1/policies/terms')).status).toBe(404)
    expect((await remove(shop.api, 'terms')).status).toBe(404)
    expect((await shop.api.get('/v1/policies/terms/versions')).body.data).toMatchObject([{ version: 1, ...TERMS }])

    expect((await put(shop.api, 'terms', { ...TERMS, title: 'Again' })).body.version).toBe(2)
    expect((await listEvents(shop)).map(([type]) => type)).toEqual([
      'policy.updated',
      'policy.unpublished',
      'policy.updated',
    ])
  })

  it('keeps the version number when the same text is published again, and emits an event', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    await remove(shop.api, 'terms')
    expect((await put(shop.api, 'terms', TERMS)).body.version).toBe(1)
    expect((await shop.storefront.get('/v1/policies')).body.data).toMatchObject([TERMS])
    expect(await listEvents(shop)).toHaveLength(3)
  })

  it('returns 412 for a stale If-Match and keeps the policy', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    expect((await remove(shop.api, 'terms', { 'if-match': '"7"' })).status).toBe(412)
    expect((await shop.api.get('/v1/policies/terms')).status).toBe(200)
    expect((await remove(shop.api, 'terms', { 'if-match': '"1"' })).status).toBe(204)
  })
})

describe('GET /v1/policies/:kind/versions', () => {
  it('lists the versions of one kind, newest first, across pages', async () => {
    const shop = await openShop()
    await put(shop.api, 'privacy', TERMS)
    for (const n of [1, 2, 3, 4, 5]) await put(shop.api, 'terms', { ...TERMS, title: `Title ${n}` })
    const versions: number[] = []
    let cursor: string | null = ''
    do {
      const { body } = await shop.api.get(`/v1/policies/terms/versions?limit=2${cursor && `&cursor=${cursor}`}`)
      versions.push(...body.data.map(({ version }: { version: number }) => version))
      cursor = body.nextCursor
    } while (cursor)
    expect(versions).toEqual([5, 4, 3, 2, 1])
  })

  it('rejects an invalid limit, a foreign cursor and unknown parameters', async () => {
    const shop = await openShop()
    await put(shop.api, 'terms', TERMS)
    for (const query of ['limit=0', 'limit=11', 'cursor=nonsense', 'color=red']) {
      expect((await shop.api.get(`/v1/policies/terms/versions?${query}`)).status).toBe(400)
    }
  })
})
