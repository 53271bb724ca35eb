import { randomUUID } from 'node:crypto'
import { agentHeaders, SESSIONS } from '../agent.ts'
import { requestSandboxCode } from '../customer-sign-in.ts'
import type { ApiClient } from '../open-shop.ts'
import { addCustomer } from '../sample-customers.ts'
import { importJugs } from '../sample-orders.ts'
import { createProgram, grantPoints } from '../sample-points.ts'
import { addProduct, SHIRT } from '../sample-products.ts'
import { addTicket } from '../sample-tickets.ts'

export const aLocation = async () => ({ name: `Shed ${performance.now()}` })

const ALWAYS_AVAILABLE = { trackStock: false, requiresShipping: false }
const BUYER = { email: 'ada@example.com' }

/** One per caller is enough: it never sells out. */
const variants = new WeakMap<ApiClient, string>()

export async function aVariant(caller: ApiClient): Promise<string> {
  const cached = variants.get(caller)
  if (cached) return cached
  const [first] = (
    await addProduct(caller, { variants: (SHIRT.variants ?? []).map((one) => ({ ...one, ...ALWAYS_AVAILABLE })) })
  ).variants
  variants.set(caller, first.id)
  return first.id
}
export const aCart = async (caller: ApiClient) =>
  (await caller.post('/v1/carts', { items: [{ variantId: await aVariant(caller) }] })).body

/** Includes the total, because staff have not shown the cart to a buyer. */
export async function aPurchase(caller: ApiClient) {
  const { id, totals } = await aCart(caller)
  return { ...BUYER, cartId: id, expectedTotal: totals.total }
}

export const aCheckout = async (caller: ApiClient): Promise<string> =>
  (await caller.post('/v1/checkout/intent', await aPurchase(caller))).body.id

export async function aSession(caller: ApiClient): Promise<string> {
  const input = { line_items: [{ id: await aVariant(caller) }], currency: 'eur', capabilities: {} }
  return (await caller.post(SESSIONS, input, agentHeaders())).body.id
}
export async function anOrder(caller: ApiClient, more: object = {}): Promise<string> {
  const input = { ...(await aPurchase(caller)), paymentMethod: 'pm_card_visa', ...more }
  return (await caller.post('/v1/checkout/card', input)).body.order.id
}

export const A_TEMPLATE = { subject: 'Tried', body: 'In the sandbox' }
export const aConfirmation = async (caller: ApiClient) => ({
  kind: 'order_confirmation',
  orderId: await anOrder(caller),
})
export const anEmail = async (caller: ApiClient): Promise<string> =>
  (await caller.post('/v1/emails', await aConfirmation(caller))).body.id
export const aMailbox = () => ({ address: `tried-${randomUUID()}@shop.example`, name: 'Tried', provider: 'postmark' })

export const aMailboxPath = async (caller: ApiClient): Promise<string> => {
  const [existing] = (await caller.get('/v1/mailboxes?limit=1')).body.data
  return `/v1/mailboxes/${(existing ?? (await caller.post('/v1/mailboxes', aMailbox())).body).id}`
}

/** The path of an email that has arrived. The hook is outside the API, of staff as well. */
export async function aReceivedEmail(caller: ApiClient): Promise<string> {
  const { inboundUrl } = (await caller.post('/v1/mailboxes', aMailbox())).body
  const email = { From: 'ada@example.com', RawEmail: `From: ada@example.com\r\nSubject: Tried\r\n\r\n${randomUUID()}` }
  return `/v1/mail/${(await caller.post(`/../..${new URL(inboundUrl).pathname}`, email)).body.id}`
}

export const A_WEBHOOK_ENDPOINT = { url: 'https://webhooks.invalid/', events: ['order.created'] }

/** One per caller: there may be only 50. */
export async function aWebhookEndpoint(caller: ApiClient): Promise<string> {
  const { data } = (await caller.get('/v1/webhooks/endpoints')).body
  const { id } = data[0] ?? (await caller.post('/v1/webhooks/endpoints', A_WEBHOOK_ENDPOINT)).body
  return `/v1/webhooks/endpoints/${id}`
}

export const aWebhookDelivery = async (caller: ApiClient): Promise<string> =>
  `/v1/webhooks/deliveries/${(await caller.post(`${await aWebhookEndpoint(caller)}/test`)).body.id}`
/** One whose URL alone proves who sends: it needs no signature. */
export async function aConnection(caller: ApiClient): Promise<string> {
  await caller.send('PUT', '/v1/connections/yotpo', {})
  return '/v1/connections/yotpo'
}

/** Only one runs at a time. */
export async function cancelSyncs(caller: ApiClient): Promise<void> {
  const { data } = (await caller.get('/v1/shopify/sync')).body
  for (const { id, status } of data ?? []) {
    if (status === 'queued' || status === 'running') await caller.post(`/v1/shopify/sync/${id}/cancel`)
  }
}

/** The path of a sync that waits for its job. */
export async function aSync(caller: ApiClient): Promise<string> {
  await cancelSyncs(caller)
  return `/v1/shopify/sync/${(await caller.post('/v1/shopify/sync', { dryRun: true })).body.id}`
}

/** The path of an event that has arrived. */
export async function anInboundEvent(caller: ApiClient): Promise<string> {
  const { webhookUrl } = (await caller.get(await aConnection(caller))).body
  const event = { event: 'tried', data: { id: randomUUID() } }
  return `/v1/inbound-events/${(await caller.post(`/../..${new URL(webhookUrl).pathname}`, event)).body.id}`
}

/** The path of a reply that is still to be sent. */
export async function aQueuedReply(caller: ApiClient): Promise<string> {
  const ticket = { subject: 'Tried in the sandbox', channel: 'email', requester: { email: anEmailAddress() } }
  const { id } = (await caller.post('/v1/tickets', ticket)).body
  const reply = (await caller.post(`/v1/tickets/${id}/replies`, { text: 'Tried in the sandbox' })).body
  return `/v1/tickets/${id}/messages/${reply.id}`
}
export const A_DRAFT = {
  kind: 'draft',
  items: [{ title: 'Work', unitPrice: { amount: 900, currency: 'EUR' }, quantity: 1 }],
}

/** Uses an existing order: bodies are built after their path and must not create anything themselves. */
export async function aFulfilledItem(caller: ApiClient) {
  const { data } = (await caller.get('/v1/orders?fulfillmentStatus=fulfilled&limit=1')).body
  return { itemId: data[0]?.items[0].id ?? 'li_unknown', quantity: 1 }
}
export const aCustomer = async (caller: ApiClient): Promise<string> =>
  `/v1/customers/${await addCustomer({ api: caller })}`

export const aChat = async (caller: ApiClient): Promise<string> =>
  `/v1/chat/${(await caller.post('/v1/chat', { message: 'Do you ship to Iceland?' })).body.conversationId}`

export const aChatQuestion = async (caller: ApiClient): Promise<string> =>
  `/v1/chat/questions/${(await caller.post('/v1/chat', { message: 'Can you tune a zither?' })).body.messageId}`

export const aTicket = async (caller: ApiClient): Promise<string> =>
  `/v1/tickets/${(await addTicket({ api: caller })).id}`

/** The ticket with another message, which a body can find: it is the newest one. */
export async function aLongTicket(caller: ApiClient): Promise<string> {
  const path = await aTicket(caller)
  await caller.post(`${path}/notes`, { text: 'Another message' })
  return path
}

export const aNewestTicket = async (caller: ApiClient) =>
  (await caller.get('/v1/tickets?sort=newest&limit=1')).body.data[0]

export async function aMergedTicket(caller: ApiClient): Promise<string> {
  const path = await aTicket(caller)
  await caller.post(`${path}/merge`, { intoId: (await addTicket({ api: caller })).id })
  return path
}

export async function aSplitTicket(caller: ApiClient): Promise<string> {
  const path = await aLongTicket(caller)
  const [{ id }] = (await caller.get(`${path}/messages`)).body.data
  return `/v1/tickets/${(await caller.post(`${path}/split`, { messageIds: [id] })).body.id}`
}

/** Names are unique. */
export const aName = (): string => `Tried ${performance.now()}`
export const aTicketStatus = async (caller: ApiClient): Promise<string> =>
  `/v1/ticket-statuses/${(await caller.post('/v1/ticket-statuses', { name: aName(), category: 'open' })).body.id}`
export const aTeam = async (caller: ApiClient): Promise<string> =>
  `/v1/teams/${(await caller.post('/v1/teams', { name: aName() })).body.id}`
export const aTicketField = () => ({
  key: `tried_${Math.round(performance.now() * 1000)}`,
  label: 'Tried',
  type: 'text',
})

export const A_SEGMENT = {
  name: 'Tried in the sandbox',
  filter: { match: 'all', conditions: [{ field: 'tags', operator: 'any_of', value: ['tried'] }] },
}
export const aSegment = async (caller: ApiClient): Promise<string> =>
  `/v1/segments/${(await caller.post('/v1/segments', A_SEGMENT)).body.id}`

export async function anAccount(caller: ApiClient): Promise<string> {
  const customerId = await addCustomer({ api: caller })
  await grantPoints({ api: caller }, customerId, 10)
  return `/v1/loyalty/accounts/${customerId}`
}

export const REFERRALS = {
  referral: { active: true, referrerPoints: 500, refereePoints: 200, minOrderAmount: null, url: null },
}
export async function aReferrer(caller: ApiClient) {
  await createProgram({ api: caller }, REFERRALS)
  return { customerId: await addCustomer({ api: caller }) }
}
export async function anAttribution(caller: ApiClient) {
  const { code } = (await caller.post('/v1/loyalty/referral', await aReferrer(caller))).body
  return { code, customerId: await addCustomer({ api: caller }) }
}
export const aReferral = async (caller: ApiClient): Promise<string> =>
  `/v1/loyalty/referrals/${(await caller.post('/v1/loyalty/referral/attribution', await anAttribution(caller))).body.id}`

/** A customer with points. Sets the program too, because another sample may have replaced it. */
async function aMember(caller: ApiClient): Promise<string> {
  const actions = [{ key: 'review', name: 'Write a review', points: 5, limitPerCustomer: null }]
  await createProgram({ api: caller }, { actions })
  const customerId = await addCustomer({ api: caller })
  await grantPoints({ api: caller }, customerId, 100)
  return customerId
}

export async function anEarnRequest(caller: ApiClient) {
  return { customerId: await aMember(caller), action: 'review', eventId: `tried ${performance.now()}` }
}

export async function aRedeemRequest(caller: ApiClient) {
  return { customerId: await aMember(caller), points: 100, type: 'gift_card', currency: 'EUR' }
}

export async function aRedemption(caller: ApiClient): Promise<string> {
  const { body } = await caller.post('/v1/loyalty/redeem', await aRedeemRequest(caller))
  return `/v1/loyalty/redemptions/${body.id}`
}

export const anArticle = async (caller: ApiClient): Promise<string> =>
  `/v1/articles/${(await caller.post('/v1/articles', { title: aName(), body: 'Tried in the sandbox' })).body.id}`

export async function aReturn(caller: ApiClient): Promise<string> {
  const path = `/v1/orders/${(await importJugs(caller)).id}/returns`
  return `${path}/${(await caller.post(path, { items: [await aFulfilledItem(caller)] })).body.id}`
}
export async function anApprovedReturn(caller: ApiClient): Promise<string> {
  const path = await aReturn(caller)
  await caller.post(`${path}/approval`)
  return path
}

export const A_ZONE = { name: 'Tried', areas: [{ country: 'AT' }] }
export const AN_ADDRESS = { url: 'https://rates.example.com/quote' }
export const A_PROFILE = { name: 'Tried', items: { tags: ['bulky'] } }

/** One is enough: a shop has at most a hundred. */
export async function aZone(caller: ApiClient): Promise<string> {
  const [existing] = (await caller.get('/v1/shipping/zones?limit=1')).body.data
  return (existing ?? (await caller.post('/v1/shipping/zones', A_ZONE)).body).id
}
let serial = 0
export const aRate = async (caller: ApiClient) => ({
  zoneId: await aZone(caller),
  title: 'Tried',
  service: `tried-${serial++}`,
  price: { kind: 'flat', amounts: [{ amount: 490, currency: 'EUR' }] },
})
export const aTaxRegion = async () => ({
  area: { country: 'AT', postalCodes: [`${serial++}`] },
  rates: [{ class: 'standard', name: 'VAT', percentage: 20 }],
})

/** A new one each time: codes are limited per email. */
export const anEmailAddress = () => `${randomUUID()}@example.com`

export async function aLead(caller: ApiClient): Promise<string> {
  const email = anEmailAddress()
  await caller.post('/v1/leads', { email, source: 'sandbox' })
  return `/v1/leads/${(await caller.get(`/v1/leads?q=${email}`)).body.data[0].id}`
}

export const aLoginCode = (caller: ApiClient, email = anEmailAddress()) => requestSandboxCode(caller, email)

export async function aRefreshToken(caller: ApiClient) {
  const { body } = await caller.post('/v1/customers/tokens', await aLoginCode(caller))
  // In live the code is hidden.
  return { refreshToken: body.refreshToken ?? 'none' }
}

/** The customer who places the orders of the samples. One session per caller, since codes are limited. */
const customerTokens = new WeakMap<ApiClient, Promise<Record<string, string>>>()

export function asCustomer(caller: ApiClient): Promise<Record<string, string>> {
  const known = customerTokens.get(caller) ?? signInBuyer(caller)
  customerTokens.set(caller, known)
  return known
}

async function signInBuyer(caller: ApiClient): Promise<Record<string, string>> {
  const { body } = await caller.post('/v1/customers/tokens', await aLoginCode(caller, BUYER.email))
  return { 'x-customer-token': body.token ?? 'none' }
}
