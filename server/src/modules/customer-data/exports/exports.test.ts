import { describe, expect, it } from 'vitest'
import { openCheckoutShop } from '../../../../test/checkout-shop.ts'
import { finishJobs } from '../../../../test/finish-jobs.ts'
import { listColumns, PERSONAL_COLUMNS } from '../../../../test/personal-columns.ts'
import { addCustomer } from '../../../../test/sample-customers.ts'
import { importJugs } from '../../../../test/sample-orders.ts'
import { leaveTraces, WINIFRED, ZEBULON } from '../../../../test/sample-person.ts'
import { createProgram } from '../../../../test/sample-points.ts'

/** Repeats of what is exported, or what only exists during an erasure. */
const NOT_EXPORTED = [
  'chat_messages.words',
  'customer_erasures.person',
  'customers.search',
  'idempotency_keys.body',
  'leads.search',
  'orders.search',
  'ticket_messages.words',
  'tickets.search',
]

const toCamelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

describe('POST /v1/customers/:id/export', () => {
  it('returns everything personal of one customer, and nothing of others', async () => {
    const shop = await openCheckoutShop({ isolated: true })
    const { api, server } = shop
    await createProgram(shop)
    const template = { subject: 'For {{customerName}}', body: 'Dear {{customerName}}', active: true }
    await api.send('PUT', '/v1/email-templates/order_confirmation', template)
    const { customerId } = await leaveTraces(shop, ZEBULON)
    await leaveTraces(shop, WINIFRED)
    await server.startWorker()
    await finishJobs(shop.server)
    await server.db.pool.query(`update emails set error = '550 unknown user <' || recipient || '>'`)

    const response = await api.post(`/v1/customers/${customerId}/export`)
    expect([response.status, response.headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="${customerId}.json"`,
    ])
    const document = response.body
    const missing = listColumns(PERSONAL_COLUMNS).filter((name) => {
      const [table = '', column = ''] = name.split('.').map(toCamelCase)
      const values = document[table]?.map((row: Record<string, unknown>) => row[column])
      return !/quatermass|60199887766/i.test(JSON.stringify(values ?? null))
    })
    expect(missing).toEqual(NOT_EXPORTED)
    const text = JSON.stringify(document)
    expect(text).not.toMatch(/ottoline|60155443322|irgendwoweg/i)
    expect(text).not.toContain('codeHash')
    expect(text).not.toMatch(/\+00:00"/)
    expect(document.orders).toHaveLength(5)
    expect(document.customers).toMatchObject([{ id: customerId, name: ZEBULON.name }])

    const { rows } = await server.db.pool.query(
      `select actor_name, subject from audit_entries where action = 'customer.exported'`,
    )
    expect(rows).toEqual([{ actor_name: 'API key live', subject: customerId }])
  })

  it('reads long histories in pages', async () => {
    const shop = await openCheckoutShop()
    const customerId = await addCustomer(shop, { emails: [{ address: 'grace@example.com' }] })
    await importJugs(shop.api)
    await shop.server.db.pool.query(
      `insert into customer_notes (environment_id, id, customer_id, body, author, created_at)
       select $1, 'note_' || lpad(n::text, 26, '0'), $2, 'Note ' || n, 'system', now() from generate_series(1, 450) as n`,
      [shop.live.environmentId, customerId],
    )
    const { body } = await shop.api.post(`/v1/customers/${customerId}/export`)
    expect(body.customerNotes.map((note: { body: string }) => note.body)).toEqual(
      Array.from({ length: 450 }, (_, index) => `Note ${index + 1}`),
    )
    expect(body.orders).toHaveLength(1)
    expect((await shop.sandbox.post(`/v1/customers/${customerId}/export`)).status).toBe(404)
  })
})
