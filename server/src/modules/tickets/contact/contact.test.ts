import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../../test/open-shop.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { addTicket } from '../../../../test/sample-tickets.ts'
import { removeUnusedAttachments } from '../attachments/jobs.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})

const CONTACT = { name: 'Ada', email: 'Ada@example.com', message: 'Do you ship\nto Iceland?', elapsedMs: 9000 }
const newest = async (query = '') => (await shop.api.get(`/v1/tickets?sort=newest&limit=1${query}`)).body.data[0]

describe('POST /v1/contact', () => {
  it('creates a ticket and answers everyone alike', async () => {
    const order = await importJugs(shop.api, { email: 'ada@example.com' })
    const orderNumber = `#${order.number}`
    const cases: [object, object, string][] = [
      [{}, { subject: 'Do you ship', orderIds: [], customerId: order.customerId }, ''],
      [{ subject: 'Shipping', orderNumber }, { subject: 'Shipping', orderIds: [order.id] }, ''],
      [
        { email: 'eve@example.com', orderNumber },
        { orderIds: [], requester: { name: 'Ada', email: 'eve@example.com' } },
        '',
      ],
      [{ orderNumber: '999999999999' }, { orderIds: [] }, ''],
      [{ website: 'https://spam.example', orderNumber }, { spam: true, customerId: null, orderIds: [] }, '&spam=true'],
      [{ elapsedMs: 300 }, { spam: true, customerId: null }, '&spam=true'],
    ]
    for (const [fields, ticket, query] of cases) {
      const { status, body } = await shop.api.post('/v1/contact', { ...CONTACT, ...fields })
      expect([fields, status, body]).toEqual([fields, 202, { received: true }])
      expect([fields, await newest(query)]).toMatchObject([fields, { channel: 'contact_form', spam: false, ...ticket }])
    }
  })

  it('needs a key and a valid form', async () => {
    expect((await shop.storefront.post('/v1/contact', CONTACT)).status).toBe(401)
    for (const invalid of [{ email: 'ada' }, { message: '' }, { name: 'two\nlines' }, { orderNumber: '12a' }]) {
      expect([invalid, (await shop.api.post('/v1/contact', { ...CONTACT, ...invalid })).status]).toEqual([invalid, 400])
    }
  })
})

describe('attachments', () => {
  const upload = async (name: string, type: string, body: string | Uint8Array, key = shop.liveKey) => {
    const response = await fetch(`${shop.server.url}/v1/tickets/attachments?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body: body as BodyInit,
    })
    return { status: response.status, body: (await response.json()) as { id: string; error?: object } }
  }
  const download = (id: string, key = shop.liveKey) =>
    fetch(`${shop.server.url}/v1/tickets/attachments/${id}`, { headers: { authorization: `Bearer ${key}` } })

  it('are downloaded as they were uploaded, and never rendered', async () => {
    const html = '<script>alert(1)</script>'
    const page = await upload('böse "seite".html', 'text/html', html)
    expect([page.status, page.body]).toMatchObject([
      201,
      { name: 'böse "seite".html', contentType: 'text/html', sizeBytes: html.length, inline: false },
    ])
    const file = await download(page.body.id)
    expect([file.status, await file.text()]).toEqual([200, html])
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''b%C3%B6se%20%22seite%22.html`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect((await download(page.body.id, shop.testKey)).status).toBe(404)
    // JSON is a file like any other.
    expect((await upload('data.json', 'application/json', '{broken')).status).toBe(201)
    expect((await upload('big', 'application/zip', new Uint8Array(20 * 1024 ** 2 + 1))).status).toBe(413)
  })

  it('belong to one message, and are removed if none uses them within a day', async () => {
    const { id } = (await upload('a.txt', 'text/plain', 'a')).body
    const unused = (await upload('b.txt', 'text/plain', 'b')).body
    const ticket = await addTicket(shop, { message: { text: 'See the file', attachmentIds: [id] } })
    const again = await shop.api.post(`/v1/tickets/${ticket.id}/replies`, { text: 'Mine', attachmentIds: [id] })
    expect(again.status).toBe(400)
    const [message] = (await shop.api.get(`/v1/tickets/${ticket.id}/messages`)).body.data
    expect(message.attachments).toMatchObject([{ id, name: 'a.txt', url: expect.stringContaining(id) }])
    await removeUnusedAttachments.run({ ...shop.server.system, now: new Date(Date.now() + 2 * 86_400_000) })
    expect([(await download(id)).status, (await download(unused.id)).status]).toEqual([200, 404])
  })
})
