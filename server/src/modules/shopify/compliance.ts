import { type Ctx, transaction } from '../../ctx.ts'
import { emit } from '../../events/emit.ts'
import type { InboundEvent, InboundOutcome } from '../../events/inbound-handler.ts'
import { claimTicketNumber, createTicket } from '../tickets/tickets.ts'
import { disconnectShopify } from './connection.ts'
import { findConnection, forgetObjects } from './connection-queries.ts'
import { findMatch, readKnownCustomers } from './objects/customer-queries.ts'
import { toEmail } from './objects/map-customer.ts'
import { readObjects, upsertObjects } from './objects/queries.ts'

/** Shopify requires every app to answer these. */
const TOPICS = ['customers/redact', 'customers/data_request', 'shop/redact']

export const isComplianceTopic = (topic: string): boolean => TOPICS.includes(topic)

interface CompliancePayload {
  shop_domain?: string
  customer?: { id?: number | string; email?: string | null }
}

export async function handleCompliance(ctx: Ctx, event: InboundEvent): Promise<InboundOutcome> {
  const payload = event.body as CompliancePayload
  if (event.topic === 'shop/redact') return redactShop(ctx, payload)
  const customerId = await findCustomer(ctx, payload)
  if (!customerId) return { status: 'ignored', note: 'No such customer here.' }
  if (event.topic === 'customers/redact') {
    // A customer with open orders can't be erased yet: that is tried again for days.
    await emit(ctx, 'customer.erasure_requested', { customerId, source: 'shopify' })
    return { status: 'processed', note: `Erasure of ${customerId} requested.` }
  }
  return openDataRequest(ctx, event.id, customerId)
}

async function findCustomer(ctx: Ctx, { customer }: CompliancePayload): Promise<`cus_${string}` | undefined> {
  const externalId = `gid://shopify/Customer/${customer?.id ?? ''}`
  const known = (await readKnownCustomers(ctx, [externalId])).get(externalId)
  if (known) return known.customerId ?? undefined
  return (await findMatch(ctx, 'shopify', externalId, toEmail(customer?.email)))?.customerId
}

const DATA_REQUESTS = 'data_requests'

/** Somebody has to send the customer their data; a retry finds the ticket that there is. */
async function openDataRequest(ctx: Ctx, eventId: string, customerId: `cus_${string}`): Promise<InboundOutcome> {
  const existing = (await readObjects(ctx, DATA_REQUESTS, [eventId])).get(eventId)
  if (existing) return { status: 'processed', note: existing.localId }
  const number = await claimTicketNumber(ctx)
  return transaction(ctx, async (ctx) => {
    const ticket = await createTicket(ctx, {
      number,
      subject: 'Data request of a customer',
      priority: 'high',
      tags: ['data-request'],
      customerId,
      source: 'system',
      message: {
        kind: 'note',
        text: 'Shopify passed on a customer’s request for their data. Export it from the customer’s page and send it to them within 30 days.',
        author: { type: 'system', id: null, name: 'Shopify', email: null },
        clientMessageId: eventId,
      },
    })
    const row = { resource: DATA_REQUESTS, external_id: eventId, local_id: ticket.id, content_hash: '' }
    await upsertObjects(ctx, [row])
    return { status: 'processed', note: ticket.id }
  })
}

/** Two days after the app was uninstalled. What was synced is the merchant's; what connects it with Shopify goes. */
async function redactShop(ctx: Ctx, { shop_domain: domain }: CompliancePayload): Promise<InboundOutcome> {
  const connection = await findConnection(ctx)
  if (!connection || connection.shop !== domain) return { status: 'ignored', note: 'This shop is not connected.' }
  await transaction(ctx, async (ctx) => {
    await disconnectShopify(ctx)
    await forgetObjects(ctx)
  })
  return { status: 'processed' }
}
