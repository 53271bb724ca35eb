import { describe, expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'

const CUSTOMERS = '/v1/customers'
const ADA = { name: 'Ada Lovelace', emails: [{ address: 'Ada@Example.com' }] }

describe('customers', () => {
  it('are created, read, changed and deleted, in their own environment only', async () => {
    const { api, sandbox, storefront } = await openShop()
    const created = await api.post(CUSTOMERS, {
      ...ADA,
      company: 'Analytical Engines',
      locale: 'en-GB',
      phones: [{ number: '+441234567890' }],
      addresses: [{ address: { name: 'Ada', line1: 'Main Street 1', city: 'London', country: 'GB' } }],
      tags: ['wholesale'],
      externalIds: [{ source: 'shopify', id: '4711' }],
      customFields: { vatId: 'GB1', employees: 3, resale: true },
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      name: 'Ada Lovelace',
      emails: [{ address: 'ada@example.com', verified: false }],
      phones: [{ number: '+441234567890', verified: false }],
      addresses: [{ address: { city: 'London' } }],
      marketing: { email: null, sms: null, phone: null },
      version: 1,
    })
    const path = `${CUSTOMERS}/${created.body.id}`
    expect((await api.get(path)).body).toEqual(created.body)
    expect((await sandbox.get(path)).status).toBe(404)
    expect((await sandbox.get(CUSTOMERS)).body.data).toEqual([])
    expect((await storefront.get(path)).status).toBe(401)

    const changed = await api.send('PATCH', path, { company: null, tags: [] }, { 'if-match': '"1"' })
    expect(changed.body).toEqual({
      ...created.body,
      company: null,
      tags: [],
      version: 2,
      updatedAt: changed.body.updatedAt,
    })
    expect((await api.send('PATCH', path, { tags: ['x'] }, { 'if-match': '"1"' })).status).toBe(412)
    const { body: ticket } = await api.post('/v1/tickets', { subject: 'Hello', customerId: created.body.id })
    expect((await api.send('DELETE', path)).status).toBe(409)
    await api.patch(`/v1/tickets/${ticket.id}`, { customerId: null })
    expect((await api.send('DELETE', path)).status).toBe(204)
    expect((await api.get(path)).status).toBe(404)
    const events = (await api.get('/v1/events?limit=10')).body.data.map(({ type }: { type: string }) => type)
    expect(events.filter((type: string) => type.startsWith('customer.'))).toEqual([
      'customer.deleted',
      'customer.updated',
      'customer.created',
    ])
  })

  it('keep what was verified and the ids of kept addresses', async () => {
    const { api } = await openShop()
    const { body } = await api.post(CUSTOMERS, {
      emails: [{ address: 'ada@example.com', verified: true }, { address: 'old@example.com' }],
      addresses: [{ address: { country: 'GB' } }, { address: { country: 'AT' } }],
    })
    const [, second] = body.addresses
    const { body: changed } = await api.send('PATCH', `${CUSTOMERS}/${body.id}`, {
      emails: [{ address: 'new@example.com' }, { address: 'ADA@example.com' }],
      addresses: [{ id: second.id, address: { country: 'DE' } }, { address: { country: 'FR' } }],
    })
    expect(changed.emails).toEqual([
      { address: 'new@example.com', verified: false },
      { address: 'ada@example.com', verified: true },
    ])
    expect(changed.addresses).toMatchObject([
      { id: second.id, address: { country: 'DE' } },
      { address: { country: 'FR' } },
    ])
    const { body: undone } = await api.send('PATCH', `${CUSTOMERS}/${body.id}`, {
      emails: [{ address: 'ada@example.com', verified: false }],
    })
    expect(undone.emails).toEqual([{ address: 'ada@example.com', verified: false }])
  })

  it('do not share an email, a verified phone or an external id', async () => {
    const { api } = await openShop()
    const phone = { number: '+431234567', verified: true }
    const externalId = { source: 'shopify', id: '1' }
    const first = (await api.post(CUSTOMERS, { ...ADA, phones: [phone], externalIds: [externalId] })).body
    for (const [input, path] of [
      [{ emails: [{ address: 'x@example.com' }, { address: 'ADA@EXAMPLE.COM' }] }, '/emails/1/address'],
      [{ phones: [phone] }, '/phones/0/number'],
      [{ externalIds: [externalId] }, '/externalIds/0/id'],
    ] as const) {
      const { status, body } = await api.post(CUSTOMERS, input)
      expect([status, body.error.customerId, body.error.details[0].path]).toEqual([409, first.id, path])
    }
    // Whoever only claims the phone may have it too, and another system may use the same id.
    const other = { phones: [{ number: phone.number }], externalIds: [{ source: 'erp', id: '1' }] }
    expect((await api.post(CUSTOMERS, other)).status).toBe(201)
    const fields = await api.post(CUSTOMERS, { name: 'Ada', customFields: { 'a key': 'with a space' } })
    expect([fields.status, fields.body.error.details[0].path]).toEqual([400, '/customFields/a key'])
    const twice = await api.post(CUSTOMERS, { emails: [{ address: 'a@b.co' }, { address: 'A@b.co' }] })
    expect([twice.status, twice.body.error.details[0].path]).toEqual([400, '/emails/1/address'])
  })

  it('with the same email, created at once, become one', async () => {
    const { api } = await openShop()
    const responses = await Promise.all(Array.from({ length: 10 }, () => api.post(CUSTOMERS, ADA)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)])
  })

  it('are found by parts of their names and contacts, by email, phone, external id and tag', async () => {
    const { api } = await openShop()
    const add = async (input: object) => (await api.post(CUSTOMERS, input)).body.id
    const zoe = await add({ name: 'Zoë Müller', phones: [{ number: '+431234567' }], tags: ['vip'] })
    const ada = await add({ ...ADA, externalIds: [{ source: 'erp', id: 'K-100%' }] })
    const found = async (query: string) =>
      (await api.get(`${CUSTOMERS}?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await found('')).toEqual([ada, zoe])
    expect(await found('q=muller')).toEqual([zoe])
    expect(await found('q=LOVE')).toEqual([ada])
    expect(await found('q=0%25')).toEqual([ada])
    expect(await found('q=%25%25')).toEqual([])
    expect(await found('q=34567')).toEqual([zoe])
    expect(await found('q=%40EXAMPLE')).toEqual([ada])
    expect(await found('q=Ada%40exam')).toEqual([ada])
    expect(await found('q=_da%40example.com')).toEqual([])
    expect(await found('email=ADA%40example.com')).toEqual([ada])
    expect(await found('phone=%2B431234567')).toEqual([zoe])
    expect(await found('externalId=K-100%25')).toEqual([ada])
    expect(await found('tag=vip')).toEqual([zoe])
    expect(await found('tag=vip&email=ada%40example.com')).toEqual([])
    const first = (await api.get(`${CUSTOMERS}?limit=1`)).body
    expect(await found(`limit=1&cursor=${first.nextCursor}`)).toEqual([zoe])
  })
})

describe('consents', () => {
  it('are appended with the text shown; the latest one of each channel applies', async () => {
    const { api } = await openShop()
    const { id } = (await api.post(CUSTOMERS, ADA)).body
    const path = `${CUSTOMERS}/${id}/consents`
    const agreed = { channel: 'email', state: 'subscribed', shownText: 'Send me news.', source: 'checkout' }
    expect((await api.post(path, agreed)).body).toMatchObject({ ...agreed, actor: expect.stringMatching(/^key:/) })
    await api.post(path, { channel: 'sms', state: 'pending', source: 'account' })
    await api.post(path, { channel: 'email', state: 'unsubscribed', source: 'link' })
    expect((await api.get(`${CUSTOMERS}/${id}`)).body.marketing).toEqual({
      email: 'unsubscribed',
      sms: 'pending',
      phone: null,
    })
    const entries = (await api.get(`${path}?channel=email`)).body.data
    expect(entries.map(({ state }: { state: string }) => state)).toEqual(['unsubscribed', 'subscribed'])
    expect((await api.post(`${CUSTOMERS}/cus_${'0'.repeat(26)}/consents`, agreed)).status).toBe(404)
  })
})

describe('notes', () => {
  it('are added, listed newest first, and deleted by their own customer only', async () => {
    const { api } = await openShop()
    const [ada, bob] = await Promise.all([api.post(CUSTOMERS, ADA), api.post(CUSTOMERS, {})])
    const path = `${CUSTOMERS}/${ada.body.id}/notes`
    await api.post(path, { body: 'Called.' })
    const { body: note } = await api.post(path, { body: 'Called again.' })
    expect((await api.get(path)).body.data).toMatchObject([{ body: 'Called again.' }, { body: 'Called.' }])
    expect((await api.send('DELETE', `${CUSTOMERS}/${bob.body.id}/notes/${note.id}`)).status).toBe(404)
    expect((await api.send('DELETE', `${path}/${note.id}`)).status).toBe(204)
    expect((await api.get(path)).body.data).toHaveLength(1)
  })
})

it('exports the customers of a list as CSV that no spreadsheet executes', async () => {
  const shop = await openShop()
  const emails = [{ address: 'ada@example.com' }]
  expect((await shop.api.post('/v1/customers', { name: '=Ada', emails, tags: ['vip'] })).status).toBe(201)
  expect((await shop.api.post('/v1/customers', { name: 'Grace' })).status).toBe(201)
  const { status, headers, body } = await shop.api.get('/v1/customers/export?tag=vip')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const [head, row, ...others] = String(body).trimEnd().split('\r\n')
  expect(head).toMatch(/^Customer ID,Name,Company,Email,/)
  expect(row).toMatch(/^cus_\w+,'=Ada,,ada@example.com,.*,vip,/)
  expect(others).toEqual([])
})
