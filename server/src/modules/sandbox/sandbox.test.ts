import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { configureAutomation } from '../../../test/contract/automation-samples.ts'
import { changedTables, checksumsOutside, DEFERRED_TABLES } from '../../../test/contract/row-checksums.ts'
import { systemCtxAt } from '../../../test/event-runner.ts'
import type { TestServer } from '../../../test/open-server.ts'
import { openIsolatedShop, type Shop } from '../../../test/open-shop.ts'
import { drawPng } from '../../../test/sample-images.ts'
import { addProduct, eur } from '../../../test/sample-products.ts'
import { addCodes, addPromotion, checkoutCtx, findUsageDrift } from '../../../test/sample-promotions.ts'
import { addTicket } from '../../../test/sample-tickets.ts'
import { addMember, signIn } from '../../../test/sign-in.ts'
import { transaction } from '../../ctx.ts'
import { sequenceEvents } from '../../events/sequence.ts'
import { newId } from '../../kit/ids.ts'
import { refreshListings } from '../listings/listings.ts'
import { reserveUses } from '../promotions/uses/uses.ts'
import { copyLiveIntoSandbox } from './copy-live.ts'

const THEME = { brand: { name: 'Copied' } }
const POLICY = { title: 'Shipping', body: 'By bicycle.' }

/** Tenant tables that a reset doesn't copy, with the reason. A new table must be copied unless it is listed here. */
const NOT_COPIED: Record<string, string> = {
  webhook_endpoints: 'would get test events as if they were live',
  webhook_deliveries: "belong to one environment's endpoints",
  acp_sessions: "belong to one environment's carts",
  chat_conversations: 'are conversations with people, whose data stays in live',
  chat_messages: 'belong to conversations',
  api_keys: 'open one environment only',
  assistant_model_keys: 'are charged for',
  assistant_usage: 'count what happened in one environment',
  imports: 'describe uploads to one environment',
  files: 'are copied first, under their own names',
  facet_bitmaps: 'are built from the listings',
  facet_changes: 'are built from the listings',
  facet_indexes: 'are built from the listings',
  facet_ordinals: 'are built from the listings',
  file_checks: "belong to one environment's files",
  event_feeds: "count one environment's events",
  events: 'record what happened in one environment',
  loyalty_accounts: 'hold points granted in live',
  loyalty_lots: 'hold points granted in live',
  referral_codes: 'belong to customers',
  referrals: 'belong to customers',
  loyalty_redemptions: 'exchanged points granted in live',
  gift_cards: 'are money owed in live, and their codes are stored as hashes',
  ledger_closings: 'record what was reported in one environment',
  ledger_entries: 'record how balances came about in one environment',
  store_credit_accounts: 'are money owed in live',
  carts: "belong to one environment's buyers",
  chat_tool_calls: 'record what happened in one environment',
  chat_tool_limits: 'count what happened in one environment',
  chat_verification_codes: 'prove the email addresses of people, who stay in live',
  checkouts: "belong to one environment's carts",
  customers: 'are people, whose data stays in live',
  customer_addresses: 'belong to customers',
  customer_consents: 'belong to customers',
  customer_emails: 'belong to customers',
  customer_erasures: 'are receipts for people of one environment',
  customer_external_ids: 'belong to customers',
  customer_login_codes: 'belong to customers',
  customer_merges: 'belong to customers',
  customer_notes: 'belong to customers',
  customer_phones: 'belong to customers',
  customer_sessions: 'belong to customers',
  customer_signing_keys: 'sign tokens for one environment only',
  customer_totals: "add up one environment's orders",
  customer_rfm: 'belong to customers',
  customer_rfm_thresholds: 'are computed from customers',
  leads: 'are people, whose data stays in live',
  lead_submissions: 'belong to leads',
  segment_members: 'are customers, who stay in live',
  segment_queue: 'are customers, who stay in live',
  shopify_connections: 'connect one environment with a shop',
  shopify_images: 'belong to one environment’s sync',
  shopify_objects: 'belong to one environment’s sync',
  shopify_run_batches: 'belong to one environment’s sync',
  shopify_run_items: 'belong to one environment’s sync',
  shopify_runs: 'record what happened in one environment',
  connections: 'have secrets and URLs of one environment',
  inbound_events: 'were sent to one environment',
  inbound_emails: 'were written to one environment',
  inbound_email_contents: 'were written to one environment',
  inbound_email_tokens: 'were sent to one environment',
  mailboxes: 'have addresses, each of which belongs to one mailbox',
  mailbox_addresses: 'belong to mailboxes',
  ticket_emails: 'were written to customers of one environment',
  undeliverable_addresses: 'belong to people, whose data stays in live',
  automatic_email_recipients: 'belong to people, whose data stays in live',
  order_counters: "number one environment's orders",
  emails: "were written to one environment's buyers",
  orders: "belong to one environment's buyers",
  order_items: 'belong to orders',
  counted_sales: 'belong to orders',
  sales_positions: "count one environment's orders",
  order_payments: 'belong to orders',
  order_refunds: 'belong to orders',
  order_cancellations: 'belong to orders',
  payment_operations: 'belong to orders',
  payment_connections: 'take real money, which a sandbox never does',
  payment_alerts: 'belong to orders',
  fulfillments: 'belong to orders',
  tracking_events: 'belong to orders',
  returns: 'belong to orders',
  reviews: 'were written by people, whose data stays in live',
  product_ratings: 'count reviews',
  return_items: 'belong to orders',
  simulated_payments: "belong to one environment's checkouts",
  simulated_refunds: "belong to one environment's checkouts",
  stock_holds: "belong to one environment's checkouts",
  idempotency_keys: 'belong to requests',
  promotion_uses: "belong to one environment's orders",
  request_counts: 'count requests',
  ticket_actions: 'belong to tickets',
  ticket_attachments: 'belong to tickets',
  ticket_counters: "number one environment's tickets",
  ticket_drafts: 'belong to tickets',
  ticket_events: 'belong to tickets',
  ticket_presence: 'is about this moment',
  ticket_views: 'may name customers, and belong to people',
  ticket_merges: 'belong to tickets',
  ticket_messages: 'belong to tickets',
  tickets: 'are conversations with people, whose data stays in live',
  shipping_carriers: 'would receive test requests',
  tax_engines: 'would receive test requests',
  pricing_versions: 'count changes in one environment',
  stock_checkpoint_positions: 'is a place in the ledger, which starts over',
  stock_checkpoints: 'sum up the ledger, which starts over',
  stock_movements: 'start over; the sums are compared instead',
  csat_surveys: 'belong to tickets',
  ticket_rule_runs: 'belong to tickets',
  ticket_slas: 'belong to tickets',
}

async function tenantTables({ db }: TestServer) {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by 1 having 'environment_id' = any(array_agg(column_name::text)) order by 1`,
  )
  return rows
}

/** The rows of an environment without their environment id and generated columns. */
async function rowsOf({ db }: TestServer, table: string, environmentId: string) {
  const { rows } = await db.pool.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) - 'environment_id' - 'reserved' - 'updated_at' - array(
       select column_name::text from information_schema.columns where table_name = $2 and is_generated = 'ALWAYS'
     ) as row
     from ${table} t where environment_id = $1 order by 1`,
    [environmentId, table],
  )
  return rows.map(({ row }) => JSON.parse(JSON.stringify(row).replaceAll(environmentId, 'its environment')))
}

/** Inserts rows that no endpoint can create yet. */
async function stock({ server, live }: Shop, productId: string, variantId: string) {
  const put = (text: string, ...values: unknown[]) => server.db.pool.query(text, [live.environmentId, ...values])
  const level = [variantId, newId('loc')]
  await put(`insert into locations values ($1, $2, 'Shop', 0, true, now())`, level[1])
  await put(
    `insert into stock_levels (environment_id, variant_id, location_id, on_hand, reserved, incoming, safety_stock,
       low_stock_threshold, updated_at)
     values ($1, $2, $3, 7, 2, 3, 1, 5, now())`,
    ...level,
  )
  await put(
    `insert into stock_movements values ($1, $2, $3, $4, 7, 2, 3, 'count', null, 'system', now())`,
    newId('mov'),
    ...level,
  )
  const collectionId = newId('col')
  await put(
    `insert into collections values ($1, $2, 'all', 'All', 'd', 'img_1', 'https://a.example/i.png', 'alt', 'active', 'manual', 'any',
       '[]', 'title', 's', 'd', 4, now(), now())`,
    collectionId,
  )
  await put(`insert into collection_products values ($1, $2, $3, 9)`, collectionId, productId)
  await server.db.transaction((db) =>
    refreshListings({ ...server.system, ...live, caller: { kind: 'system' }, db }, [productId]),
  )
}

async function setPrices({ api, sandbox }: Shop) {
  for (const [caller, name] of [
    [api, 'Live'],
    [sandbox, 'Tried out'],
  ] as const) {
    const locationId = (await caller.post('/v1/inventory/locations', { name: `${name} shop` })).body.id
    const price = { kind: 'flat', amounts: [{ amount: 0, currency: 'EUR' }] }
    await caller.post('/v1/shipping/zones', { name, areas: [{ country: 'AT' }] })
    await caller.post('/v1/shipping/rate-definitions', { type: 'pickup', title: name, price, locationId })
    const rates = [{ class: 'standard', name, percentage: 20 }]
    await caller.post('/v1/taxes/regions', { area: { country: 'AT' }, rates })
    await caller.send('PUT', '/v1/taxes/settings', {
      pricesIncludeTax: caller === sandbox,
      shippingTax: 'class',
      rounding: 'order',
    })
    await caller.send('PUT', '/v1/loyalty/program', { name, active: caller === sandbox, pointValues: [] })
  }
}

/** A ticket of the sandbox has a status and a team that are not in live. */
async function configureTickets({ api, sandbox, ...shop }: Shop) {
  const { userId } = await addMember(shop, 'agent')
  await api.post('/v1/ticket-statuses', { name: 'Copied', category: 'pending', default: true })
  await api.post('/v1/teams', { name: 'Copied', memberIds: [userId] })
  await api.post('/v1/ticket-fields', { key: 'copied', label: 'Copied', type: 'text' })
  const status = (await sandbox.post('/v1/ticket-statuses', { name: 'Only here', category: 'pending', default: true }))
    .body
  const team = (await sandbox.post('/v1/teams', { name: 'Only here', memberIds: [userId] })).body
  await addTicket({ api: sandbox }, { statusId: status.id, teamId: team.id })
}

/** A shop with rows in every copied table, and different rows in live and sandbox. */
async function openFullShop(): Promise<Shop> {
  const shop = await openIsolatedShop()
  const image = new Blob([new Uint8Array(drawPng())], { type: 'image/png' })
  const { url } = (await shop.api.post('/v1/catalog/images', image)).body
  const { id, variants } = await addProduct(shop.api, { images: [{ url, alt: 'Ours' }] })
  await shop.api.patch(`/v1/catalog/products/${id}`, { handle: 'moved' })
  await stock(shop, id, variants[0].id)
  await setPrices(shop)
  await configureAutomation(shop.api, 'Live')
  await configureAutomation(shop.sandbox, 'Tried out')
  await addCodes(shop.api, (await addPromotion(shop.api, { usageLimit: 5 })).id, { codes: ['SAME', 'OTHER'] })
  await addCodes(shop.sandbox, (await addPromotion(shop.sandbox)).id, { codes: ['SAME', 'ONLY-HERE'] })
  await shop.api.send('PUT', '/v1/theme', THEME)
  await shop.api.post('/v1/segments', {
    name: 'Copied',
    filter: { match: 'all', conditions: [{ field: 'tags', operator: 'any_of', value: ['vip'] }] },
  })
  await shop.api.send('PUT', '/v1/email-templates/order_shipped', { subject: 'Sent', body: 'Look out' })
  await shop.api.send('PUT', '/v1/policies/shipping', POLICY)
  await shop.api.send('PUT', '/v1/policies/shipping', { ...POLICY, body: 'By cargo bicycle.' })
  const { body: article } = await shop.api.post('/v1/articles', { title: 'Bicycles', body: 'They arrive dry.' })
  await shop.api.post(`/v1/articles/${article.id}/publish`)
  await shop.sandbox.post('/v1/articles', { title: 'Bicycles', body: 'Only here.' })
  await shop.api.patch('/v1/workspace', {
    name: 'Live name',
    currency: 'CHF',
    timeZone: 'Europe/Zurich',
    uniqueSkus: true,
  })
  await configureTickets(shop)
  await addProduct(shop.sandbox, { title: 'Only here', handle: 'moved' })
  await shop.sandbox.send('PUT', '/v1/policies/terms', { title: 'Terms', body: 'None.' })
  await shop.sandbox.send('PUT', '/v1/theme', { brand: { name: 'Tried out' } })
  return shop
}

async function reset(shop: Shop) {
  const owner = await signIn(shop)
  const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/sandbox`
  const requested = await owner.post(`${path}/reset`)
  expect(requested).toMatchObject({
    status: 202,
    body: { environmentId: shop.test.environmentId, status: 'resetting' },
  })
  expect((await owner.get(path)).body.status).toBe('resetting')
  // Or the worker would do it, after the checksums.
  await sequenceEvents(systemCtxAt(shop))
  const before = await checksumsOutside(shop.server, shop.test.environmentId)
  await shop.server.startWorker()
  await expect.poll(async () => (await owner.get(path)).body.status).toBe('ready')
  return { before, owner }
}

describe('sandbox reset', () => {
  it('C2 copies promotions and codes as unused, and deletes those of the sandbox with their uses', async () => {
    const shop = await openFullShop()
    const soon = new Date(Date.now() + 60_000)
    for (const [caller, environment] of [
      [shop.api, shop.live],
      [shop.sandbox, shop.test],
    ] as const) {
      const [{ id }] = (await caller.get('/v1/promotions')).body.data
      const use = { promotionId: id, code: 'SAME', customerKey: null, currency: 'EUR', amount: 5 }
      const ctx = { ...checkoutCtx(shop), ...environment }
      await transaction(ctx, (ctx) => reserveUses(ctx, 'chk_1', [use], soon))
    }
    await reset(shop)
    const [live] = (await shop.api.get('/v1/promotions')).body.data
    expect(live).toMatchObject({ usageCount: 1, spent: [{ amount: 5, currency: 'EUR' }] })
    const { data } = (await shop.sandbox.get('/v1/promotions')).body
    expect(data).toEqual([{ ...live, usageCount: 0, spent: [] }])
    const codes = (await shop.sandbox.get(`/v1/promotions/${live.id}/codes`)).body.data
    expect(codes).toMatchObject([
      { code: 'OTHER', usageCount: 0 },
      { code: 'SAME', usageCount: 0 },
    ])
    expect((await shop.sandbox.get(`/v1/promotions/${live.id}/uses`)).body.data).toEqual([])
    expect(await findUsageDrift(shop)).toEqual([])
  })

  it('C2 makes the sandbox a copy of live in every table', async () => {
    const shop = await openFullShop()
    await reset(shop)
    const copied = (await tenantTables(shop.server)).filter(({ name }) => !(name in NOT_COPIED))
    expect(copied.length).toBeGreaterThan(14)
    for (const { name } of copied) {
      const live = await rowsOf(shop.server, name, shop.live.environmentId)
      expect([name, live.length]).toEqual([name, expect.toSatisfy((count: number) => count > 0)])
      expect([name, await rowsOf(shop.server, name, shop.test.environmentId)]).toEqual([name, live])
    }
    expect((await shop.sandbox.get('/v1/workspace')).body).toMatchObject({
      mode: 'test',
      name: 'Live name',
      currency: 'CHF',
      timeZone: 'Europe/Zurich',
      uniqueSkus: true,
    })
    expect((await shop.sandbox.get('/v1/theme')).body.brand.name).toBe('Copied')
    const [ticket] = (await shop.sandbox.get('/v1/tickets')).body.data
    expect(ticket).toMatchObject({ status: { name: 'Copied', category: 'pending' }, teamId: null })
    expect((await shop.sandbox.get('/v1/policies')).body.data).toMatchObject([
      { body: 'By cargo bicycle.', version: 2 },
    ])
    const { body } = await shop.sandbox.get('/v1/catalog/products')
    expect(body.data).toMatchObject([{ title: 'Linen shirt', handle: 'moved' }])
    const [image] = body.data[0].images
    expect(image.url).toContain(shop.test.environmentId)
    expect((await fetch(new URL(new URL(image.url).pathname, shop.server.url))).status).toBe(200)
  })

  it('C2 changes no row of live', async () => {
    const shop = await openFullShop()
    const { before } = await reset(shop)
    const after = await checksumsOutside(shop.server, shop.test.environmentId)
    // Request counts of live are written some seconds later, possibly during the reset.
    expect(changedTables(before, after).filter((table) => !DEFERRED_TABLES.includes(table))).toEqual([])
  })

  it('copies no reservations, and starts a stock ledger that adds up', async () => {
    const shop = await openFullShop()
    await reset(shop)
    const inTest = [shop.test.environmentId]
    const { rows: levels } = await shop.server.db.pool.query(
      'select on_hand, reserved, incoming from stock_levels where environment_id = $1',
      inTest,
    )
    const { rows: ledger } = await shop.server.db.pool.query(
      'select on_hand, reserved, incoming from stock_movements where environment_id = $1',
      inTest,
    )
    expect(levels).toEqual([{ on_hand: 7, reserved: 0, incoming: 3 }])
    expect(ledger).toEqual(levels)
  })

  it('writes an audit entry for the requester and an event in the sandbox', async () => {
    const shop = await openFullShop()
    const { owner } = await reset(shop)
    const { body: log } = await owner.get(`/dashboard/api/workspaces/${shop.live.workspaceId}/audit-log`)
    expect(log.data[0]).toMatchObject({ action: 'sandbox.reset', actorName: owner.name })
    const { body: events } = await shop.sandbox.get('/v1/events?limit=1')
    expect(events.data).toMatchObject([{ type: 'sandbox.reset', data: { products: 1 } }])
    expect((await shop.api.get('/v1/events?limit=100')).body.data).not.toContainEqual(
      expect.objectContaining({ type: 'sandbox.reset' }),
    )
  })

  it('requires the owner or admin role', async () => {
    const shop = await openIsolatedShop()
    const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/sandbox/reset`
    for (const [role, status] of [
      ['admin', 202],
      ['agent', 403],
      ['viewer', 403],
    ] as const) {
      expect([role, (await (await signIn(shop, role)).post(path)).status]).toEqual([role, status])
    }
  })

  it('can be repeated, even concurrently', async () => {
    const shop = await openFullShop()
    await reset(shop)
    await addProduct(shop.sandbox, { title: 'Tried out', options: [], variants: [{ prices: [{ price: eur(900) }] }] })
    const owner = await signIn(shop)
    const path = `/dashboard/api/workspaces/${shop.live.workspaceId}/sandbox`
    await Promise.all([owner.post(`${path}/reset`), owner.post(`${path}/reset`), owner.post(`${path}/reset`)])
    await expect.poll(async () => (await owner.get(path)).body.status).toBe('ready')
    await expect.poll(async () => (await shop.sandbox.get('/v1/catalog/products')).body.data.length).toBe(1)
  })

  it('never overwrites live', async () => {
    const shop = await openFullShop()
    const ctx = { ...shop.server.system, ...shop.live, caller: { kind: 'system' } as const }
    await expect(shop.server.db.transaction((db) => copyLiveIntoSandbox({ ...ctx, db }))).rejects.toThrow(
      'Only a sandbox may be overwritten',
    )
    expect((await shop.api.get('/v1/catalog/products')).body.data).toHaveLength(1)
  })
})

it('copies every column of every copied table', async () => {
  const { server } = await openIsolatedShop()
  const owners = [
    ...[
      'articles',
      'assistant',
      'catalog',
      'collections',
      'csat',
      'emails',
      'inventory',
      'listings',
      'loyalty',
      'macros',
      'policies',
      'promotions',
      'reviews',
    ],
    ...['segments', 'shipping', 'slas', 'taxes', 'theme', 'ticket-rules', 'tickets'],
  ]
  const sources = owners.map((name) =>
    readFileSync(fileURLToPath(new URL(`../${name}/copy.ts`, import.meta.url)), 'utf8'),
  )
  const inserts = new Map(
    [...sources.join('\n').matchAll(/insert into (\w+) \(([^)]*)\)/g)].map(([, table, columns = '']) => [
      table,
      columns.split(',').map((column) => column.trim()),
    ]),
  )
  for (const { name, columns } of await tenantTables(server)) {
    if (name in NOT_COPIED && name !== 'stock_movements') continue
    expect([name, inserts.get(name)?.sort()]).toEqual([name, columns.sort()])
  }
})
