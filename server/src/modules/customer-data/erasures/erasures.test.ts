import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CheckoutShop, openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { finishJobs } from '../../../../test/finish-jobs.ts'
import type { ApiClient } from '../../../../test/open-shop.ts'
import { listColumns, PERSONAL_COLUMNS } from '../../../../test/personal-columns.ts'
import { placeOrder, systemCtx } from '../../../../test/placed-order.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { dumpDatabase, leaveTraces, type SamplePerson, WINIFRED, ZEBULON } from '../../../../test/sample-person.ts'
import { createProgram } from '../../../../test/sample-points.ts'
import { signIn } from '../../../../test/sign-in.ts'
import { customerKeyOf } from '../../customers/identity/identity.ts'

const wordsOf = ({ name, email, phone, street }: SamplePerson) => [
  ...name.toLowerCase().split(' '),
  email,
  phone.slice(1),
  street.toLowerCase(),
]
const mentions = (text: string, person: SamplePerson) =>
  wordsOf(person).some((word) => text.toLowerCase().includes(word))

/** The columns that contain something of the person. */
async function listTracedColumns(shop: CheckoutShop, person: SamplePerson): Promise<string[]> {
  const columns = (await dumpDatabase(shop)).flatMap(({ table, row }) =>
    Object.entries(JSON.parse(row)).flatMap(([column, value]) =>
      mentions(JSON.stringify(value), person) ? [`${table}.${column}`] : [],
    ),
  )
  return [...new Set(columns)].sort()
}

const listRowsOf = async (shop: CheckoutShop, person: SamplePerson): Promise<string[]> =>
  (await dumpDatabase(shop)).map(({ row }) => row).filter((row) => mentions(row, person))

async function readFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return Promise.all(paths.map((path) => readFile(path, 'utf8')))
}

describe('POST /v1/customers/:id/erasure', () => {
  it('leaves nothing of the person in the database, the files and the log, and everything of others', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const { api, server, live } = shop
    await createProgram(shop)
    const subject = 'For {{customerName}}'
    const template = { subject, body: 'Dear {{customerName}}, {{shippingAddress}}', active: true }
    await api.send('PUT', '/v1/email-templates/order_confirmation', template)
    const { customerId } = await leaveTraces(shop, ZEBULON)
    const other = await leaveTraces(shop, WINIFRED)
    const worker = await server.startWorker()
    await finishJobs(shop.server)
    await worker.stop()
    await server.db.pool.query(`update emails set error = '550 unknown user <' || recipient || '>'`)

    const before = await listTracedColumns(shop, ZEBULON)
    const othersBefore = await listRowsOf(shop, WINIFRED)
    const requested = await api.post(`/v1/customers/${customerId}/erasure`, undefined, { 'idempotency-key': 'erase' })
    expect([requested.status, requested.body]).toMatchObject([202, { customerId, status: 'pending', erasedAt: null }])
    expect((await api.get(`/v1/customers/${customerId}`)).status).toBe(404)
    const whilePending = await listTracedColumns(shop, ZEBULON)
    // Each column was filled, or it could not be missed.
    expect([...new Set([...before, ...whilePending])].sort()).toEqual(listColumns(PERSONAL_COLUMNS))

    await server.startWorker()
    await finishJobs(shop.server)
    expect(await listTracedColumns(shop, ZEBULON)).toEqual([])
    const keys = [customerId, ZEBULON.email].map((one) =>
      customerKeyOf(one, live.environmentId, server.system.secretFor('customer-keys')),
    )
    const dump = (await dumpDatabase(shop)).map(({ row }) => row).join('\n')
    for (const key of keys) expect(dump).not.toContain(key)
    expect(server.logged.filter((line) => mentions(line, ZEBULON))).toEqual([])
    const files = await readFiles(server.filesDir)
    expect(files.filter((text) => mentions(text, ZEBULON))).toEqual([])
    expect(files.filter((text) => mentions(text, WINIFRED))).toHaveLength(1)
    expect(await listRowsOf(shop, WINIFRED)).toEqual(othersBefore)
    expect((await api.get(`/v1/customers/${other.customerId}`)).body.name).toBe(WINIFRED.name)
    expect((await api.get('/v1/ledger/audit')).body.driftCount).toBe(0)

    const receipt = (await api.get(`/v1/customers/${customerId}/erasure`)).body
    expect(receipt).toMatchObject({
      id: requested.body.id,
      status: 'completed',
      erasedAt: expect.any(String),
      tables: { customers: 1, customer_emails: 1, orders: 5, carts: 4, acp_sessions: 1, gift_cards: 1 },
      consents: [
        { channel: 'email', state: 'subscribed', shownText: 'Send me news.' },
        { channel: 'email', state: 'unsubscribed' },
      ],
    })
    expect((await api.get(`/v1/customers/erasures?email=${ZEBULON.email.toUpperCase()}`)).body.data).toEqual([receipt])
    expect((await api.get(`/v1/customers/erasures?email=${WINIFRED.email}`)).body.data).toEqual([])
    expect((await api.post(`/v1/customers/${customerId}/erasure`)).body).toEqual(receipt)
    const retried = await api.post(`/v1/customers/${customerId}/erasure`, undefined, { 'idempotency-key': 'erase' })
    expect([retried.status, retried.body.id]).toEqual([202, receipt.id])
    const events = (await api.get('/v1/events?type=customer.erased')).body.data
    expect(events).toMatchObject([{ data: { customerId, erasureId: receipt.id } }])
  })

  it('deletes saved views that search for the person, unless it runs in the sandbox', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const member = await signIn(shop)
    const views = `/dashboard/api/workspaces/${shop.live.workspaceId}/saved-views`
    const email = 'view@example.com'
    for (const q of [email.toUpperCase(), 'other@example.com']) {
      await member.post(views, { page: 'customers', name: q, filters: { q } })
    }
    const listNames = async () => (await member.get(views)).body.data.map(({ name }: { name: string }) => name)
    const erase = async (api: ApiClient) => {
      const customerId = await addCustomer({ api }, { emails: [{ address: email }] })
      expect((await api.post(`/v1/customers/${customerId}/erasure`)).status).toBe(202)
      await finishJobs(shop.server)
    }
    await shop.server.startWorker()
    await erase(shop.sandbox)
    expect(await listNames()).toHaveLength(2)
    await erase(shop.api)
    expect(await listNames()).toEqual(['other@example.com'])
  })

  it('keeps the order without a person: items, amounts, and the country for taxes', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const order = await placeOrder(shop)
    await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {})
    expect((await shop.api.post(`/v1/customers/${order.customerId}/erasure`)).status).toBe(202)
    await shop.server.startWorker()
    await finishJobs(shop.server)
    const erased = (await shop.api.get(`/v1/orders/${order.id}`)).body
    expect(erased).toMatchObject({
      email: null,
      customerId: null,
      shippingAddress: { country: 'AT' },
      totals: { total: order.totals.total },
      items: [{ title: 'Mug', quantities: { ordered: 1 } }],
    })
    expect(erased.shippingAddress).toEqual({ country: 'AT' })
    // A person who comes back is a new customer.
    const next = await placeOrder(shop)
    expect(next.customerId).not.toBe(order.customerId)
    expect((await shop.api.get(`/v1/customers/${next.customerId}`)).body.statistics[0].orders).toBe(1)
  })

  it('waits for orders, payments and returns in progress, and names them', async () => {
    const shop = await openCheckoutShop()
    const order = await placeOrder(shop)
    const path = `/v1/customers/${order.customerId}`
    const refused = await shop.api.post(`${path}/erasure`)
    expect([refused.status, refused.body.error]).toMatchObject([409, { orderIds: [order.id], checkoutIds: [] }])
    expect(refused.body.error.message).toContain(`#${order.number}`)
    expect((await shop.api.get(path)).status).toBe(200)
    await shop.api.post(`/v1/orders/${order.id}/fulfillments`, {})
    const items = [{ itemId: order.items[0].id, quantity: 1 }]
    const returned = (await shop.api.post(`/v1/orders/${order.id}/returns`, { items })).body
    expect((await shop.api.post(`${path}/erasure`)).status).toBe(409)
    await shop.api.post(`/v1/orders/${order.id}/returns/${returned.id}/rejection`, {})

    const cart = (await shop.storefront.post('/v1/carts', { items: [{ variantId: shop.mug, quantity: 1 }] })).body
    const buyer = { email: order.email, shippingAddress: order.shippingAddress, shipping: { service: 'post' } }
    await shop.storefront.patch(`/v1/carts/${cart.id}`, buyer)
    const intent = (await shop.storefront.post('/v1/checkout/intent', { cartId: cart.id })).body
    const pending = await shop.api.post(`${path}/erasure`)
    expect([pending.status, pending.body.error]).toMatchObject([409, { orderIds: [], checkoutIds: [intent.id] }])
  })

  it('erases only the email from an order of somebody else', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const owner = await addCustomer(shop, { name: 'Grace Hopper', emails: [{ address: 'grace@example.com' }] })
    const order = await importJugs(shop.api, {
      customerId: owner,
      email: ZEBULON.email,
      shippingAddress: { name: 'Grace Hopper', country: 'AT' },
    })
    expect(order.customerId).toBe(owner)
    const person = await addCustomer(shop, { emails: [{ address: ZEBULON.email }] })
    expect((await shop.api.post(`/v1/customers/${person}/erasure`)).status).toBe(202)
    await shop.server.startWorker()
    await finishJobs(shop.server)
    expect((await shop.api.get(`/v1/orders/${order.id}`)).body).toMatchObject({
      email: null,
      customerId: owner,
      shippingAddress: { name: 'Grace Hopper' },
    })
    expect(await listTracedColumns(shop, ZEBULON)).toEqual([])
  })

  it('erases an order or refuses, whichever comes first', async () => {
    const shop = await openCheckoutShop()
    const { customerId, id } = await placeOrder(shop)
    await shop.api.post(`/v1/orders/${id}/fulfillments`, {})
    const [erasure, ...orders] = await Promise.all([
      shop.api.post(`/v1/customers/${customerId}/erasure`),
      ...Array.from({ length: 6 }, () => placeOrder(shop)),
    ])
    const owners = new Set(orders.map((order) => order.customerId))
    if (erasure.status === 202) expect(owners.has(customerId)).toBe(false)
    else expect([erasure.status, owners]).toEqual([409, new Set([customerId])])
    for (const owner of owners) expect((await shop.api.get(`/v1/customers/${owner}`)).status).toBe(200)
    const { rows } = await shop.server.db.pool.query(
      `select from orders where environment_id = $1 and customer_id = $2
         and not exists (select from customers where environment_id = $1 and customers.id = customer_id)`,
      [systemCtx(shop).environmentId, customerId],
    )
    expect(rows).toHaveLength(erasure.status === 202 ? 1 : 0)
  })
})
