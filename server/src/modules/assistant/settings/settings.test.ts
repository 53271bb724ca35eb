import { beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '../../../../test/event-log.ts'
import { ask, fileModelServer, MODEL_KEY, modelSettings } from '../../../../test/model-shop.ts'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { visitorCtx } from '../../../../test/sample-tools.ts'
import { openExternalServices } from '../../../integrations/external-services.ts'
import { loadConfiguration } from './settings.ts'

const PATH = '/v1/assistant/settings'
const models = await fileModelServer()
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
const put = (body: object, headers: Record<string, string> = {}) => shop.api.send('PUT', PATH, body, headers)
const errorsOf = ({ body }: { body: { error: { details: { path: string }[] } } }) =>
  body.error.details.map(({ path }) => path)

describe('PUT /v1/assistant/settings', () => {
  it('has defaults, versions and no key in any response, event, row or log', async () => {
    const before = await shop.api.get(PATH)
    expect([before.status, before.body, before.headers.get('etag')]).toMatchObject([
      200,
      { active: true, engine: 'embedded', model: null, version: 0, budgets: { monthlyCost: null } },
      '"0"',
    ])
    const saved = await put(modelSettings(models.url, { greeting: 'Hello!' }), { 'if-match': '"0"' })
    expect([saved.status, saved.body]).toMatchObject([
      200,
      {
        name: 'Hazel',
        greeting: 'Hello!',
        version: 1,
        model: { provider: 'openai', name: 'small', keyLast4: MODEL_KEY.slice(-4) },
      },
    ])
    expect((await put({ name: 'Other' }, { 'if-match': '"0"' })).status).toBe(412)
    const { rows } = await shop.server.db.pool.query(
      `select to_jsonb(k) as key, to_jsonb(s) as settings
       from assistant_model_keys k join assistant_settings s using (environment_id) where environment_id = $1`,
      [shop.live.environmentId],
    )
    expect(rows).toHaveLength(1)
    const events = await listEvents(shop)
    expect(events).toContainEqual(['assistant_settings.updated', { version: 1, engine: 'model' }])
    expect(JSON.stringify([rows, events, saved.body, (await shop.api.get(PATH)).body])).not.toContain(MODEL_KEY)
    expect(shop.server.logged.join()).not.toContain(MODEL_KEY)
    const { address } = await loadConfiguration(visitorCtx(shop))
    expect(address).toMatchObject({ key: MODEL_KEY, url: models.url, model: 'small' })
  })

  it('keeps the key only for the server that it was entered for', async () => {
    await put(modelSettings(models.url))
    const { key: _key, ...model } = modelSettings(models.url).model
    const kept = await put(modelSettings(models.url, { model: { ...model, name: 'large' } }))
    expect(kept.body.model).toMatchObject({ name: 'large', keyLast4: MODEL_KEY.slice(-4) })
    for (const change of [
      { url: 'https://evil.example.com/v1' },
      { provider: 'anthropic' },
      { url: null },
      { key: null },
    ]) {
      const rejected = await put(modelSettings(models.url, { model: { ...model, ...change } }))
      expect([rejected.status, errorsOf(rejected)]).toEqual([400, ['/model/key']])
    }
    const without = await put({ model: { ...model, url: 'https://models.example.com/v1' } })
    expect(without.body).toMatchObject({ engine: 'embedded', model: { keyLast4: null } })
    expect((await loadConfiguration(visitorCtx(shop))).address).toBeNull()
  })

  it.each([
    [{ engine: 'model' }, '/model'],
    [{ model: { url: 'http://models.example.com/v1' } }, '/model/url'],
    [{ model: { url: 'https://10.0.0.1/v1' } }, '/model/url'],
    [{ model: { url: 'https://169.254.169.254/latest' } }, '/model/url'],
    [{ model: { url: 'https://localhost/v1' } }, '/model/url'],
    [{ model: { url: 'https://ada:pw@models.example.com/v1' } }, '/model/url'],
    [{ model: { url: 'ftp://models.example.com' } }, '/model/url'],
    [{ model: { inputPrice: { amount: 1, currency: 'USD' } } }, '/model/outputPrice'],
    [
      { model: { inputPrice: { amount: 1, currency: 'USD' }, outputPrice: { amount: 1, currency: 'EUR' } } },
      '/model/outputPrice/currency',
    ],
    [{ budgets: { monthlyCost: { amount: 100, currency: 'USD' } } }, '/budgets/monthlyCost'],
    [{ instructions: 'x'.repeat(2001) }, '/instructions'],
  ])('rejects %j', async (body, path) => {
    const model = 'model' in body && { model: { provider: 'openai', name: 'small', key: MODEL_KEY, ...body.model } }
    const response = await put({ ...body, ...model })
    expect([response.status, errorsOf(response)]).toEqual([400, [path]])
  })

  it('is not copied with its key: a sandbox uses the embedded assistant', async () => {
    await put(modelSettings(models.url))
    await shop.server.db.pool.query(
      `insert into assistant_settings select $2, version, settings, updated_at from assistant_settings where environment_id = $1`,
      [shop.live.environmentId, shop.test.environmentId],
    )
    const answer = await ask({ ...shop, live: shop.test }, 'Hello')
    expect([answer.engines, answer.notices]).toEqual([['embedded'], []])
  })
})

describe('POST /v1/assistant/settings/test', () => {
  const tryModel = (body: object = {}) => shop.api.post(`${PATH}/test`, body)

  it('asks the stored model, or another one before it is saved', async () => {
    await put(modelSettings(models.url))
    models.script({ text: 'Hello!', usage: { input: 20, output: 2 } })
    expect((await tryModel()).body).toEqual({ ok: true, message: 'Hello!', inputTokens: 20, outputTokens: 2 })
    models.script({ text: 'Bonjour!' })
    const other = { provider: 'anthropic', url: models.url, name: 'claude', key: 'sk-another-key' }
    expect((await tryModel({ model: other })).body).toMatchObject({ ok: true, message: 'Bonjour!' })
    expect(models.requests[0]?.headers['x-api-key']).toBe('sk-another-key')
  })

  it.each([
    [{ status: 401 }, 'does not accept the key'],
    [{ status: 404 }, 'name of the model'],
    [{ status: 429 }, 'no more requests'],
    [{ status: 503 }, 'has a problem'],
    [{ raw: 'Hello' }, 'does not answer like a model'],
  ])('says what is wrong with %j, without the words of the provider', async (reply, message) => {
    await put(modelSettings(models.url))
    models.script(reply)
    const { status, body } = await tryModel()
    expect([status, body]).toMatchObject([200, { ok: false, message: expect.stringContaining(message) }])
    expect(JSON.stringify(body)).not.toContain(MODEL_KEY)
  })

  it('says that nobody listens', async () => {
    const model = { provider: 'openai', url: 'http://127.0.0.1:1/v1', name: 'small', key: MODEL_KEY }
    expect((await tryModel({ model })).body).toMatchObject({
      ok: false,
      message: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('the network of the operator', () => {
  const request = {
    system: 'Test',
    messages: [{ role: 'user' as const, text: 'Hello' }],
    tools: [],
    mayCallTools: false,
    maxOutputTokens: 10,
    signal: new AbortController().signal,
  }
  const address = { provider: 'openai' as const, model: 'small', key: null, allowHttp: true }

  it('is reached only at the URL that the operator allows', async () => {
    const external = openExternalServices({ operatorModelUrl: models.url })
    expect(external.validateModelUrl(`${models.url}/`, { allowHttp: false })).toBeUndefined()
    expect(external.validateModelUrl(`${models.url}/other`, { allowHttp: true })).toContain('public IP address')
    models.script({ text: 'Hello!' })
    const events = await Array.fromAsync(external.languageModelAt({ ...address, url: models.url }).stream(request))
    expect(events).toContainEqual({ type: 'text', delta: 'Hello!' })
    const other = external.languageModelAt({ ...address, url: models.url.replace('/v1', '/v2') }).stream(request)
    await expect(Array.fromAsync(other)).rejects.toMatchObject({ code: 'unreachable' })
    expect(models.requests).toHaveLength(1)
  })
})
