import { beforeAll, describe, expect, it } from 'vitest'
import { type CheckoutShop, createReadyCart, seedShop } from '../../../test/checkout-shop.ts'
import { listEventData } from '../../../test/event-log.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { finishJobs } from '../../../test/finish-jobs.ts'
import { fileServer } from '../../../test/open-server.ts'
import { openShop } from '../../../test/open-shop.ts'
import { recordQueries } from '../../../test/query-recorder.ts'
import { addCustomer } from '../../../test/sample-customers.ts'
import { signIn } from '../../../test/sign-in.ts'

const server = fileServer({ limitClock: fastClock() })
let shop: CheckoutShop

beforeAll(async () => {
  const opened = await openShop(await server())
  shop = { ...opened, mug: await seedShop(opened, 1000) }
  await shop.server.startWorker()
})

let serial = 0
const newEmail = () => `lead${serial++}@engines.example`

const submit = (input: object) => shop.api.post('/v1/leads', { source: 'contact_form', ...input })

/** Its jobs are done, too. */
async function addLead(input: { email: string } & Record<string, unknown>) {
  expect(await submit(input)).toMatchObject({ status: 202, body: { received: true } })
  await finishJobs(shop.server)
  return (await leadsOf(`q=${input.email}`))[0]
}

const leadsOf = async (query: string) => (await shop.api.get(`/v1/leads?${query}`)).body.data
const readLead = async (id: string) => (await shop.api.get(`/v1/leads/${id}`)).body
const customerOf = async (id: string) => (await shop.api.get(`/v1/customers/${id}`)).body

describe('POST /v1/leads', () => {
  it('keeps the first and the last touch of a contact, and fills in only what is missing', async () => {
    const email = newEmail()
    const first = await addLead({
      email: email.toUpperCase(),
      name: 'Ada',
      page: '/mugs',
      utm: { source: 'google', medium: 'cpc' },
      clickIds: { gclid: 'abc' },
      message: 'How many mugs fit into a box?',
    })
    const lead = await addLead({
      email,
      name: 'Somebody else',
      company: 'Engines',
      phone: '+43 (1) 234-567',
      source: 'fair',
      page: '/fair',
      customFields: { stand: 'B7' },
    })
    expect(lead).toMatchObject({
      id: first.id,
      status: 'new',
      email,
      name: 'Ada',
      company: 'Engines',
      phone: '+431234567',
      message: 'How many mugs fit into a box?',
      source: 'contact_form',
      firstTouch: { source: 'contact_form', page: '/mugs', utm: { source: 'google', medium: 'cpc' } },
      lastTouch: { source: 'fair', page: '/fair', utm: {}, clickIds: {} },
      customFields: { stand: 'B7' },
      submissionCount: 2,
      score: 75,
    })
    const customer = await customerOf(lead.customerId)
    expect(customer).toMatchObject({
      name: 'Ada',
      company: null,
      emails: [{ address: email, verified: false }],
      phones: [],
    })
    const { data: submissions } = (await shop.api.get(`/v1/leads/${lead.id}/submissions`)).body
    expect(submissions.map(({ name }: { name: string }) => name)).toEqual(['Somebody else', 'Ada'])
    const ofThis = ({ leadId }: { leadId: string }) => leadId === lead.id
    expect((await listEventData(shop, 'lead.created')).filter(ofThis)).toEqual([
      { leadId: lead.id, customerId: lead.customerId, source: 'contact_form' },
    ])
    expect((await listEventData(shop, 'lead.updated')).filter(ofThis)).toEqual([
      { leadId: lead.id, changes: ['submissions'] },
    ])
  })

  it.each([
    ['an email', () => ({ email: newEmail() })],
    ['a phone', () => ({ phone: `00 43 660 ${1000 + serial++}` })],
  ])('creates one lead and one customer when twenty requests with %s arrive at once', async (_, contact) => {
    const input = { ...contact(), name: `Twenty ${serial++}`, company: 'Engines' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(input)))
    expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set(['202 {"received":true}']),
    )
    await finishJobs(shop.server)
    const [lead, ...others] = await leadsOf(`q=${encodeURIComponent(input.name)}`)
    expect([lead.submissionCount, others]).toEqual([20, []])
    const { data } = (await shop.api.get(`/v1/customers?q=${encodeURIComponent(input.name)}`)).body
    expect(data).toMatchObject([{ id: lead.customerId, company: 'Engines' }])
  })

  it('answers a known contact, a new one and a bot alike, after the same statements', async () => {
    // Without a worker: its statements are not part of the response.
    const { api, server } = await openShop()
    const known = newEmail()
    const send = (input: object) => api.post('/v1/leads', { source: 'contact_form', ...input })
    await addCustomer({ api }, { name: 'Known', emails: [{ address: known }] })
    await send({ email: known })
    const recorder = recordQueries(server.db)
    const outcomes: unknown[] = []
    for (const input of [{ email: known }, { email: newEmail() }, { email: newEmail(), website: 'x' }]) {
      recorder.clear()
      const { status, body } = await send(input)
      outcomes.push([status, body, recorder.queries().length])
    }
    expect(outcomes).toEqual(Array(3).fill([202, { received: true }, expect.toSatisfy((count: number) => count > 3)]))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  })

  it('leaves an existing customer as they are', async () => {
    const email = newEmail()
    const customerId = await addCustomer(shop, { name: null, emails: [{ address: email }] })
    const before = await customerOf(customerId)
    expect(await addLead({ email, name: 'Mallory', company: 'Evil' })).toMatchObject({ customerId, name: 'Mallory' })
    expect(await customerOf(customerId)).toEqual(before)
  })

  it('records consent with the text, never withdraws one, and does not subscribe somebody again', async () => {
    const email = newEmail()
    const consent = (granted: boolean) => [{ channel: 'email', granted, text: 'Send me news.' }]
    const { customerId } = await addLead({ email, consent: consent(true) })
    await addLead({ email, consent: consent(false) })
    const path = `/v1/customers/${customerId}/consents`
    expect((await shop.api.get(path)).body.data).toMatchObject([
      { channel: 'email', state: 'subscribed', shownText: 'Send me news.', source: 'contact_form' },
    ])
    await shop.api.post(path, { channel: 'email', state: 'unsubscribed', source: 'letter' })
    const lead = await addLead({ email, consent: consent(true) })
    expect((await customerOf(customerId)).marketing.email).toBe('pending')
    expect(lead.consents).toMatchObject([{ channel: 'email', granted: true, text: 'Send me news.' }])
  })

  it('stores spam without a customer, an event or a change of a real lead', async () => {
    const [email, real] = [newEmail(), newEmail()]
    await submit({ email, website: 'x', message: 'Buy' })
    const before = await addLead({ email: real, name: 'Real' })
    await submit({ email: real, elapsedMs: 5, name: 'Bot', message: 'Buy' })
    await finishJobs(shop.server)
    expect(await leadsOf(`q=${email}`)).toEqual([])
    const [spam] = await leadsOf(`q=${email}&status=spam`)
    expect(spam).toMatchObject({ status: 'spam', spamReasons: ['honeypot'], customerId: null })
    expect((await shop.api.get(`/v1/customers?email=${email}`)).body.data).toEqual([])
    const events = JSON.stringify([
      await listEventData(shop, 'lead.created'),
      await listEventData(shop, 'lead.updated'),
    ])
    expect(events).not.toContain(spam.id)
    expect(await readLead(before.id)).toMatchObject({ status: 'new', name: 'Real', message: null, submissionCount: 2 })

    // The person whose address a bot had used.
    expect(await addLead({ email, name: 'Person' })).toMatchObject({
      id: spam.id,
      status: 'new',
      spamReasons: [],
      message: null,
      name: 'Person',
      customerId: expect.stringMatching(/^cus_/),
    })
    expect(await listEventData(shop, 'lead.created')).toContainEqual(expect.objectContaining({ leadId: spam.id }))
  })

  it.each([
    [{}, '/email'],
    [{ phone: '0660 123' }, '/phone'],
    [{ email: 'nobody' }, '/email'],
    [{ email: 'a@example.com', consent: [{ channel: 'fax', granted: true, text: 'x' }] }, '/consent/0/channel'],
    [{ email: 'a@example.com', productIds: ['x'] }, '/productIds/0'],
  ])('rejects %j', async (input, path) => {
    const { status, body } = await submit(input)
    expect([status, body.error.details?.[0]?.path]).toEqual([400, path])
  })
})

describe('GET /v1/leads', () => {
  it('filters, sorts and pages', async () => {
    const other = await openShop(shop.server)
    const send = (input: object) => other.api.post('/v1/leads', input)
    const list = async (query: string) =>
      (await other.api.get(`/v1/leads?${query}`)).body.data.map(({ name }: { name: string }) => name)
    await send({ email: 'a@gmail.com', name: 'Low', source: 'fair' })
    await send({ email: 'b@engines.example', phone: '+431', name: 'High', company: 'Größe', source: 'fair' })
    await send({ email: 'c@engines.example', name: 'Mid', source: 'web' })
    await send({ email: 'd@engines.example', name: 'Bot', source: 'web', website: 'x' })
    for (const [query, names] of [
      ['', ['Mid', 'High', 'Low']],
      ['sort=score', ['High', 'Mid', 'Low']],
      ['status=spam', ['Bot']],
      ['status=lost', []],
      ['source=fair', ['High', 'Low']],
      ['scoreMin=20', ['Mid', 'High']],
      ['q=gr%C3%B6%C3%9Fe', ['High']],
      ['q=b@eng', ['High']],
      ['createdTo=2020-01-01T00:00:00.000Z', []],
      ['createdFrom=2020-01-01T00:00:00.000Z&sort=score', ['High', 'Mid', 'Low']],
    ] as const) {
      expect([query, await list(query)]).toEqual([query, names])
    }
    for (const sort of ['newest', 'score']) {
      const { data, nextCursor } = (await other.api.get(`/v1/leads?sort=${sort}&limit=2`)).body
      const rest = (await other.api.get(`/v1/leads?sort=${sort}&limit=2&cursor=${nextCursor}`)).body
      expect([...data, ...rest.data]).toHaveLength(3)
      expect(rest).toMatchObject({ data: [{ name: 'Low' }], nextCursor: null })
    }
    expect((await other.sandbox.get('/v1/leads')).body.data).toEqual([])
  })
})

describe('GET /v1/leads with a text that the first leads of the list do not contain', () => {
  it('finds the others in the order of the list, page by page', async () => {
    const own = await openShop(await server())
    // Five weeks, with three scores; the oldest eighth is called Needle.
    const { rows } = await own.server.db.pool.query<{ id: string; score: number }>(
      `insert into leads (environment_id, id, contact, status, source, first_touch, last_touch, product_ids, custom_fields,
         consents, tags, score, score_reasons, spam_reasons, submission_count, search, version, created_at, updated_at)
       select $1, 'lead_' || lpad(n::text, 26, '0'), n || '@example.com', 'new', case when n % 2 = 0 then 'fair' else 'shop' end,
         touch, touch, '{}', '{}', '[]', '{}', n % 3 * 10, '[]', '{}', 1, case when n <= 100 then 'needle' else 'hay' end, 1,
         timestamptz '2026-01-01' + n * interval '1 hour', now()
       from generate_series(1, 800) as n, (select '{"source": "shop", "page": null, "referrer": null, "utm": {},
         "clickIds": {}, "at": "2026-01-01T00:00:00.000Z"}'::json as touch) as touches
       returning id, score`,
      [own.live.environmentId],
    )
    const readAll = async (query: string) => {
      const ids: string[] = []
      for (let cursor = ''; ; ) {
        const { body } = await own.api.get(`/v1/leads?limit=30&${query}${cursor}`)
        ids.push(...body.data.map(({ id }: { id: string }) => id))
        if (body.nextCursor === null) return ids
        cursor = `&cursor=${body.nextCursor}`
      }
    }
    const needles = rows.slice(0, 100).toReversed()
    const byScore = needles.toSorted((one, other) => other.score - one.score)
    const fair = needles.filter(({ id }) => Number(id.slice(5)) % 2 === 0)
    const idsOf = (leads: { id: string }[]) => leads.map(({ id }) => id)
    expect(await readAll('q=needle')).toEqual(idsOf(needles))
    expect(await readAll('q=needle&source=fair')).toEqual(idsOf(fair))
    expect(await readAll('q=needle&sort=score')).toEqual(idsOf(byScore))
    expect(await readAll('q=needle&sort=score&scoreMin=20')).toEqual(idsOf(byScore.filter(({ score }) => score === 20)))
    expect(await readAll('q=nee')).toHaveLength(100)
    expect(await readAll('q=ne')).toHaveLength(100)
    expect(await readAll('q=needles')).toEqual([])
  })
})

describe('PATCH /v1/leads/:id', () => {
  it('changes what was sent, detects concurrent changes and knows the members', async () => {
    const lead = await addLead({ email: newEmail() })
    const path = `/v1/leads/${lead.id}`
    const { userId } = await signIn(shop, 'agent')
    const changes = { status: 'contacted', assigneeId: userId, staffNote: 'Called', tags: ['b2b'] }
    const updated = await shop.api.send('PATCH', path, changes, { 'if-match': `"${lead.version}"` })
    expect([updated.status, updated.body]).toMatchObject([200, { ...changes, version: lead.version + 1 }])
    const stale = await shop.api.send('PATCH', path, { staffNote: 'x' }, { 'if-match': `"${lead.version}"` })
    expect(stale.status).toBe(412)
    expect((await shop.api.patch(path, { tags: [] })).body).toMatchObject({ ...changes, tags: [] })
    expect((await shop.api.patch(path, { assigneeId: 'nobody' })).body.error.details[0].path).toBe('/assigneeId')
    expect((await shop.api.patch(path, { status: 'converted' })).status).toBe(400)
    expect((await listEventData(shop, 'lead.updated'))[1]).toEqual({ leadId: lead.id, changes: Object.keys(changes) })
    expect((await shop.sandbox.patch(path, { tags: ['x'] })).status).toBe(404)
  })

  it('keeps what staff marked as spam, until they say otherwise', async () => {
    const email = newEmail()
    const { id } = await addLead({ email })
    const path = `/v1/leads/${id}`
    await shop.api.patch(path, { status: 'spam' })
    await submit({ email, message: 'Again and again' })
    await finishJobs(shop.server)
    expect(await readLead(id)).toMatchObject({ status: 'spam', spamReasons: ['marked_by_staff'], submissionCount: 2 })
    expect((await shop.api.patch(path, { status: 'qualified' })).body.error).toMatchObject({ allowed: ['new'] })
    expect((await shop.api.post(`${path}/conversion`, {})).status).toBe(409)
    expect((await shop.api.patch(path, { status: 'new' })).body).toMatchObject({ status: 'new', spamReasons: [] })
  })
})

describe('a conversion', () => {
  it('names an order or a value, once', async () => {
    const { id } = await addLead({ email: newEmail() })
    const path = `/v1/leads/${id}/conversion`
    const missing = await shop.api.post(path, { orderId: 'ord_01k9z3h8x2f7mtv4q6bw0ncdre' })
    expect([missing.status, missing.body.error.details[0].path]).toEqual([400, '/orderId'])
    const value = { amount: 5000, currency: 'EUR' }
    const converted = await shop.api.post(path, { value })
    expect(converted).toMatchObject({
      status: 200,
      body: { status: 'converted', conversion: { orderId: null, value, automatic: false } },
    })
    expect((await shop.api.post(path, { value })).body.version).toBe(converted.body.version)
    expect((await listEventData(shop, 'lead.converted'))[0]).toMatchObject({ leadId: id, value, automatic: false })
    expect((await shop.api.patch(`/v1/leads/${id}`, { status: 'qualified' })).body).toMatchObject({ conversion: null })
  })

  it('follows from an order of the customer, unless it came before', async () => {
    const email = newEmail()
    const buy = async () => {
      const cart = await createReadyCart(shop, { email })
      const payment = { cartId: cart.id, paymentMethod: 'pm_card_visa' }
      const { order } = (await shop.storefront.post('/v1/checkout/card', payment)).body
      await finishJobs(shop.server)
      return order
    }
    await buy()
    const { id, status } = await addLead({ email })
    expect(status).toBe('new')
    const order = await buy()
    expect(await readLead(id)).toMatchObject({
      status: 'converted',
      conversion: { orderId: order.id, automatic: true, value: { currency: 'EUR' } },
    })
    await buy()
    expect((await readLead(id)).conversion.orderId).toBe(order.id)
    expect(
      (await listEventData(shop, 'lead.converted')).filter((one: { leadId: string }) => one.leadId === id),
    ).toEqual([expect.objectContaining({ orderId: order.id, automatic: true })])
  })
})

describe('the data of a customer', () => {
  it('moves leads with a merge and back, and is exported and erased with the customer', async () => {
    const email = newEmail()
    const { id, customerId } = await addLead({ email, message: 'Only here' })
    const other = await addCustomer(shop, { name: 'Other' })
    const merge = (await shop.api.post(`/v1/customers/${other}/merge`, { customerId })).body
    expect((await readLead(id)).customerId).toBe(other)
    expect((await leadsOf(`customerId=${other}`)).map((lead: { id: string }) => lead.id)).toEqual([id])
    expect((await shop.api.post(`/v1/customers/merges/${merge.id}/reversal`)).status).toBe(200)
    expect((await readLead(id)).customerId).toBe(customerId)
    const { body } = await shop.api.post(`/v1/customers/${customerId}/export`)
    expect([body.leads, body.leadSubmissions]).toMatchObject([[{ id, email }], [{ leadId: id, message: 'Only here' }]])
    const erased = await shop.api.post(`/v1/customers/${customerId}/erasure`)
    expect([erased.status, erased.body.tables]).toMatchObject([202, { leads: 1, lead_submissions: 1 }])
    expect((await shop.api.get(`/v1/leads/${id}`)).status).toBe(404)
  })
})
