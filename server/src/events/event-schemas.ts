import { type Static, type TSchema, Type } from 'typebox'
import { holderFields, pointsHolderFields } from '../kit/holder.ts'
import { Money } from '../kit/money.ts'
import { Actor, Id, Nullable, OneOf, TaggedUnion, Timestamp } from '../kit/schema.ts'
import { PROVIDERS } from './inbound-handler.ts'

const ORDER_SOURCES = ['storefront', 'api', 'agent', 'import', 'staff'] as const
const CANCEL_REASONS = ['customer', 'fraud', 'inventory', 'declined', 'other'] as const
const ADJUSTMENT_REASONS = ['received', 'count', 'damaged', 'returned', 'correction', 'transfer', 'other'] as const
const EmailKind = OneOf([
  'order_confirmation',
  'order_shipped',
  'shipment_update',
  'order_refunded',
  'gift_card',
  'login_code',
  'chat_code',
] as const)
const TrackingStatus = OneOf([
  'label_created',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'attempt_failed',
  'delivered',
  'exception',
  'returning',
  'returned',
  'expired',
  'canceled',
] as const)
const PolicyKind = OneOf(['refund', 'privacy', 'terms', 'shipping', 'cookies', 'legal_notice'] as const)

const referralFields = { referralId: Id('rfl'), referrerId: Id('cus'), refereeId: Id('cus') }
const redemptionFields = {
  redemptionId: Id('rdm'),
  customerId: Id('cus'),
  type: OneOf(['discount_code', 'gift_card', 'cart_credit']),
  points: Type.Integer(),
  value: Money,
}

const slaFields = {
  ticketId: Id('tkt'),
  policyId: Id('sla'),
  metric: OneOf(['first_response', 'next_response', 'resolution']),
  dueAt: Nullable(Timestamp),
}

const ticketEmailFields = {
  ticketId: Id('tkt'),
  messageId: Nullable(Id('msg')),
  kind: OneOf(['reply', 'acknowledgment', 'csat']),
}

const reviewFields = {
  reviewId: Id('rev'),
  productId: Nullable(Id('prod')),
  rating: Nullable(Type.Integer()),
  status: OneOf(['published', 'hidden', 'deleted']),
}

/** Every event type with its data. Subscribers, webhooks and the API reference read this table. */
export const eventSchemas = {
  'article.created': Type.Object({ articleId: Id('art') }),
  'article.updated': Type.Object({ articleId: Id('art') }),
  'article.deleted': Type.Object({ articleId: Id('art') }),
  'article.published': Type.Object({ articleId: Id('art'), handle: Type.String(), version: Type.Integer() }),
  'article.unpublished': Type.Object({ articleId: Id('art'), handle: Type.String(), version: Type.Integer() }),
  'collection.created': Type.Object({ collectionId: Id('col') }),
  'collection.updated': Type.Object({ collectionId: Id('col') }),
  'collection.deleted': Type.Object({ collectionId: Id('col') }),
  'customer.created': Type.Object({ customerId: Id('cus') }),
  'customer.updated': Type.Object({ customerId: Id('cus') }),
  'customer.deleted': Type.Object({ customerId: Id('cus') }),
  // Everything that identified the person is gone. `customer.deleted` came before, when the erasure was requested.
  'customer.erased': Type.Object({ customerId: Id('cus'), erasureId: Id('ers') }),
  // `mergedCustomerId` no longer exists: `customer.deleted` was emitted for it, and `customer.updated` for the other one.
  'customer.merged': Type.Object({ customerId: Id('cus'), mergedCustomerId: Id('cus'), mergeId: Id('mrg') }),
  // `mergedCustomerId` exists again.
  'customer.merge_reversed': Type.Object({ customerId: Id('cus'), mergedCustomerId: Id('cus'), mergeId: Id('mrg') }),
  // By the platform that the customer was synced from.
  'customer.erasure_requested': Type.Object({ customerId: Id('cus'), source: OneOf(['shopify']) }),
  'customer.consent_changed': Type.Object({
    customerId: Id('cus'),
    channel: OneOf(['email', 'sms', 'phone']),
    state: OneOf(['subscribed', 'unsubscribed', 'pending']),
  }),
  'gift_card.created': Type.Object({ giftCardId: Id('gc'), amount: Money }),
  // Not when the card is issued, deactivated or expires: those events carry the amount themselves.
  'gift_card.balance_changed': Type.Object({
    giftCardId: Id('gc'),
    kind: OneOf(['debited', 'restored', 'credited']),
    change: Money,
    balance: Money,
    ...holderFields,
  }),
  'gift_card.deactivated': Type.Object({ giftCardId: Id('gc'), writtenOff: Money }),
  'gift_card.expired': Type.Object({ giftCardId: Id('gc'), writtenOff: Money }),
  'mailbox.created': Type.Object({ mailboxId: Id('mbx') }),
  'mailbox.updated': Type.Object({ mailboxId: Id('mbx') }),
  'mailbox.deleted': Type.Object({ mailboxId: Id('mbx') }),
  'connection.updated': Type.Object({ provider: OneOf(PROVIDERS), active: Type.Boolean() }),
  'connection.deleted': Type.Object({ provider: OneOf(PROVIDERS) }),
  'inventory.adjusted': Type.Object({
    reason: OneOf(ADJUSTMENT_REASONS),
    reference: Nullable(Type.String()),
    levels: Type.Array(
      Type.Object({
        variantId: Id('var'),
        locationId: Id('loc'),
        onHand: Type.Integer(),
        available: Type.Integer(),
      }),
    ),
  }),
  // For the variant as a whole: no location has sellable stock, or one has again. Also for variants that sell on when
  // out.
  'inventory.back_in_stock': Type.Object({ variantId: Id('var'), productId: Id('prod') }),
  'inventory.low_stock': Type.Object({
    variantId: Id('var'),
    locationId: Id('loc'),
    available: Type.Integer(),
    lowStockThreshold: Type.Integer(),
  }),
  'inventory.out_of_stock': Type.Object({ variantId: Id('var'), productId: Id('prod') }),
  // Once the customer is matched. Not for spam.
  'lead.created': Type.Object({ leadId: Id('lead'), customerId: Id('cus'), source: Type.String() }),
  // Fields that staff changed, or `submissions` when the person wrote again.
  'lead.updated': Type.Object({ leadId: Id('lead'), changes: Type.Array(Type.String()) }),
  'lead.converted': Type.Object({
    leadId: Id('lead'),
    customerId: Nullable(Id('cus')),
    orderId: Nullable(Id('ord')),
    value: Nullable(Money),
    automatic: Type.Boolean(),
  }),
  'location.created': Type.Object({ locationId: Id('loc') }),
  'location.deleted': Type.Object({ locationId: Id('loc') }),
  'location.updated': Type.Object({ locationId: Id('loc') }),
  // In points; the customer by the shop's own id.
  'loyalty_account.balance_changed': Type.Object({
    customerId: Type.String(),
    kind: OneOf(['adjusted', 'redeemed', 'restored', 'earned', 'clawed_back', 'expired', 'referral_rewarded']),
    change: Type.Integer(),
    balance: Type.Integer(),
    ...pointsHolderFields,
  }),
  // By an order or an action. Pending until `availableAt`; then the balance changes.
  'loyalty_account.points_earned': Type.Object({
    customerId: Id('cus'),
    points: Type.Integer(),
    orderId: Nullable(Id('ord')),
    action: Nullable(Type.String()),
    eventId: Nullable(Type.String()),
    availableAt: Timestamp,
  }),
  'loyalty_account.tier_changed': Type.Object({
    customerId: Id('cus'),
    from: Nullable(Type.String()),
    to: Nullable(Type.String()),
  }),
  'shopify_connection.updated': Type.Object({
    shop: Type.String(),
    status: OneOf(['active', 'disabled', 'not_connected']),
  }),
  'shopify_sync.finished': Type.Object({
    syncId: Id('syn'),
    status: OneOf(['completed', 'failed', 'canceled']),
    dryRun: Type.Boolean(),
  }),
  'store_credit.balance_changed': Type.Object({
    customerId: Id('cus'),
    kind: OneOf(['adjusted', 'debited', 'restored', 'refunded']),
    change: Money,
    balance: Money,
    ...holderFields,
  }),
  'loyalty_program.updated': Type.Object({ version: Type.Integer(), active: Type.Boolean() }),
  'referral.created': Type.Object(referralFields),
  'referral.qualified': Type.Object({ ...referralFields, orderId: Id('ord'), rewardAt: Timestamp }),
  'referral.rewarded': Type.Object({
    ...referralFields,
    referrerPoints: Type.Integer(),
    refereePoints: Type.Integer(),
  }),
  // Also after the reward, whose points were taken back.
  'referral.rejected': Type.Object({
    ...referralFields,
    reason: OneOf([
      'self_referral',
      'same_address',
      'same_payment_method',
      'not_first_order',
      'below_minimum',
      'refunded',
    ]),
  }),
  'loyalty_redemption.created': Type.Object(redemptionFields),
  'loyalty_redemption.reversed': Type.Object(redemptionFields),
  'email.sent': Type.Object({ emailId: Id('email'), kind: EmailKind, orderId: Nullable(Id('ord')) }),
  // After the last attempt; until then sending is retried.
  'email.failed': Type.Object({ emailId: Id('email'), kind: EmailKind, orderId: Nullable(Id('ord')) }),
  // Version 0: the template is the built-in one again.
  'email_template.updated': Type.Object({ kind: EmailKind, version: Type.Integer() }),
  'order.created': Type.Object({
    orderId: Id('ord'),
    number: Type.Integer(),
    total: Money,
    source: OneOf(ORDER_SOURCES),
    actor: Type.Optional(Actor),
  }),
  'order.canceled': Type.Object({
    orderId: Id('ord'),
    reason: OneOf(CANCEL_REASONS),
    staffNote: Nullable(Type.String()),
    actor: Type.Optional(Actor),
  }),
  // A comment of staff in the timeline. Null once the person was erased.
  'order.commented': Type.Object({ orderId: Id('ord'), staffNote: Nullable(Type.String()), actor: Actor }),
  'order.captured': Type.Object({
    orderId: Id('ord'),
    paymentId: Id('pay'),
    amount: Money,
    actor: Type.Optional(Actor),
  }),
  'order.refunded': Type.Object({
    orderId: Id('ord'),
    refundId: Id('rf'),
    amount: Money,
    manualAmount: Type.Optional(
      Type.Object(Money.properties, {
        description: 'Part of the amount that the shop returns by hand: no money moved.',
      }),
    ),
    storeCreditAmount: Type.Optional(
      Type.Object(Money.properties, { description: 'Part of the amount that became store credit: no money moved.' }),
    ),
    source: Type.Optional(
      OneOf(['provider'], { description: 'Set if the refund was made in the provider’s own dashboard.' }),
    ),
    actor: Type.Optional(Actor),
  }),
  // No money moved: credit that another order had paid into this one, by an exchange, returns to that order
  // (`toOrderId`).
  'order.credit_returned': Type.Object({
    orderId: Id('ord'),
    refundId: Id('rf'),
    amount: Money,
    toOrderId: Id('ord'),
    actor: Type.Optional(Actor),
  }),
  // The provider does not capture the authorized amount.
  'order.capture_failed': Type.Object({
    orderId: Id('ord'),
    paymentId: Id('pay'),
    amount: Money,
    reason: Type.Optional(Type.String({ description: 'Reason from the provider.' })),
    actor: Type.Optional(Actor),
  }),
  // The provider does not refund the amount.
  'order.refund_failed': Type.Object({
    orderId: Id('ord'),
    refundId: Id('rf'),
    amount: Money,
    reversed: Type.Optional(
      Type.Boolean({ description: 'True if the refund had completed and the bank returned the money later.' }),
    ),
    reason: Type.Optional(Type.String({ description: 'Reason from the provider.' })),
    actor: Type.Optional(Actor),
  }),
  'order.delivered': Type.Object({ orderId: Id('ord'), fulfillmentId: Id('ful'), actor: Actor }),
  // A draft by staff: nothing is sold yet. When it is, `order.created` is emitted.
  'order.drafted': Type.Object({ orderId: Id('ord'), number: Type.Integer(), actor: Actor }),
  'order.exchanged': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), newOrderId: Id('ord'), actor: Actor }),
  'order.fulfilled': Type.Object({
    orderId: Id('ord'),
    fulfillmentId: Id('ful'),
    notify: Type.Boolean(),
    actor: Actor,
  }),
  'order.fulfillment_canceled': Type.Object({ orderId: Id('ord'), fulfillmentId: Id('ful'), actor: Actor }),
  'order.fulfillment_updated': Type.Object({ orderId: Id('ord'), fulfillmentId: Id('ful'), actor: Actor }),
  // When the carrier reports another status; `occurredAt` is the carrier's time.
  'order.tracking_updated': Type.Object({
    orderId: Id('ord'),
    fulfillmentId: Id('ful'),
    trackingStatus: TrackingStatus,
    occurredAt: Timestamp,
    actor: Actor,
  }),
  // Money of an order that sold gift cards was refunded. `deactivated`: their remaining balance is gone. `kept`: not all
  // of the money was refunded, or the shop topped them up, so they can still be spent. `reissue_required`: a dispute was
  // won after they had been deactivated; the shop decides whether the buyer gets new ones.
  'order.gift_cards_reviewed': Type.Object({
    orderId: Id('ord'),
    outcome: OneOf(['deactivated', 'kept', 'reissue_required']),
    count: Type.Integer(),
    // The first hundred.
    giftCardIds: Type.Array(Id('gc')),
    amount: Money,
    refundId: Type.Optional(Id('rf')),
    disputeId: Type.Optional(Type.String()),
    actor: Actor,
  }),
  // From another shop, as it was there: no purchase happened now.
  'order.imported': Type.Object({ orderId: Id('ord'), number: Type.Integer(), total: Money, actor: Actor }),
  // In full. Again if more became due and was paid, as after an exchange.
  'order.paid': Type.Object({ orderId: Id('ord'), total: Money, actor: Type.Optional(Actor) }),
  // Outside this server, as recorded by staff.
  'order.payment_recorded': Type.Object({ orderId: Id('ord'), paymentId: Id('pay'), amount: Money, actor: Actor }),
  'order.return_approved': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), actor: Actor }),
  'order.return_closed': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), actor: Actor }),
  'order.return_received': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), actor: Actor }),
  'order.return_rejected': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), actor: Actor }),
  'order.return_requested': Type.Object({ orderId: Id('ord'), returnId: Id('ret'), actor: Actor }),
  'order.updated': Type.Object({ orderId: Id('ord'), fields: Type.Array(Type.String()), actor: Actor }),
  // The order is canceled, but the money stays authorized until the authorization expires.
  'order.void_failed': Type.Object({
    orderId: Id('ord'),
    paymentId: Id('pay'),
    amount: Money,
    reason: Type.Optional(Type.String({ description: 'Reason from the provider.' })),
    actor: Type.Optional(Actor),
  }),
  // Something changed at the provider; subscribers query the payment.
  'payment.updated': Type.Object({ provider: Type.String(), providerPaymentId: Type.String() }),
  // The buyer's bank asks for the money back; `status` is Stripe's dispute status.
  'payment.disputed': Type.Object({
    provider: Type.String(),
    providerPaymentId: Type.String(),
    orderId: Id('ord'),
    disputeId: Type.String(),
    status: Type.String(),
    amount: Type.Optional(Money),
    // Until when the shop can send evidence.
    evidenceDueBy: Type.Optional(Timestamp),
  }),
  // The buyer's bank expects a dispute.
  'payment.fraud_warning': Type.Object({
    provider: Type.String(),
    providerPaymentId: Type.String(),
    orderId: Id('ord'),
    warningId: Type.String(),
  }),
  'payment_connection.updated': Type.Object({ provider: OneOf(['stripe', 'simulator']) }),
  'policy.updated': Type.Object({ kind: PolicyKind, version: Type.Integer(), title: Type.String() }),
  'policy.unpublished': Type.Object({ kind: PolicyKind, version: Type.Integer() }),
  'product.created': Type.Object({ productId: Id('prod') }),
  'product.updated': Type.Object({ productId: Id('prod') }),
  'product.deleted': Type.Object({ productId: Id('prod') }),
  'promotion.created': Type.Object({ promotionId: Id('promo') }),
  'promotion.updated': Type.Object({ promotionId: Id('promo') }),
  'promotion.deleted': Type.Object({ promotionId: Id('promo') }),
  // As the provider reports it. The rating is null only if the review was deleted before it was ever received.
  'review.created': Type.Object(reviewFields),
  'review.updated': Type.Object(reviewFields),
  'sandbox.reset': Type.Object({ products: Type.Integer() }),
  'segment.created': Type.Object({ segmentId: Id('seg') }),
  'segment.updated': Type.Object({ segmentId: Id('seg') }),
  'segment.deleted': Type.Object({ segmentId: Id('seg') }),
  // A new filter has been evaluated for all customers.
  'segment.built': Type.Object({ segmentId: Id('seg'), memberCount: Type.Integer() }),
  // Up to a hundred customers. Not when the filter changes: then the segment has become another one.
  'segment.customer_joined': Type.Object({ segmentId: Id('seg'), customerIds: Type.Array(Id('cus')) }),
  'segment.customer_left': Type.Object({ segmentId: Id('seg'), customerIds: Type.Array(Id('cus')) }),
  // For any setting of shipping or taxes, created, changed or deleted.
  'shipping.updated': Type.Object({ kind: OneOf(['zone', 'profile', 'rate', 'carrier']), id: Type.String() }),
  'taxes.updated': Type.Object({ kind: OneOf(['settings', 'region', 'engine']), id: Nullable(Type.String()) }),
  // By the customer, the assistant, or a member of the team (`agent`).
  'chat.message_created': Type.Object({
    conversationId: Id('conv'),
    messageId: Id('cmsg'),
    role: OneOf(['customer', 'assistant', 'agent']),
  }),
  // From now on a person answers, on the ticket.
  'chat.handed_over': Type.Object({ conversationId: Id('conv'), ticketId: Id('tkt'), reason: Type.String() }),
  'chat.handed_back': Type.Object({ conversationId: Id('conv') }),
  'ticket.created': Type.Object({
    ticketId: Id('tkt'),
    channel: OneOf(['email', 'contact_form', 'api', 'chat', 'phone']),
  }),
  // `changes` names the fields. Messages have an event of their own.
  'ticket.updated': Type.Object({
    ticketId: Id('tkt'),
    changes: Type.Array(Type.String()),
    source: OneOf(['api', 'dashboard', 'rule', 'email', 'system', 'macro']),
    ruleId: Type.Optional(Type.String()),
  }),
  // By the customer (`customer`), to them (`reply`) or internal (`note`).
  'ticket.message_created': Type.Object({
    ticketId: Id('tkt'),
    messageId: Id('msg'),
    kind: OneOf(['customer', 'reply', 'note']),
  }),
  // A reply, or an email that is no message of the ticket, could not be delivered.
  'ticket.message_bounced': Type.Object({ ...ticketEmailFields, status: Type.String() }),
  // It was never sent: the mail server refused it, or there was none.
  'ticket.message_failed': Type.Object(ticketEmailFields),
  // All messages of `mergedTicketId` are in `ticketId` now.
  'ticket.merged': Type.Object({ ticketId: Id('tkt'), mergedTicketId: Id('tkt') }),
  'ticket.merge_reversed': Type.Object({ ticketId: Id('tkt'), mergedTicketId: Id('tkt') }),
  // Some messages of `ticketId` are in the new ticket `newTicketId` now.
  'ticket.split': Type.Object({ ticketId: Id('tkt'), newTicketId: Id('tkt') }),
  'ticket.split_reversed': Type.Object({ ticketId: Id('tkt'), newTicketId: Id('tkt') }),
  // On the timeline of the order, if the action has one.
  'ticket.action_performed': Type.Object({
    ticketId: Id('tkt'),
    actionId: Id('tac'),
    action: OneOf(['refund', 'resend', 'exchange', 'goodwill_points', 'store_credit', 'discount_code']),
    orderId: Type.Optional(Id('ord')),
  }),
  // Most of the time for a target has passed.
  'ticket.sla_warning': Type.Object(slaFields),
  'ticket.sla_breached': Type.Object(slaFields),
  // The customer has rated how the ticket was resolved, or changed the rating.
  'ticket.rated': Type.Object({ ticketId: Id('tkt'), surveyId: Id('csat'), rating: Type.Integer() }),
  'assistant_settings.updated': Type.Object({ version: Type.Integer(), engine: OneOf(['embedded', 'model']) }),
  'theme.updated': Type.Object({ version: Type.Integer() }),
  'webhook_endpoint.created': Type.Object({ endpointId: Id('whe') }),
  'webhook_endpoint.updated': Type.Object({ endpointId: Id('whe') }),
  'webhook_endpoint.deleted': Type.Object({ endpointId: Id('whe') }),
  // Automatically: it failed for three days (`failing`), or responded with 410 (`gone`).
  'webhook_endpoint.disabled': Type.Object({ endpointId: Id('whe'), reason: OneOf(['failing', 'gone']) }),
  // Sent to this endpoint only, whatever it subscribes to.
  'webhook_endpoint.test': Type.Object({ endpointId: Id('whe') }),
  'workspace.updated': Type.Object({ name: Type.String(), currency: Type.String(), timeZone: Type.String() }),
}

export type EventType = keyof typeof eventSchemas
export type EventData<T extends EventType> = Static<(typeof eventSchemas)[T]>

export const EVENT_TYPES = Object.keys(eventSchemas) as [EventType, ...EventType[]]

/** `order.return_approved` is an `OrderReturnApprovedEvent`. */
const toName = (type: EventType): string =>
  `${type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`

/** A schema per event type, by its name in the API's document. */
export const typedEvents: Record<string, TSchema> = Object.fromEntries(
  EVENT_TYPES.map((type) => [
    toName(type),
    Type.Object({ id: Id('evt'), type: Type.Literal(type), data: eventSchemas[type], createdAt: Timestamp }),
  ]),
)

/** Documented instead of `Event`, which serializes all of them without looking into `data`. */
export const TypedEvent = TaggedUnion('type', Object.values(typedEvents))
