import { agentHeaders, paymentWith, SESSIONS } from '../agent.ts'
import { addCollection } from '../sample-collections.ts'
import { addCustomer } from '../sample-customers.ts'
import { euros, issueCard } from '../sample-gift-cards.ts'
import { drawPng, sampleImage, toBlob } from '../sample-images.ts'
import { importJugs } from '../sample-orders.ts'
import { addProduct, SHIRT } from '../sample-products.ts'
import { addCodes, addPromotion, TEN_PERCENT } from '../sample-promotions.ts'
import { NEW_TICKET } from '../sample-tickets.ts'
import { CONNECTION } from '../stripe/keys.ts'
import { AUTOMATION_SAMPLES } from './automation-samples.ts'
import {
  A_DRAFT,
  A_PROFILE,
  A_SEGMENT,
  A_TEMPLATE,
  A_WEBHOOK_ENDPOINT,
  A_ZONE,
  AN_ADDRESS,
  aCart,
  aChat,
  aChatQuestion,
  aCheckout,
  aConfirmation,
  aConnection,
  aCustomer,
  aFulfilledItem,
  aLead,
  aLocation,
  aLoginCode,
  aLongTicket,
  aMailbox,
  aMailboxPath,
  aMergedTicket,
  aName,
  aNewestTicket,
  anAccount,
  anApprovedReturn,
  anArticle,
  anAttribution,
  anEarnRequest,
  anEmail,
  anEmailAddress,
  anInboundEvent,
  anOrder,
  aPurchase,
  aQueuedReply,
  aRate,
  aReceivedEmail,
  aRedeemRequest,
  aRedemption,
  aReferral,
  aReferrer,
  aRefreshToken,
  aReturn,
  aSegment,
  aSession,
  aSplitTicket,
  aSync,
  asCustomer,
  aTaxRegion,
  aTeam,
  aTicket,
  aTicketField,
  aTicketStatus,
  aVariant,
  aWebhookDelivery,
  aWebhookEndpoint,
  aZone,
  cancelSyncs,
} from './sandbox-fixtures.ts'
import type { RouteSamples } from './sandbox-sweep.ts'

const FILE = 'Handle,Title,Variant Price\nfrom-a-file,From a file,1.00\n'

/** A variant that can be added to the others. */
const [A_SHIRT = {}, ...OTHERS] = SHIRT.variants ?? []

/** For each route with an id: a path with an id that exists in the caller's environment. */
let imageCount = 0

const EXISTING: RouteSamples['existing'] = {
  '/v1/catalog/products/:id': async (caller) => `/v1/catalog/products/${(await addProduct(caller)).id}`,
  '/v1/catalog/products/:id/variants': async (caller) =>
    `/v1/catalog/products/${(await addProduct(caller, { variants: OTHERS })).id}/variants`,
  '/v1/catalog/products/:id/variants/:variantId': async (caller) => {
    const { id, variants } = await addProduct(caller)
    return `/v1/catalog/products/${id}/variants/${variants[0].id}`
  },
  '/v1/catalog/collections/:id': async (caller) => `/v1/catalog/collections/${(await addCollection(caller)).id}`,
  '/v1/catalog/collections/:id/products': async (caller) =>
    `/v1/catalog/collections/${(await addCollection(caller)).id}/products`,
  '/v1/catalog/collections/:id/products/:productId': async (caller) => {
    const [collection, product] = [await addCollection(caller), await addProduct(caller, { title: 'In a collection' })]
    const path = `/v1/catalog/collections/${collection.id}/products`
    await caller.post(path, { productIds: [product.id] })
    return `${path}/${product.id}`
  },
  '/v1/collections/:handle': async (caller) => `/v1/collections/${(await addCollection(caller)).id}`,
  '/v1/collections/:handle/products': async (caller) => `/v1/collections/${(await addCollection(caller)).id}/products`,
  '/v1/catalog/imports/:id': async (caller) => {
    const { body } = await caller.send('POST', '/v1/catalog/imports', FILE, { 'content-type': 'text/csv' })
    return `/v1/catalog/imports/${body.id}`
  },
  '/v1/carts/:id': async (caller) => `/v1/carts/${(await aCart(caller)).id}`,
  '/v1/carts/:id/items': async (caller) => `/v1/carts/${(await aCart(caller)).id}/items`,
  '/v1/carts/:id/items/:lineId': async (caller) => {
    const { id, items } = await aCart(caller)
    return `/v1/carts/${id}/items/${items[0].id}`
  },
  '/v1/carts/:id/promotions': async (caller) => `/v1/carts/${(await aCart(caller)).id}/promotions`,
  '/v1/checkout/:id/confirm': async (caller) => `/v1/checkout/${await aCheckout(caller)}/confirm`,
  '/v1/checkout/:id/cancel': async (caller) => `/v1/checkout/${await aCheckout(caller)}/cancel`,
  '/v1/checkout/:id/retrieve': async (caller) => `/v1/checkout/${await aCheckout(caller)}/retrieve`,
  [`${SESSIONS}/:id`]: async (caller) => `${SESSIONS}/${await aSession(caller)}`,
  [`${SESSIONS}/:id/retrieve`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/retrieve`,
  [`${SESSIONS}/:id/complete`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/complete`,
  [`${SESSIONS}/:id/cancel`]: async (caller) => `${SESSIONS}/${await aSession(caller)}/cancel`,
  '/v1/checkout-settings/agent-webhook': async (caller) => {
    await caller.send('PUT', '/v1/checkout-settings/agent-webhook', AN_ADDRESS)
    return '/v1/checkout-settings/agent-webhook'
  },
  '/v1/orders/:id': async (caller) => `/v1/orders/${await anOrder(caller)}`,
  '/v1/emails/:id': async (caller) => `/v1/emails/${await anEmail(caller)}`,
  '/v1/emails/:id/deliveries': async (caller) => `/v1/emails/${await anEmail(caller)}/deliveries`,
  '/v1/tickets/:id/emails': async (caller) => (await aQueuedReply(caller)).replace(/messages.*/, 'emails'),
  '/v1/tickets/:id/messages/:messageId/cancel': async (caller) => `${await aQueuedReply(caller)}/cancel`,
  '/v1/tickets/:id/messages/:messageId/retry': async (caller) => `${await aQueuedReply(caller)}/retry`,
  '/v1/email-templates/:kind': async () => '/v1/email-templates/order_shipped',
  '/v1/email-templates/:kind/preview': async (caller) => {
    await caller.send('PUT', '/v1/email-templates/order_refunded', A_TEMPLATE)
    return '/v1/email-templates/order_refunded/preview'
  },
  '/v1/orders/:id/captures': async (caller) =>
    `/v1/orders/${await anOrder(caller, { captureMethod: 'manual' })}/captures`,
  '/v1/orders/:id/payments': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/payments`,
  '/v1/orders/:id/refunds': async (caller) => `/v1/orders/${await anOrder(caller)}/refunds`,
  '/v1/orders/:id/cancellation': async (caller) => `/v1/orders/${await anOrder(caller)}/cancellation`,
  '/v1/catalog/images/:name': async (caller) => {
    // One of its own, since the name of an image is its hash.
    const image = toBlob(drawPng({ width: 4 + (imageCount++ % 1000) }))
    const { body } = await caller.send('POST', '/v1/catalog/images?title=Sample', image)
    return `/v1/catalog/images/${String(body.url).split('/').at(-1)}`
  },
  '/v1/orders/:id/comments': async (caller) => `/v1/orders/${await anOrder(caller)}/comments`,
  '/v1/orders/:id/invoice.pdf': async (caller) => `/v1/orders/${await anOrder(caller)}/invoice.pdf`,
  '/v1/orders/:id/packing-slip.pdf': async (caller) => `/v1/orders/${await anOrder(caller)}/packing-slip.pdf`,
  '/v1/orders/:id/timeline': async (caller) => `/v1/orders/${await anOrder(caller)}/timeline`,
  '/v1/orders/:id/fulfillments': async (caller) =>
    `/v1/orders/${(await importJugs(caller, { fulfilled: false })).id}/fulfillments`,
  '/v1/orders/:id/fulfillments/:fulfillmentId': async (caller) => {
    const path = `/v1/orders/${(await importJugs(caller)).id}/fulfillments`
    return `${path}/${(await caller.get(path)).body.data[0].id}`
  },
  '/v1/orders/:id/returns': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/returns`,
  '/v1/orders/:id/returns/:returnId/approval': async (caller) => `${await aReturn(caller)}/approval`,
  '/v1/orders/:id/returns/:returnId/rejection': async (caller) => `${await aReturn(caller)}/rejection`,
  '/v1/orders/:id/returns/:returnId/receipt': async (caller) => `${await anApprovedReturn(caller)}/receipt`,
  '/v1/orders/:id/returns/:returnId/closure': async (caller) => `${await anApprovedReturn(caller)}/closure`,
  '/v1/orders/:id/exchanges': async (caller) => `/v1/orders/${(await importJugs(caller)).id}/exchanges`,
  '/v1/orders/:id/completion': async (caller) =>
    `/v1/orders/${(await caller.post('/v1/orders', A_DRAFT)).body.id}/completion`,
  '/v1/gift-cards/:id': async (caller) => `/v1/gift-cards/${(await issueCard({ api: caller })).id}`,
  '/v1/customers/:id': aCustomer,
  '/v1/customers/me/orders/:orderId': async (caller) => `/v1/customers/me/orders/${await anOrder(caller)}`,
  '/v1/customers/:id/consents': async (caller) => `${await aCustomer(caller)}/consents`,
  '/v1/customers/:id/timeline': async (caller) => `${await aCustomer(caller)}/timeline`,
  '/v1/customers/:id/store-credit': async (caller) => `${await aCustomer(caller)}/store-credit`,
  '/v1/customers/:id/notes': async (caller) => `${await aCustomer(caller)}/notes`,
  '/v1/customers/:id/erasure': async (caller) => {
    const path = `${await aCustomer(caller)}/erasure`
    await caller.post(path)
    return path
  },
  '/v1/customers/:id/export': async (caller) => `${await aCustomer(caller)}/export`,
  '/v1/customers/:id/merge': async (caller) => {
    const path = `${await aCustomer(caller)}/merge`
    await addCustomer({ api: caller })
    return path
  },
  '/v1/customers/:id/merges': async (caller) => `${await aCustomer(caller)}/merges`,
  '/v1/customers/merges/:id/reversal': async (caller) => {
    const customerId = await addCustomer({ api: caller })
    const { id } = (await caller.post(`${await aCustomer(caller)}/merge`, { customerId })).body
    return `/v1/customers/merges/${id}/reversal`
  },
  '/v1/customers/:id/notes/:noteId': async (caller) => {
    const path = `${await aCustomer(caller)}/notes`
    return `${path}/${(await caller.post(path, { body: 'Calls on Mondays' })).body.id}`
  },
  '/v1/leads/:id': aLead,
  '/v1/leads/:id/submissions': async (caller) => `${await aLead(caller)}/submissions`,
  '/v1/leads/:id/conversion': async (caller) => `${await aLead(caller)}/conversion`,
  '/v1/segments/:id': aSegment,
  '/v1/segments/:id/members': async (caller) => `${await aSegment(caller)}/members`,
  '/v1/segments/:id/export': async (caller) => `${await aSegment(caller)}/export`,
  '/v1/segments/:id/audit': async (caller) => `${await aSegment(caller)}/audit`,
  '/v1/gift-cards/:id/credits': async (caller) => `/v1/gift-cards/${(await issueCard({ api: caller })).id}/credits`,
  '/v1/gift-cards/:id/deactivation': async (caller) =>
    `/v1/gift-cards/${(await issueCard({ api: caller })).id}/deactivation`,
  '/v1/gift-cards/:id/entries': async (caller) => `/v1/gift-cards/${(await issueCard({ api: caller })).id}/entries`,
  '/v1/products/:id': async (caller) => `/v1/products/${(await addProduct(caller)).id}`,
  '/v1/products/:id/reviews': async (caller) => `/v1/products/${(await addProduct(caller)).id}/reviews`,
  '/v1/inventory/locations/:id': async (caller) =>
    `/v1/inventory/locations/${(await caller.post('/v1/inventory/locations', await aLocation())).body.id}`,
  '/v1/events/:id': async (caller) => {
    await caller.patch('/v1/workspace', { name: 'Somebody’s' })
    return `/v1/events/${(await caller.get('/v1/events')).body.data[0].id}`
  },
  '/v1/loyalty/accounts/:customerId': anAccount,
  '/v1/loyalty/accounts/:customerId/entries': async (caller) => `${await anAccount(caller)}/entries`,
  '/v1/loyalty/redemptions/:id': aRedemption,
  '/v1/loyalty/redemptions/:id/reversal': async (caller) => `${await aRedemption(caller)}/reversal`,
  '/v1/loyalty/balance': async (caller) =>
    `/v1/loyalty/balance?customerId=${(await anAccount(caller)).split('/').at(-1)}`,
  '/v1/loyalty/referrals/:id': aReferral,
  '/v1/articles/:id': anArticle,
  '/v1/articles/:id/publish': async (caller) => `${await anArticle(caller)}/publish`,
  '/v1/articles/:id/unpublish': async (caller) => `${await anArticle(caller)}/unpublish`,
  '/v1/articles/:id/versions': async (caller) => `${await anArticle(caller)}/versions`,
  '/v1/policies/:kind': async (caller) => {
    await caller.send('PUT', '/v1/policies/terms', { title: 'Terms', body: `As of ${performance.now()}` })
    return '/v1/policies/terms'
  },
  '/v1/policies/:kind/versions': async (caller) => `${await EXISTING['/v1/policies/:kind']?.(caller)}/versions`,
  '/v1/promotions/:id': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}`,
  '/v1/promotions/:id/uses': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}/uses`,
  '/v1/promotions/:id/codes': async (caller) => `/v1/promotions/${(await addPromotion(caller)).id}/codes`,
  '/v1/promotions/:id/codes/:code': async (caller) => {
    const { id } = await addPromotion(caller)
    return `/v1/promotions/${id}/codes/${(await addCodes(caller, id, { count: 1 }))[0]}`
  },
  '/v1/search': async () => '/v1/search?q=shirt',
  '/v1/shipping/rates': async (caller) => `/v1/shipping/rates?cartId=${(await aCart(caller)).id}`,
  '/v1/shipping/zones/:id': async (caller) => `/v1/shipping/zones/${await aZone(caller)}`,
  '/v1/shipping/profiles/:id': async (caller) =>
    `/v1/shipping/profiles/${(await caller.post('/v1/shipping/profiles', A_PROFILE)).body.id}`,
  '/v1/shipping/rate-definitions/:id': async (caller) => {
    const { id } = (await caller.post('/v1/shipping/rate-definitions', await aRate(caller))).body
    return `/v1/shipping/rate-definitions/${id}`
  },
  '/v1/shipping/carriers/:name': async (caller) => {
    await caller.send('PUT', '/v1/shipping/carriers/post', AN_ADDRESS)
    return '/v1/shipping/carriers/post'
  },
  '/v1/shopify/sync/:id': aSync,
  '/v1/shopify/sync/:id/changes': async (caller) => `${await aSync(caller)}/changes`,
  '/v1/shopify/sync/:id/cancel': async (caller) => `${await aSync(caller)}/cancel`,
  '/v1/connections/:provider': aConnection,
  '/v1/connections/:provider/webhook-url': async (caller) => `${await aConnection(caller)}/webhook-url`,
  '/v1/inbound-events/:id': anInboundEvent,
  '/v1/inbound-events/:id/replay': async (caller) => `${await anInboundEvent(caller)}/replay`,
  '/v1/mailboxes/:id': async (caller) => `/v1/mailboxes/${(await caller.post('/v1/mailboxes', aMailbox())).body.id}`,
  '/v1/webhooks/endpoints/:id': aWebhookEndpoint,
  '/v1/webhooks/endpoints/:id/secret': async (caller) => `${await aWebhookEndpoint(caller)}/secret`,
  '/v1/webhooks/endpoints/:id/test': async (caller) => `${await aWebhookEndpoint(caller)}/test`,
  '/v1/webhooks/endpoints/:id/replay': async (caller) => `${await aWebhookEndpoint(caller)}/replay`,
  '/v1/webhooks/deliveries/:id': aWebhookDelivery,
  '/v1/webhooks/deliveries/:id/replay': async (caller) => `${await aWebhookDelivery(caller)}/replay`,
  '/v1/mailboxes/:id/inbound-url': async (caller) => `${await aMailboxPath(caller)}/inbound-url`,
  '/v1/mail/:id/trace': async (caller) => `${await aReceivedEmail(caller)}/trace`,
  '/v1/mail/:id/raw': async (caller) => `${await aReceivedEmail(caller)}/raw`,
  '/v1/mail/:id/release': async (caller) => `${await aReceivedEmail(caller)}/release`,
  '/v1/chat/questions/:id': aChatQuestion,
  '/v1/chat/:id': aChat,
  '/v1/chat/:id/messages': async (caller) => `${await aChat(caller)}/messages`,
  '/v1/chat/:id/stream': async (caller) => `${await aChat(caller)}/stream`,
  '/v1/chat/:id/stop': async (caller) => `${await aChat(caller)}/stop`,
  '/v1/chat/:id/handover': async (caller) => `${await aChat(caller)}/handover`,
  '/v1/chat/:id/takeover': async (caller) => `${await aChat(caller)}/takeover`,
  '/v1/chat/:id/handback': async (caller) => `${await aChat(caller)}/handback`,
  '/v1/chat/:id/feedback': async (caller) => `${await aChat(caller)}/feedback`,
  '/v1/tickets/:id': aTicket,
  '/v1/tickets/:id/messages': async (caller) => `${await aTicket(caller)}/messages`,
  '/v1/tickets/:id/replies': async (caller) => `${await aTicket(caller)}/replies`,
  '/v1/tickets/:id/notes': async (caller) => `${await aTicket(caller)}/notes`,
  '/v1/tickets/:id/actions': async (caller) => `${await aTicket(caller)}/actions`,
  '/v1/tickets/:id/events': async (caller) => `${await aTicket(caller)}/events`,
  '/v1/tickets/:id/merge': async (caller) => {
    const path = `${await aTicket(caller)}/merge`
    await aTicket(caller)
    return path
  },
  '/v1/tickets/:id/unmerge': async (caller) => `${await aMergedTicket(caller)}/unmerge`,
  '/v1/tickets/:id/split': async (caller) => `${await aLongTicket(caller)}/split`,
  '/v1/tickets/:id/unsplit': async (caller) => `${await aSplitTicket(caller)}/unsplit`,
  '/v1/tickets/attachments': async () => '/v1/tickets/attachments?name=tried.txt',
  '/v1/tickets/attachments/:id': async (caller) => {
    const type = { 'content-type': 'text/plain' }
    const { body } = await caller.send('POST', '/v1/tickets/attachments?name=tried.txt', 'Tried', type)
    return `/v1/tickets/attachments/${body.id}`
  },
  '/v1/ticket-views/:id': async (caller) =>
    `/v1/ticket-views/${(await caller.post('/v1/ticket-views', { name: aName(), filter: { tag: 'vip' } })).body.id}`,
  '/v1/ticket-statuses/:id': aTicketStatus,
  '/v1/teams/:id': aTeam,
  '/v1/ticket-fields/:key': async (caller) =>
    `/v1/ticket-fields/${(await caller.post('/v1/ticket-fields', aTicketField())).body.key}`,
  '/v1/taxes/regions/:id': async (caller) =>
    `/v1/taxes/regions/${(await caller.post('/v1/taxes/regions', await aTaxRegion())).body.id}`,
  '/v1/leaks/:id': async () => '/v1/leaks/known',
}

/** A period is closed once. */
let closedDays = 0
const aLaterDay = () => new Date(Date.UTC(2024, 11, 31 + closedDays++)).toISOString().slice(0, 10)

const BY_TAG = { field: 'tag', relation: 'has', value: 'summer' }
/** For each route with a body: a valid body. */
const BODIES: RouteSamples['bodies'] = {
  'POST /v1/carts': { note: 'Tried in the sandbox' },
  'PATCH /v1/carts/:id': { note: 'Tried in the sandbox' },
  'POST /v1/carts/:id/items': async (caller) => ({ variantId: await aVariant(caller) }),
  'PUT /v1/carts/:id/items/:lineId': { quantity: 3 },
  'POST /v1/carts/:id/promotions': { code: 'TRIED' },
  'POST /v1/discounts/validate': async (caller) => ({ code: 'TRIED', items: [{ variantId: await aVariant(caller) }] }),
  'POST /v1/catalog/imports': FILE,
  'POST /v1/catalog/products': { ...SHIRT, externalId: null },
  'POST /v1/catalog/images': toBlob(sampleImage('plain.png')),
  'POST /v1/catalog/products/bulk': {
    matchBy: 'handle',
    products: [{ ...SHIRT, handle: 'in-bulk', externalId: null }],
  },
  'POST /v1/catalog/products/:id/variants': A_SHIRT,
  'PATCH /v1/catalog/products/:id/variants/:variantId': { barcode: '4006381333931' },
  'PATCH /v1/catalog/products/:id': { title: 'Tried in the sandbox' },
  'POST /v1/articles': { title: 'Tried', body: 'Tried in the sandbox' },
  'POST /v1/articles/preview': { body: 'Tried in the sandbox' },
  'PATCH /v1/articles/:id': { body: 'Changed in the sandbox' },
  'POST /v1/policies/preview': { body: 'Tried in the sandbox' },
  'POST /v1/catalog/collections': { title: 'Tried', kind: 'rules', rules: [BY_TAG] },
  'POST /v1/catalog/collections/preview': { rules: [BY_TAG] },
  'PATCH /v1/catalog/collections/:id': { title: 'Tried in the sandbox' },
  'PUT /v1/catalog/collections/:id/products': { productIds: [] },
  'POST /v1/catalog/collections/:id/products': { productIds: [] },
  'POST /v1/inventory/adjustments': async (caller) => {
    const [existing] = (await caller.get('/v1/catalog/products?limit=1')).body.data
    const variantId = (existing ?? (await addProduct(caller))).variants[0].id
    return { reason: 'received', changes: [{ variantId, onHandChange: 5 }] }
  },
  'POST /v1/customers/login-codes': async () => ({ email: anEmailAddress() }),
  'POST /v1/customers/tokens': aLoginCode,
  'POST /v1/customers/tokens/refresh': aRefreshToken,
  'POST /v1/customers/tokens/revocation': aRefreshToken,
  'PATCH /v1/customers/me': { name: 'Tried in the sandbox' },
  'POST /v1/customers/me/consents': { channel: 'email', state: 'subscribed', source: 'sandbox' },
  'POST /v1/customers': { name: 'Tried in the sandbox' },
  'POST /v1/leads': async () => ({ email: anEmailAddress(), source: 'sandbox' }),
  'PATCH /v1/leads/:id': { staffNote: 'Tried in the sandbox' },
  'POST /v1/leads/:id/conversion': {},
  'POST /v1/segments': A_SEGMENT,
  'POST /v1/segments/preview': { filter: A_SEGMENT.filter },
  'PATCH /v1/segments/:id': { name: 'Renamed' },
  'PATCH /v1/customers/:id': { tags: ['tried'] },
  'POST /v1/customers/:id/consents': { channel: 'email', state: 'subscribed', source: 'sandbox' },
  'POST /v1/customers/:id/merge': async (caller) => ({
    customerId: (await caller.get('/v1/customers?limit=1')).body.data[0]?.id ?? 'cus_00000000000000000000000000',
  }),
  'POST /v1/tickets/:id/actions': { type: 'discount_code', percentage: 5 },
  'POST /v1/customers/:id/store-credit': { amount: { amount: 100, currency: 'EUR' }, reason: 'Tried in the sandbox' },
  'POST /v1/customers/:id/notes': { body: 'Tried in the sandbox' },
  'POST /v1/checkout/card': async (caller) => ({ ...(await aPurchase(caller)), paymentMethod: 'pm_card_visa' }),
  'POST /v1/checkout/intent': aPurchase,
  'POST /v1/checkout/:id/confirm': { paymentMethod: 'pm_card_visa' },
  'POST /v1/emails': aConfirmation,
  'PUT /v1/email-templates/:kind': A_TEMPLATE,
  'POST /v1/email-templates/:kind/preview': { body: 'Tried in the sandbox' },
  'POST /v1/orders/:id/captures': { amount: euros(100) },
  'POST /v1/orders/:id/comments': { text: 'Tried in the sandbox' },
  'POST /v1/orders/:id/payments': { amount: euros(100) },
  'POST /v1/orders/:id/refunds': { amount: euros(100), reason: 'Tried in the sandbox' },
  'POST /v1/orders/:id/cancellation': { reason: 'customer' },
  'POST /v1/orders': A_DRAFT,
  'PATCH /v1/orders/:id': { staffNote: 'Tried in the sandbox' },
  'POST /v1/orders/:id/completion': { payment: 'external' },
  'POST /v1/orders/:id/fulfillments': {},
  'PATCH /v1/orders/:id/fulfillments/:fulfillmentId': { tracking: { number: '4711' } },
  'POST /v1/orders/:id/returns': async (caller) => ({ items: [await aFulfilledItem(caller)] }),
  'POST /v1/orders/:id/returns/:returnId/rejection': { staffNote: 'Tried in the sandbox' },
  'POST /v1/orders/:id/returns/:returnId/receipt': {},
  'POST /v1/orders/:id/exchanges': async (caller) => ({
    returns: [await aFulfilledItem(caller)],
    items: [{ variantId: await aVariant(caller), quantity: 1 }],
  }),
  [`POST ${SESSIONS}`]: async (caller) => ({
    line_items: [{ id: await aVariant(caller) }],
    currency: 'eur',
    capabilities: {},
  }),
  [`POST ${SESSIONS}/:id`]: { order_notes: 'Tried in the sandbox' },
  [`POST ${SESSIONS}/:id/complete`]: paymentWith('spt_123'),
  [`POST ${SESSIONS}/:id/cancel`]: { intent_trace: { reason_code: 'other' } },
  'PUT /v1/checkout-settings/agent-webhook': AN_ADDRESS,
  'POST /v1/ledger/closings': async () => ({ through: aLaterDay() }),
  'POST /v1/gift-cards': { amount: euros(5000), recipient: { name: 'Kim' } },
  'POST /v1/gift-cards/check': async (caller) => ({ code: (await issueCard({ api: caller })).code }),
  'PATCH /v1/gift-cards/:id': { staffNote: 'Tried in the sandbox' },
  'POST /v1/gift-cards/:id/credits': { amount: euros(100), reason: 'Tried in the sandbox' },
  'PUT /v1/loyalty/program': { name: 'Tried', active: true, pointValues: [{ currency: 'EUR', points: 1, amount: 1 }] },
  'POST /v1/loyalty/redeem': aRedeemRequest,
  'POST /v1/loyalty/earn': anEarnRequest,
  'POST /v1/loyalty/accounts/:customerId/entries': { points: -1, reason: 'Tried in the sandbox' },
  'POST /v1/loyalty/preview': async (caller) => ({ items: [{ variantId: await aVariant(caller) }] }),
  'POST /v1/loyalty/referral': aReferrer,
  'POST /v1/loyalty/referral/attribution': anAttribution,
  'POST /v1/inventory/locations': aLocation,
  'PATCH /v1/inventory/locations/:id': { position: 3 },
  'PUT /v1/payments/connection': CONNECTION,
  'POST /v1/promotions': TEN_PERCENT,
  'PATCH /v1/promotions/:id': { title: 'Tried in the sandbox' },
  'POST /v1/promotions/:id/codes': { count: 3 },
  'PUT /v1/policies/:kind': { title: 'Terms', body: 'Tried in the sandbox' },
  'POST /v1/shipping/zones': A_ZONE,
  'PATCH /v1/shipping/zones/:id': { name: 'Tried in the sandbox' },
  'POST /v1/shipping/profiles': A_PROFILE,
  'PATCH /v1/shipping/profiles/:id': { name: 'Tried in the sandbox' },
  'POST /v1/shipping/rate-definitions': aRate,
  'PATCH /v1/shipping/rate-definitions/:id': { title: 'Tried in the sandbox' },
  'PUT /v1/shipping/carriers/:name': AN_ADDRESS,
  'PUT /v1/taxes/engine': AN_ADDRESS,
  'PUT /v1/taxes/settings': { pricesIncludeTax: false, shippingTax: 'none', rounding: 'item' },
  'POST /v1/taxes/regions': aTaxRegion,
  'PATCH /v1/taxes/regions/:id': { rates: [{ class: 'standard', name: 'VAT', percentage: 10 }] },
  'POST /v1/webhooks/endpoints': A_WEBHOOK_ENDPOINT,
  'PATCH /v1/webhooks/endpoints/:id': { description: 'Tried in the sandbox' },
  'POST /v1/webhooks/endpoints/:id/replay': { from: '2026-01-01T00:00:00Z' },
  'PUT /v1/shopify/connection': {
    shop: 'northwind.myshopify.com',
    accessToken: 'shpat_0123456789abcdef',
    clientSecret: 'shpss_0123456789abcdef',
  },
  'POST /v1/shopify/sync': async (caller) => {
    await cancelSyncs(caller)
    return { dryRun: true }
  },
  'PUT /v1/connections/:provider': { active: true },
  'POST /v1/mailboxes': async () => aMailbox(),
  'PATCH /v1/mailboxes/:id': { name: 'Changed' },
  'POST /v1/chat': { message: 'Tried in the sandbox' },
  'POST /v1/chat/completions': {
    model: 'storedesk-assistant',
    messages: [{ role: 'user', content: 'Tried in the sandbox' }],
  },
  'PATCH /v1/chat/questions/:id': { resolved: true },
  'PATCH /v1/chat/:id': { status: 'closed' },
  'POST /v1/chat/:id/handover': {},
  'POST /v1/chat/:id/feedback': { rating: 'up' },
  'POST /v1/tickets': { ...NEW_TICKET, tags: ['tried'] },
  'POST /v1/tickets/bulk': async (caller) => ({
    ticketIds: [(await aNewestTicket(caller))?.id ?? 'tkt_00000000000000000000000000'],
    changes: { addTags: ['tried'] },
  }),
  'PATCH /v1/tickets/:id': { priority: 'high' },
  'POST /v1/tickets/:id/replies': { text: 'Tried in the sandbox' },
  'POST /v1/tickets/:id/notes': { text: 'Tried in the sandbox' },
  'POST /v1/tickets/:id/merge': async (caller) => ({
    intoId: (await aNewestTicket(caller))?.id ?? 'tkt_00000000000000000000000000',
  }),
  'POST /v1/tickets/:id/split': async (caller) => ({
    messageIds: [(await aNewestTicket(caller))?.lastMessage.id ?? 'msg_00000000000000000000000000'],
  }),
  'POST /v1/tickets/attachments': 'Tried in the sandbox',
  'POST /v1/contact': { name: 'Ada', email: 'ada@example.com', message: 'Tried in the sandbox' },
  'POST /v1/ticket-views': async () => ({ name: aName(), filter: { tag: 'vip' } }),
  'PATCH /v1/ticket-views/:id': { filter: { tag: 'tried' } },
  'POST /v1/ticket-statuses': async () => ({ name: aName(), category: 'pending' }),
  'PATCH /v1/ticket-statuses/:id': { position: 7 },
  'POST /v1/teams': async () => ({ name: aName() }),
  'PATCH /v1/teams/:id': { memberIds: [] },
  'POST /v1/ticket-fields': async () => aTicketField(),
  'PATCH /v1/ticket-fields/:key': { label: 'Tried in the sandbox' },
  'PUT /v1/theme': { brand: { name: 'Tried in the sandbox' } },
  'PATCH /v1/workspace': async () => ({ name: `Tried ${performance.now()}` }),
}

/** How to call every route successfully. */
export const SAMPLES: RouteSamples = {
  existing: { ...EXISTING, ...AUTOMATION_SAMPLES.existing },
  bodies: { ...BODIES, ...AUTOMATION_SAMPLES.bodies },
  types: { 'POST /v1/catalog/imports': 'text/csv', 'POST /v1/tickets/attachments': 'text/plain' },
  anyBody: ['POST /v1/tickets/attachments'],
  // Real money, and a real shop.
  onlyLive: ['PUT /v1/payments/connection', 'PUT /v1/shopify/connection', 'DELETE /v1/shopify/connection'],
  headers: {
    ...Object.fromEntries(
      ['', '/:id', '/:id/retrieve', '/:id/complete', '/:id/cancel'].map((path) => [
        SESSIONS + path,
        async () => agentHeaders(),
      ]),
    ),
    ...Object.fromEntries(
      ['', '/orders', '/orders/:orderId', '/loyalty', '/consents'].map((path) => [
        `/v1/customers/me${path}`,
        asCustomer,
      ]),
    ),
  },
}
