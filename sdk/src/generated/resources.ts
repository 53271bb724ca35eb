// Generated from openapi.json by `npm run generate`.
import type {
  CallSettings,
  OperationBody,
  OperationParameter,
  OperationQuery,
  OperationResponse,
  PostSettings,
  RequiredHeaders,
} from '../operations.ts'
import type { List } from '../pages.ts'

/** Method and path; then `body` or `query`, the argument after the path parameters; then `list`. */
export const routes: Record<string, string> = {
  'agents.sessions.cancel': 'POST /v1/checkout/acp/checkout_sessions/{id}/cancel body',
  'agents.sessions.complete': 'POST /v1/checkout/acp/checkout_sessions/{id}/complete body',
  'agents.sessions.create': 'POST /v1/checkout/acp/checkout_sessions body',
  'agents.sessions.get': 'GET /v1/checkout/acp/checkout_sessions/{id}',
  'agents.sessions.retrieve': 'POST /v1/checkout/acp/checkout_sessions/{id}/retrieve',
  'agents.sessions.update': 'POST /v1/checkout/acp/checkout_sessions/{id} body',
  'agents.webhook.delete': 'DELETE /v1/checkout-settings/agent-webhook',
  'agents.webhook.get': 'GET /v1/checkout-settings/agent-webhook',
  'agents.webhook.replace': 'PUT /v1/checkout-settings/agent-webhook body',
  'articles.create': 'POST /v1/articles body',
  'articles.delete': 'DELETE /v1/articles/{id}',
  'articles.get': 'GET /v1/articles/{id}',
  'articles.list': 'GET /v1/articles query list',
  'articles.preview': 'POST /v1/articles/preview body',
  'articles.publish': 'POST /v1/articles/{id}/publish',
  'articles.unpublish': 'POST /v1/articles/{id}/unpublish',
  'articles.update': 'PATCH /v1/articles/{id} body',
  'articles.versions.list': 'GET /v1/articles/{id}/versions query list',
  'assistant.replaceSettings': 'PUT /v1/assistant/settings body',
  'assistant.settings': 'GET /v1/assistant/settings',
  'assistant.testModel': 'POST /v1/assistant/settings/test body',
  'businessHours.create': 'POST /v1/business-hours body',
  'businessHours.delete': 'DELETE /v1/business-hours/{id}',
  'businessHours.get': 'GET /v1/business-hours/{id}',
  'businessHours.list': 'GET /v1/business-hours list',
  'businessHours.update': 'PATCH /v1/business-hours/{id} body',
  'carts.create': 'POST /v1/carts body',
  'carts.get': 'GET /v1/carts/{id} query',
  'carts.items.add': 'POST /v1/carts/{id}/items body',
  'carts.items.remove': 'DELETE /v1/carts/{id}/items/{lineId}',
  'carts.items.set': 'PUT /v1/carts/{id}/items/{lineId} body',
  'carts.promotions.add': 'POST /v1/carts/{id}/promotions body',
  'carts.promotions.remove': 'DELETE /v1/carts/{id}/promotions query',
  'carts.update': 'PATCH /v1/carts/{id} body',
  'catalog.collections.create': 'POST /v1/catalog/collections body',
  'catalog.collections.delete': 'DELETE /v1/catalog/collections/{id}',
  'catalog.collections.get': 'GET /v1/catalog/collections/{id}',
  'catalog.collections.list': 'GET /v1/catalog/collections query list',
  'catalog.collections.preview': 'POST /v1/catalog/collections/preview body',
  'catalog.collections.products.add': 'POST /v1/catalog/collections/{id}/products body',
  'catalog.collections.products.list': 'GET /v1/catalog/collections/{id}/products query list',
  'catalog.collections.products.remove': 'DELETE /v1/catalog/collections/{id}/products/{productId}',
  'catalog.collections.products.set': 'PUT /v1/catalog/collections/{id}/products body',
  'catalog.collections.update': 'PATCH /v1/catalog/collections/{id} body',
  'catalog.export': 'GET /v1/catalog/export query',
  'catalog.images.delete': 'DELETE /v1/catalog/images/{name}',
  'catalog.images.list': 'GET /v1/catalog/images query list',
  'catalog.images.upload': 'POST /v1/catalog/images body',
  'catalog.imports.create': 'POST /v1/catalog/imports body',
  'catalog.imports.get': 'GET /v1/catalog/imports/{id}',
  'catalog.imports.list': 'GET /v1/catalog/imports query list',
  'catalog.products.create': 'POST /v1/catalog/products body',
  'catalog.products.delete': 'DELETE /v1/catalog/products/{id}',
  'catalog.products.get': 'GET /v1/catalog/products/{id}',
  'catalog.products.list': 'GET /v1/catalog/products query list',
  'catalog.products.update': 'PATCH /v1/catalog/products/{id} body',
  'catalog.products.upsert': 'POST /v1/catalog/products/bulk body',
  'catalog.variants.create': 'POST /v1/catalog/products/{id}/variants body',
  'catalog.variants.delete': 'DELETE /v1/catalog/products/{id}/variants/{variantId}',
  'catalog.variants.list': 'GET /v1/catalog/products/{id}/variants query list',
  'catalog.variants.update': 'PATCH /v1/catalog/products/{id}/variants/{variantId} body',
  'chat.completions': 'POST /v1/chat/completions body',
  'chat.get': 'GET /v1/chat/{id}',
  'chat.handBack': 'POST /v1/chat/{id}/handback',
  'chat.handOver': 'POST /v1/chat/{id}/handover body',
  'chat.list': 'GET /v1/chat query list',
  'chat.messages': 'GET /v1/chat/{id}/messages query list',
  'chat.models': 'GET /v1/models list',
  'chat.questions': 'GET /v1/chat/questions query list',
  'chat.rate': 'POST /v1/chat/{id}/feedback body',
  'chat.report': 'GET /v1/chat/report query list',
  'chat.resume': 'GET /v1/chat/{id}/stream',
  'chat.send': 'POST /v1/chat body',
  'chat.stop': 'POST /v1/chat/{id}/stop',
  'chat.takeOver': 'POST /v1/chat/{id}/takeover',
  'chat.update': 'PATCH /v1/chat/{id} body',
  'chat.updateQuestion': 'PATCH /v1/chat/questions/{id} body',
  'checkout.cancel': 'POST /v1/checkout/{id}/cancel',
  'checkout.confirm': 'POST /v1/checkout/{id}/confirm body',
  'checkout.pay': 'POST /v1/checkout/card body',
  'checkout.retrieve': 'POST /v1/checkout/{id}/retrieve',
  'checkout.start': 'POST /v1/checkout/intent body',
  'collections.get': 'GET /v1/collections/{handle}',
  'collections.list': 'GET /v1/collections query list',
  'collections.products.list': 'GET /v1/collections/{handle}/products query list',
  'connections.delete': 'DELETE /v1/connections/{provider}',
  'connections.get': 'GET /v1/connections/{provider}',
  'connections.list': 'GET /v1/connections list',
  'connections.replace': 'PUT /v1/connections/{provider} body',
  'connections.replaceWebhookUrl': 'POST /v1/connections/{provider}/webhook-url',
  'contact.send': 'POST /v1/contact body',
  'csat.replaceSettings': 'PUT /v1/csat-settings body',
  'csat.responses': 'GET /v1/csat-responses query list',
  'csat.settings': 'GET /v1/csat-settings',
  'customers.consents.create': 'POST /v1/customers/{id}/consents body',
  'customers.consents.list': 'GET /v1/customers/{id}/consents query list',
  'customers.create': 'POST /v1/customers body',
  'customers.delete': 'DELETE /v1/customers/{id}',
  'customers.erasure.create': 'POST /v1/customers/{id}/erasure',
  'customers.erasure.get': 'GET /v1/customers/{id}/erasure',
  'customers.erasures.list': 'GET /v1/customers/erasures query list',
  'customers.export': 'POST /v1/customers/{id}/export',
  'customers.exportCsv': 'GET /v1/customers/export query',
  'customers.get': 'GET /v1/customers/{id}',
  'customers.list': 'GET /v1/customers query list',
  'customers.loginCodes.create': 'POST /v1/customers/login-codes body',
  'customers.me.consents.create': 'POST /v1/customers/me/consents body',
  'customers.me.consents.list': 'GET /v1/customers/me/consents query list',
  'customers.me.get': 'GET /v1/customers/me',
  'customers.me.loyalty.get': 'GET /v1/customers/me/loyalty',
  'customers.me.orders.get': 'GET /v1/customers/me/orders/{orderId}',
  'customers.me.orders.list': 'GET /v1/customers/me/orders query list',
  'customers.me.update': 'PATCH /v1/customers/me body',
  'customers.merge': 'POST /v1/customers/{id}/merge body',
  'customers.merges.list': 'GET /v1/customers/{id}/merges query list',
  'customers.merges.reverse': 'POST /v1/customers/merges/{id}/reversal',
  'customers.notes.create': 'POST /v1/customers/{id}/notes body',
  'customers.notes.delete': 'DELETE /v1/customers/{id}/notes/{noteId}',
  'customers.notes.list': 'GET /v1/customers/{id}/notes query list',
  'customers.storeCredit.adjust': 'POST /v1/customers/{id}/store-credit body',
  'customers.storeCredit.list': 'GET /v1/customers/{id}/store-credit list',
  'customers.timeline': 'GET /v1/customers/{id}/timeline query list',
  'customers.tokens.create': 'POST /v1/customers/tokens body',
  'customers.tokens.refresh': 'POST /v1/customers/tokens/refresh body',
  'customers.tokens.revoke': 'POST /v1/customers/tokens/revocation body',
  'customers.update': 'PATCH /v1/customers/{id} body',
  'discounts.validate': 'POST /v1/discounts/validate body',
  'emailTemplates.list': 'GET /v1/email-templates list',
  'emailTemplates.preview': 'POST /v1/email-templates/{kind}/preview body',
  'emailTemplates.replace': 'PUT /v1/email-templates/{kind} body',
  'emailTemplates.reset': 'DELETE /v1/email-templates/{kind}',
  'emails.create': 'POST /v1/emails body',
  'emails.deliver': 'POST /v1/emails/{id}/deliveries',
  'emails.get': 'GET /v1/emails/{id}',
  'emails.list': 'GET /v1/emails query list',
  'events.get': 'GET /v1/events/{id}',
  'events.list': 'GET /v1/events query list',
  'feeds.list': 'GET /v1/feeds list',
  'giftCards.check': 'POST /v1/gift-cards/check body',
  'giftCards.create': 'POST /v1/gift-cards body',
  'giftCards.credits.create': 'POST /v1/gift-cards/{id}/credits body',
  'giftCards.deactivate': 'POST /v1/gift-cards/{id}/deactivation',
  'giftCards.entries.list': 'GET /v1/gift-cards/{id}/entries query list',
  'giftCards.get': 'GET /v1/gift-cards/{id}',
  'giftCards.list': 'GET /v1/gift-cards query list',
  'giftCards.update': 'PATCH /v1/gift-cards/{id} body',
  'home.activity.list': 'GET /v1/home/activity query list',
  'home.setupChecklist.get': 'GET /v1/home/setup-checklist list',
  'home.waitingWork.get': 'GET /v1/home/waiting-work',
  'inboundEvents.get': 'GET /v1/inbound-events/{id}',
  'inboundEvents.list': 'GET /v1/inbound-events query list',
  'inboundEvents.replay': 'POST /v1/inbound-events/{id}/replay',
  'inventory.adjustments.create': 'POST /v1/inventory/adjustments body',
  'inventory.audit': 'GET /v1/inventory/audit query',
  'inventory.levels.list': 'GET /v1/inventory query list',
  'inventory.locations.create': 'POST /v1/inventory/locations body',
  'inventory.locations.delete': 'DELETE /v1/inventory/locations/{id}',
  'inventory.locations.list': 'GET /v1/inventory/locations list',
  'inventory.locations.update': 'PATCH /v1/inventory/locations/{id} body',
  'inventory.movements.list': 'GET /v1/inventory/movements query list',
  'leads.convert': 'POST /v1/leads/{id}/conversion body',
  'leads.create': 'POST /v1/leads body',
  'leads.get': 'GET /v1/leads/{id}',
  'leads.list': 'GET /v1/leads query list',
  'leads.submissions.list': 'GET /v1/leads/{id}/submissions query list',
  'leads.update': 'PATCH /v1/leads/{id} body',
  'ledger.audit': 'GET /v1/ledger/audit',
  'ledger.closings.create': 'POST /v1/ledger/closings body',
  'ledger.closings.list': 'GET /v1/ledger/closings query list',
  'ledger.entries.list': 'GET /v1/ledger query list',
  'ledger.liability.list': 'GET /v1/ledger/liability query list',
  'limits.get': 'GET /v1/limits query',
  'loyalty.accounts.get': 'GET /v1/loyalty/accounts/{customerId}',
  'loyalty.accounts.list': 'GET /v1/loyalty/accounts query list',
  'loyalty.balance.get': 'GET /v1/loyalty/balance query',
  'loyalty.earn': 'POST /v1/loyalty/earn body',
  'loyalty.entries.create': 'POST /v1/loyalty/accounts/{customerId}/entries body',
  'loyalty.entries.list': 'GET /v1/loyalty/accounts/{customerId}/entries query list',
  'loyalty.preview': 'POST /v1/loyalty/preview body',
  'loyalty.program.get': 'GET /v1/loyalty/program',
  'loyalty.program.replace': 'PUT /v1/loyalty/program body',
  'loyalty.redeem': 'POST /v1/loyalty/redeem body',
  'loyalty.redemptions.get': 'GET /v1/loyalty/redemptions/{id}',
  'loyalty.redemptions.list': 'GET /v1/loyalty/redemptions query list',
  'loyalty.redemptions.reverse': 'POST /v1/loyalty/redemptions/{id}/reversal',
  'loyalty.referral.attribute': 'POST /v1/loyalty/referral/attribution body',
  'loyalty.referral.create': 'POST /v1/loyalty/referral body',
  'loyalty.referrals.get': 'GET /v1/loyalty/referrals/{id}',
  'loyalty.referrals.list': 'GET /v1/loyalty/referrals query list',
  'macros.create': 'POST /v1/macros body',
  'macros.delete': 'DELETE /v1/macros/{id}',
  'macros.get': 'GET /v1/macros/{id}',
  'macros.list': 'GET /v1/macros list',
  'macros.update': 'PATCH /v1/macros/{id} body',
  'mail.list': 'GET /v1/mail query list',
  'mail.raw': 'GET /v1/mail/{id}/raw',
  'mail.release': 'POST /v1/mail/{id}/release',
  'mail.trace': 'GET /v1/mail/{id}/trace',
  'mailboxes.create': 'POST /v1/mailboxes body',
  'mailboxes.delete': 'DELETE /v1/mailboxes/{id}',
  'mailboxes.get': 'GET /v1/mailboxes/{id}',
  'mailboxes.list': 'GET /v1/mailboxes query list',
  'mailboxes.replaceInboundUrl': 'POST /v1/mailboxes/{id}/inbound-url',
  'mailboxes.update': 'PATCH /v1/mailboxes/{id} body',
  'orders.cancel': 'POST /v1/orders/{id}/cancellation body',
  'orders.captures.create': 'POST /v1/orders/{id}/captures body',
  'orders.comments.create': 'POST /v1/orders/{id}/comments body',
  'orders.complete': 'POST /v1/orders/{id}/completion body',
  'orders.create': 'POST /v1/orders body',
  'orders.exchanges.create': 'POST /v1/orders/{id}/exchanges body',
  'orders.export': 'GET /v1/orders/export query',
  'orders.fulfillments.create': 'POST /v1/orders/{id}/fulfillments body',
  'orders.fulfillments.list': 'GET /v1/orders/{id}/fulfillments query list',
  'orders.fulfillments.update': 'PATCH /v1/orders/{id}/fulfillments/{fulfillmentId} body',
  'orders.get': 'GET /v1/orders/{id}',
  'orders.invoice': 'GET /v1/orders/{id}/invoice.pdf',
  'orders.list': 'GET /v1/orders query list',
  'orders.packingSlip': 'GET /v1/orders/{id}/packing-slip.pdf',
  'orders.payments.create': 'POST /v1/orders/{id}/payments body',
  'orders.refunds.create': 'POST /v1/orders/{id}/refunds body',
  'orders.refunds.list': 'GET /v1/orders/{id}/refunds query list',
  'orders.returns.approve': 'POST /v1/orders/{id}/returns/{returnId}/approval',
  'orders.returns.close': 'POST /v1/orders/{id}/returns/{returnId}/closure',
  'orders.returns.create': 'POST /v1/orders/{id}/returns body',
  'orders.returns.list': 'GET /v1/orders/{id}/returns query list',
  'orders.returns.receive': 'POST /v1/orders/{id}/returns/{returnId}/receipt body',
  'orders.returns.reject': 'POST /v1/orders/{id}/returns/{returnId}/rejection body',
  'orders.timeline.list': 'GET /v1/orders/{id}/timeline query list',
  'orders.update': 'PATCH /v1/orders/{id} body',
  'payments.connection.delete': 'DELETE /v1/payments/connection',
  'payments.connection.get': 'GET /v1/payments/connection',
  'payments.connection.replace': 'PUT /v1/payments/connection body',
  'policies.get': 'GET /v1/policies/{kind}',
  'policies.list': 'GET /v1/policies list',
  'policies.preview': 'POST /v1/policies/preview body',
  'policies.publish': 'PUT /v1/policies/{kind} body',
  'policies.unpublish': 'DELETE /v1/policies/{kind}',
  'policies.versions.list': 'GET /v1/policies/{kind}/versions query list',
  'products.get': 'GET /v1/products/{id} query',
  'products.list': 'GET /v1/products query list',
  'products.reviews.list': 'GET /v1/products/{id}/reviews query list',
  'promotions.codes.create': 'POST /v1/promotions/{id}/codes body',
  'promotions.codes.deactivate': 'DELETE /v1/promotions/{id}/codes/{code}',
  'promotions.codes.list': 'GET /v1/promotions/{id}/codes query list',
  'promotions.create': 'POST /v1/promotions body',
  'promotions.delete': 'DELETE /v1/promotions/{id}',
  'promotions.get': 'GET /v1/promotions/{id}',
  'promotions.list': 'GET /v1/promotions query list',
  'promotions.update': 'PATCH /v1/promotions/{id} body',
  'promotions.uses.list': 'GET /v1/promotions/{id}/uses query list',
  'reports.sales.get': 'GET /v1/reports/sales query list',
  'reports.tickets.get': 'GET /v1/reports/tickets query list',
  'reviews.create': 'POST /v1/reviews body',
  'reviews.get': 'GET /v1/reviews/{id}',
  'reviews.list': 'GET /v1/reviews query list',
  'reviews.settings.get': 'GET /v1/review-settings',
  'reviews.settings.update': 'PUT /v1/review-settings body',
  'search.list': 'GET /v1/search query list',
  'segments.audit': 'GET /v1/segments/{id}/audit',
  'segments.create': 'POST /v1/segments body',
  'segments.delete': 'DELETE /v1/segments/{id}',
  'segments.export': 'GET /v1/segments/{id}/export',
  'segments.get': 'GET /v1/segments/{id}',
  'segments.list': 'GET /v1/segments query list',
  'segments.members': 'GET /v1/segments/{id}/members query list',
  'segments.preview': 'POST /v1/segments/preview body',
  'segments.update': 'PATCH /v1/segments/{id} body',
  'shipping.carriers.delete': 'DELETE /v1/shipping/carriers/{name}',
  'shipping.carriers.get': 'GET /v1/shipping/carriers/{name}',
  'shipping.carriers.list': 'GET /v1/shipping/carriers list',
  'shipping.carriers.replace': 'PUT /v1/shipping/carriers/{name} body',
  'shipping.profiles.create': 'POST /v1/shipping/profiles body',
  'shipping.profiles.delete': 'DELETE /v1/shipping/profiles/{id}',
  'shipping.profiles.get': 'GET /v1/shipping/profiles/{id}',
  'shipping.profiles.list': 'GET /v1/shipping/profiles query list',
  'shipping.profiles.update': 'PATCH /v1/shipping/profiles/{id} body',
  'shipping.rateDefinitions.create': 'POST /v1/shipping/rate-definitions body',
  'shipping.rateDefinitions.delete': 'DELETE /v1/shipping/rate-definitions/{id}',
  'shipping.rateDefinitions.get': 'GET /v1/shipping/rate-definitions/{id}',
  'shipping.rateDefinitions.list': 'GET /v1/shipping/rate-definitions query list',
  'shipping.rateDefinitions.update': 'PATCH /v1/shipping/rate-definitions/{id} body',
  'shipping.rates.list': 'GET /v1/shipping/rates query list',
  'shipping.zones.create': 'POST /v1/shipping/zones body',
  'shipping.zones.delete': 'DELETE /v1/shipping/zones/{id}',
  'shipping.zones.get': 'GET /v1/shipping/zones/{id}',
  'shipping.zones.list': 'GET /v1/shipping/zones query list',
  'shipping.zones.update': 'PATCH /v1/shipping/zones/{id} body',
  'shopify.connection.delete': 'DELETE /v1/shopify/connection',
  'shopify.connection.get': 'GET /v1/shopify/connection',
  'shopify.connection.replace': 'PUT /v1/shopify/connection body',
  'shopify.syncs.cancel': 'POST /v1/shopify/sync/{id}/cancel',
  'shopify.syncs.changes.list': 'GET /v1/shopify/sync/{id}/changes query list',
  'shopify.syncs.create': 'POST /v1/shopify/sync body',
  'shopify.syncs.get': 'GET /v1/shopify/sync/{id}',
  'shopify.syncs.list': 'GET /v1/shopify/sync query list',
  'slaPolicies.create': 'POST /v1/sla-policies body',
  'slaPolicies.delete': 'DELETE /v1/sla-policies/{id}',
  'slaPolicies.get': 'GET /v1/sla-policies/{id}',
  'slaPolicies.list': 'GET /v1/sla-policies list',
  'slaPolicies.update': 'PATCH /v1/sla-policies/{id} body',
  'taxes.engine.delete': 'DELETE /v1/taxes/engine',
  'taxes.engine.get': 'GET /v1/taxes/engine',
  'taxes.engine.replace': 'PUT /v1/taxes/engine body',
  'taxes.regions.create': 'POST /v1/taxes/regions body',
  'taxes.regions.delete': 'DELETE /v1/taxes/regions/{id}',
  'taxes.regions.get': 'GET /v1/taxes/regions/{id}',
  'taxes.regions.list': 'GET /v1/taxes/regions query list',
  'taxes.regions.update': 'PATCH /v1/taxes/regions/{id} body',
  'taxes.settings.get': 'GET /v1/taxes/settings',
  'taxes.settings.replace': 'PUT /v1/taxes/settings body',
  'teams.create': 'POST /v1/teams body',
  'teams.delete': 'DELETE /v1/teams/{id}',
  'teams.get': 'GET /v1/teams/{id}',
  'teams.list': 'GET /v1/teams list',
  'teams.update': 'PATCH /v1/teams/{id} body',
  'theme.get': 'GET /v1/theme',
  'theme.replace': 'PUT /v1/theme body',
  'ticketFields.create': 'POST /v1/ticket-fields body',
  'ticketFields.delete': 'DELETE /v1/ticket-fields/{key}',
  'ticketFields.list': 'GET /v1/ticket-fields list',
  'ticketFields.update': 'PATCH /v1/ticket-fields/{key} body',
  'ticketRules.autoClose': 'GET /v1/ticket-rules/auto-close',
  'ticketRules.create': 'POST /v1/ticket-rules body',
  'ticketRules.delete': 'DELETE /v1/ticket-rules/{id}',
  'ticketRules.dryRun': 'POST /v1/ticket-rules/dry-run body',
  'ticketRules.get': 'GET /v1/ticket-rules/{id}',
  'ticketRules.list': 'GET /v1/ticket-rules list',
  'ticketRules.replaceAutoClose': 'PUT /v1/ticket-rules/auto-close body',
  'ticketRules.update': 'PATCH /v1/ticket-rules/{id} body',
  'ticketSlas.list': 'GET /v1/ticket-slas query list',
  'ticketStatuses.create': 'POST /v1/ticket-statuses body',
  'ticketStatuses.delete': 'DELETE /v1/ticket-statuses/{id}',
  'ticketStatuses.list': 'GET /v1/ticket-statuses list',
  'ticketStatuses.update': 'PATCH /v1/ticket-statuses/{id} body',
  'ticketViews.counts': 'GET /v1/ticket-views/counts list',
  'ticketViews.create': 'POST /v1/ticket-views body',
  'ticketViews.delete': 'DELETE /v1/ticket-views/{id}',
  'ticketViews.list': 'GET /v1/ticket-views list',
  'ticketViews.update': 'PATCH /v1/ticket-views/{id} body',
  'tickets.actions.create': 'POST /v1/tickets/{id}/actions body',
  'tickets.actions.list': 'GET /v1/tickets/{id}/actions query list',
  'tickets.applyMacro': 'POST /v1/tickets/{id}/macros/{macroId}/apply',
  'tickets.attachments.download': 'GET /v1/tickets/attachments/{id}',
  'tickets.attachments.upload': 'POST /v1/tickets/attachments body',
  'tickets.bulkUpdate': 'POST /v1/tickets/bulk body',
  'tickets.create': 'POST /v1/tickets body',
  'tickets.emails.list': 'GET /v1/tickets/{id}/emails query list',
  'tickets.events.list': 'GET /v1/tickets/{id}/events query list',
  'tickets.get': 'GET /v1/tickets/{id}',
  'tickets.list': 'GET /v1/tickets query list',
  'tickets.merge': 'POST /v1/tickets/{id}/merge body',
  'tickets.messages.cancel': 'POST /v1/tickets/{id}/messages/{messageId}/cancel',
  'tickets.messages.list': 'GET /v1/tickets/{id}/messages query list',
  'tickets.messages.retry': 'POST /v1/tickets/{id}/messages/{messageId}/retry',
  'tickets.notes.create': 'POST /v1/tickets/{id}/notes body',
  'tickets.previewMacro': 'POST /v1/tickets/{id}/macros/{macroId}/preview',
  'tickets.replies.create': 'POST /v1/tickets/{id}/replies body',
  'tickets.sla': 'GET /v1/tickets/{id}/sla',
  'tickets.split': 'POST /v1/tickets/{id}/split body',
  'tickets.unmerge': 'POST /v1/tickets/{id}/unmerge',
  'tickets.unsplit': 'POST /v1/tickets/{id}/unsplit',
  'tickets.update': 'PATCH /v1/tickets/{id} body',
  'webhooks.deliveries.get': 'GET /v1/webhooks/deliveries/{id}',
  'webhooks.deliveries.list': 'GET /v1/webhooks/deliveries query list',
  'webhooks.deliveries.replay': 'POST /v1/webhooks/deliveries/{id}/replay',
  'webhooks.endpoints.create': 'POST /v1/webhooks/endpoints body',
  'webhooks.endpoints.delete': 'DELETE /v1/webhooks/endpoints/{id}',
  'webhooks.endpoints.get': 'GET /v1/webhooks/endpoints/{id}',
  'webhooks.endpoints.list': 'GET /v1/webhooks/endpoints query list',
  'webhooks.endpoints.replay': 'POST /v1/webhooks/endpoints/{id}/replay body',
  'webhooks.endpoints.rotateSecret': 'POST /v1/webhooks/endpoints/{id}/secret',
  'webhooks.endpoints.test': 'POST /v1/webhooks/endpoints/{id}/test',
  'webhooks.endpoints.update': 'PATCH /v1/webhooks/endpoints/{id} body',
  'workspace.get': 'GET /v1/workspace',
  'workspace.update': 'PATCH /v1/workspace body',
}

export interface Resources {
  agents: {
    sessions: {
      /** Cancel an ACP checkout session: `POST /v1/checkout/acp/checkout_sessions/{id}/cancel` */
      cancel(id: OperationParameter<'agents.sessions.cancel', 'id'>, body: OperationBody<'agents.sessions.cancel'> | undefined, options: PostSettings & RequiredHeaders<'agents.sessions.cancel'>): Promise<OperationResponse<'agents.sessions.cancel'>>
      /** Complete an ACP checkout session: `POST /v1/checkout/acp/checkout_sessions/{id}/complete` */
      complete(id: OperationParameter<'agents.sessions.complete', 'id'>, body: OperationBody<'agents.sessions.complete'>, options: PostSettings & RequiredHeaders<'agents.sessions.complete'>): Promise<OperationResponse<'agents.sessions.complete'>>
      /** Create an ACP checkout session: `POST /v1/checkout/acp/checkout_sessions` */
      create(body: OperationBody<'agents.sessions.create'>, options: PostSettings & RequiredHeaders<'agents.sessions.create'>): Promise<OperationResponse<'agents.sessions.create'>>
      /** Get an ACP checkout session: `GET /v1/checkout/acp/checkout_sessions/{id}` */
      get(id: OperationParameter<'agents.sessions.get', 'id'>, options: CallSettings & RequiredHeaders<'agents.sessions.get'>): Promise<OperationResponse<'agents.sessions.get'>>
      /** Retrieve an ACP checkout session: `POST /v1/checkout/acp/checkout_sessions/{id}/retrieve` */
      retrieve(id: OperationParameter<'agents.sessions.retrieve', 'id'>, options: PostSettings & RequiredHeaders<'agents.sessions.retrieve'>): Promise<OperationResponse<'agents.sessions.retrieve'>>
      /** Update an ACP checkout session: `POST /v1/checkout/acp/checkout_sessions/{id}` */
      update(id: OperationParameter<'agents.sessions.update', 'id'>, body: OperationBody<'agents.sessions.update'>, options: PostSettings & RequiredHeaders<'agents.sessions.update'>): Promise<OperationResponse<'agents.sessions.update'>>
    }
    webhook: {
      /** Delete the agent webhook: `DELETE /v1/checkout-settings/agent-webhook` */
      delete(options?: CallSettings): Promise<OperationResponse<'agents.webhook.delete'>>
      /** Get the agent webhook: `GET /v1/checkout-settings/agent-webhook` */
      get(options?: CallSettings): Promise<OperationResponse<'agents.webhook.get'>>
      /** Set the agent webhook: `PUT /v1/checkout-settings/agent-webhook` */
      replace(body: OperationBody<'agents.webhook.replace'>, options?: CallSettings): Promise<OperationResponse<'agents.webhook.replace'>>
    }
  }
  articles: {
    /** Create an article: `POST /v1/articles` */
    create(body: OperationBody<'articles.create'>, options?: PostSettings): Promise<OperationResponse<'articles.create'>>
    /** Delete an article: `DELETE /v1/articles/{id}` */
    delete(id: OperationParameter<'articles.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'articles.delete'>>
    /** Get an article: `GET /v1/articles/{id}` */
    get(id: OperationParameter<'articles.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'articles.get'>>
    /** List articles: `GET /v1/articles` */
    list(query?: OperationQuery<'articles.list'>, options?: CallSettings): List<OperationResponse<'articles.list'>>
    /** Preview an article: `POST /v1/articles/preview` */
    preview(body: OperationBody<'articles.preview'>, options?: PostSettings): Promise<OperationResponse<'articles.preview'>>
    /** Publish an article: `POST /v1/articles/{id}/publish` */
    publish(id: OperationParameter<'articles.publish', 'id'>, options?: PostSettings): Promise<OperationResponse<'articles.publish'>>
    /** Unpublish an article: `POST /v1/articles/{id}/unpublish` */
    unpublish(id: OperationParameter<'articles.unpublish', 'id'>, options?: PostSettings): Promise<OperationResponse<'articles.unpublish'>>
    /** Update an article: `PATCH /v1/articles/{id}` */
    update(id: OperationParameter<'articles.update', 'id'>, body: OperationBody<'articles.update'>, options?: CallSettings): Promise<OperationResponse<'articles.update'>>
    versions: {
      /** List article versions: `GET /v1/articles/{id}/versions` */
      list(id: OperationParameter<'articles.versions.list', 'id'>, query?: OperationQuery<'articles.versions.list'>, options?: CallSettings): List<OperationResponse<'articles.versions.list'>>
    }
  }
  assistant: {
    /** Replace the settings of the assistant: `PUT /v1/assistant/settings` */
    replaceSettings(body: OperationBody<'assistant.replaceSettings'>, options?: CallSettings): Promise<OperationResponse<'assistant.replaceSettings'>>
    /** Get the settings of the assistant: `GET /v1/assistant/settings` */
    settings(options?: CallSettings): Promise<OperationResponse<'assistant.settings'>>
    /** Try a model: `POST /v1/assistant/settings/test` */
    testModel(body: OperationBody<'assistant.testModel'>, options?: PostSettings): Promise<OperationResponse<'assistant.testModel'>>
  }
  businessHours: {
    /** Create business hours: `POST /v1/business-hours` */
    create(body: OperationBody<'businessHours.create'>, options?: PostSettings): Promise<OperationResponse<'businessHours.create'>>
    /** Delete business hours: `DELETE /v1/business-hours/{id}` */
    delete(id: OperationParameter<'businessHours.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'businessHours.delete'>>
    /** Get business hours: `GET /v1/business-hours/{id}` */
    get(id: OperationParameter<'businessHours.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'businessHours.get'>>
    /** List business hours: `GET /v1/business-hours` */
    list(options?: CallSettings): List<OperationResponse<'businessHours.list'>>
    /** Update business hours: `PATCH /v1/business-hours/{id}` */
    update(id: OperationParameter<'businessHours.update', 'id'>, body: OperationBody<'businessHours.update'>, options?: CallSettings): Promise<OperationResponse<'businessHours.update'>>
  }
  carts: {
    /** Create a cart: `POST /v1/carts` */
    create(body: OperationBody<'carts.create'>, options?: PostSettings): Promise<OperationResponse<'carts.create'>>
    /** Get a cart: `GET /v1/carts/{id}` */
    get(id: OperationParameter<'carts.get', 'id'>, query?: OperationQuery<'carts.get'>, options?: CallSettings): Promise<OperationResponse<'carts.get'>>
    items: {
      /** Add items to a cart: `POST /v1/carts/{id}/items` */
      add(id: OperationParameter<'carts.items.add', 'id'>, body: OperationBody<'carts.items.add'>, options?: PostSettings): Promise<OperationResponse<'carts.items.add'>>
      /** Remove a cart item: `DELETE /v1/carts/{id}/items/{lineId}` */
      remove(id: OperationParameter<'carts.items.remove', 'id'>, lineId: OperationParameter<'carts.items.remove', 'lineId'>, options?: CallSettings): Promise<OperationResponse<'carts.items.remove'>>
      /** Update a cart item: `PUT /v1/carts/{id}/items/{lineId}` */
      set(id: OperationParameter<'carts.items.set', 'id'>, lineId: OperationParameter<'carts.items.set', 'lineId'>, body: OperationBody<'carts.items.set'>, options?: CallSettings): Promise<OperationResponse<'carts.items.set'>>
    }
    promotions: {
      /** Add codes to a cart: `POST /v1/carts/{id}/promotions` */
      add(id: OperationParameter<'carts.promotions.add', 'id'>, body: OperationBody<'carts.promotions.add'>, options?: PostSettings): Promise<OperationResponse<'carts.promotions.add'>>
      /** Remove codes from a cart: `DELETE /v1/carts/{id}/promotions` */
      remove(id: OperationParameter<'carts.promotions.remove', 'id'>, query?: OperationQuery<'carts.promotions.remove'>, options?: CallSettings): Promise<OperationResponse<'carts.promotions.remove'>>
    }
    /** Update a cart: `PATCH /v1/carts/{id}` */
    update(id: OperationParameter<'carts.update', 'id'>, body: OperationBody<'carts.update'>, options?: CallSettings): Promise<OperationResponse<'carts.update'>>
  }
  catalog: {
    collections: {
      /** Create a collection: `POST /v1/catalog/collections` */
      create(body: OperationBody<'catalog.collections.create'>, options?: PostSettings): Promise<OperationResponse<'catalog.collections.create'>>
      /** Delete a collection: `DELETE /v1/catalog/collections/{id}` */
      delete(id: OperationParameter<'catalog.collections.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'catalog.collections.delete'>>
      /** Get a collection: `GET /v1/catalog/collections/{id}` */
      get(id: OperationParameter<'catalog.collections.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'catalog.collections.get'>>
      /** List collections: `GET /v1/catalog/collections` */
      list(query?: OperationQuery<'catalog.collections.list'>, options?: CallSettings): List<OperationResponse<'catalog.collections.list'>>
      /** Preview collection rules: `POST /v1/catalog/collections/preview` */
      preview(body: OperationBody<'catalog.collections.preview'>, options?: PostSettings): Promise<OperationResponse<'catalog.collections.preview'>>
      products: {
        /** Add products to a collection: `POST /v1/catalog/collections/{id}/products` */
        add(id: OperationParameter<'catalog.collections.products.add', 'id'>, body: OperationBody<'catalog.collections.products.add'>, options?: PostSettings): Promise<OperationResponse<'catalog.collections.products.add'>>
        /** List products in a collection: `GET /v1/catalog/collections/{id}/products` */
        list(id: OperationParameter<'catalog.collections.products.list', 'id'>, query?: OperationQuery<'catalog.collections.products.list'>, options?: CallSettings): List<OperationResponse<'catalog.collections.products.list'>>
        /** Remove a product from a collection: `DELETE /v1/catalog/collections/{id}/products/{productId}` */
        remove(id: OperationParameter<'catalog.collections.products.remove', 'id'>, productId: OperationParameter<'catalog.collections.products.remove', 'productId'>, options?: CallSettings): Promise<OperationResponse<'catalog.collections.products.remove'>>
        /** Replace products in a collection: `PUT /v1/catalog/collections/{id}/products` */
        set(id: OperationParameter<'catalog.collections.products.set', 'id'>, body: OperationBody<'catalog.collections.products.set'>, options?: CallSettings): Promise<OperationResponse<'catalog.collections.products.set'>>
      }
      /** Update a collection: `PATCH /v1/catalog/collections/{id}` */
      update(id: OperationParameter<'catalog.collections.update', 'id'>, body: OperationBody<'catalog.collections.update'>, options?: CallSettings): Promise<OperationResponse<'catalog.collections.update'>>
    }
    /** Export products as CSV: `GET /v1/catalog/export` */
    export(query?: OperationQuery<'catalog.export'>, options?: CallSettings): Promise<OperationResponse<'catalog.export'>>
    images: {
      /** Delete an image: `DELETE /v1/catalog/images/{name}` */
      delete(name: OperationParameter<'catalog.images.delete', 'name'>, options?: CallSettings): Promise<OperationResponse<'catalog.images.delete'>>
      /** List images: `GET /v1/catalog/images` */
      list(query?: OperationQuery<'catalog.images.list'>, options?: CallSettings): List<OperationResponse<'catalog.images.list'>>
      /** Upload an image: `POST /v1/catalog/images` */
      upload(body: OperationBody<'catalog.images.upload'>, options?: PostSettings & { query?: OperationQuery<'catalog.images.upload'> }): Promise<OperationResponse<'catalog.images.upload'>>
    }
    imports: {
      /** Import products from CSV: `POST /v1/catalog/imports` */
      create(body: OperationBody<'catalog.imports.create'>, options?: PostSettings & { query?: OperationQuery<'catalog.imports.create'> }): Promise<OperationResponse<'catalog.imports.create'>>
      /** Get an import: `GET /v1/catalog/imports/{id}` */
      get(id: OperationParameter<'catalog.imports.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'catalog.imports.get'>>
      /** List imports: `GET /v1/catalog/imports` */
      list(query?: OperationQuery<'catalog.imports.list'>, options?: CallSettings): List<OperationResponse<'catalog.imports.list'>>
    }
    products: {
      /** Create a product: `POST /v1/catalog/products` */
      create(body: OperationBody<'catalog.products.create'>, options?: PostSettings): Promise<OperationResponse<'catalog.products.create'>>
      /** Delete a product: `DELETE /v1/catalog/products/{id}` */
      delete(id: OperationParameter<'catalog.products.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'catalog.products.delete'>>
      /** Get a product: `GET /v1/catalog/products/{id}` */
      get(id: OperationParameter<'catalog.products.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'catalog.products.get'>>
      /** List products: `GET /v1/catalog/products` */
      list(query?: OperationQuery<'catalog.products.list'>, options?: CallSettings): List<OperationResponse<'catalog.products.list'>>
      /** Update a product: `PATCH /v1/catalog/products/{id}` */
      update(id: OperationParameter<'catalog.products.update', 'id'>, body: OperationBody<'catalog.products.update'>, options?: CallSettings): Promise<OperationResponse<'catalog.products.update'>>
      /** Create or update products: `POST /v1/catalog/products/bulk` */
      upsert(body: OperationBody<'catalog.products.upsert'>, options?: PostSettings): Promise<OperationResponse<'catalog.products.upsert'>>
    }
    variants: {
      /** Add a variant: `POST /v1/catalog/products/{id}/variants` */
      create(id: OperationParameter<'catalog.variants.create', 'id'>, body: OperationBody<'catalog.variants.create'>, options?: PostSettings): Promise<OperationResponse<'catalog.variants.create'>>
      /** Delete a variant: `DELETE /v1/catalog/products/{id}/variants/{variantId}` */
      delete(id: OperationParameter<'catalog.variants.delete', 'id'>, variantId: OperationParameter<'catalog.variants.delete', 'variantId'>, options?: CallSettings): Promise<OperationResponse<'catalog.variants.delete'>>
      /** List variants of a product: `GET /v1/catalog/products/{id}/variants` */
      list(id: OperationParameter<'catalog.variants.list', 'id'>, query?: OperationQuery<'catalog.variants.list'>, options?: CallSettings): List<OperationResponse<'catalog.variants.list'>>
      /** Update a variant: `PATCH /v1/catalog/products/{id}/variants/{variantId}` */
      update(id: OperationParameter<'catalog.variants.update', 'id'>, variantId: OperationParameter<'catalog.variants.update', 'variantId'>, body: OperationBody<'catalog.variants.update'>, options?: CallSettings): Promise<OperationResponse<'catalog.variants.update'>>
    }
  }
  chat: {
    /** Send a message in the OpenAI format: `POST /v1/chat/completions` */
    completions(body: OperationBody<'chat.completions'>, options?: PostSettings): Promise<OperationResponse<'chat.completions'>>
    /** Get a conversation: `GET /v1/chat/{id}` */
    get(id: OperationParameter<'chat.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'chat.get'>>
    /** Hand a conversation back to the assistant: `POST /v1/chat/{id}/handback` */
    handBack(id: OperationParameter<'chat.handBack', 'id'>, options?: PostSettings): Promise<OperationResponse<'chat.handBack'>>
    /** Hand a conversation over to a person: `POST /v1/chat/{id}/handover` */
    handOver(id: OperationParameter<'chat.handOver', 'id'>, body: OperationBody<'chat.handOver'>, options?: PostSettings): Promise<OperationResponse<'chat.handOver'>>
    /** List conversations: `GET /v1/chat` */
    list(query?: OperationQuery<'chat.list'>, options?: CallSettings): List<OperationResponse<'chat.list'>>
    /** List the messages of a conversation: `GET /v1/chat/{id}/messages` */
    messages(id: OperationParameter<'chat.messages', 'id'>, query?: OperationQuery<'chat.messages'>, options?: CallSettings): List<OperationResponse<'chat.messages'>>
    /** List models in the OpenAI format: `GET /v1/models` */
    models(options?: CallSettings): List<OperationResponse<'chat.models'>>
    /** List unanswered questions: `GET /v1/chat/questions` */
    questions(query?: OperationQuery<'chat.questions'>, options?: CallSettings): List<OperationResponse<'chat.questions'>>
    /** Rate an answer or a conversation: `POST /v1/chat/{id}/feedback` */
    rate(id: OperationParameter<'chat.rate', 'id'>, body: OperationBody<'chat.rate'>, options?: PostSettings): Promise<OperationResponse<'chat.rate'>>
    /** Get the report of the chat: `GET /v1/chat/report` */
    report(query?: OperationQuery<'chat.report'>, options?: CallSettings): List<OperationResponse<'chat.report'>>
    /** Resume the stream of an answer: `GET /v1/chat/{id}/stream` */
    resume(id: OperationParameter<'chat.resume', 'id'>, options?: CallSettings): Promise<OperationResponse<'chat.resume'>>
    /** Send a message to the assistant: `POST /v1/chat` */
    send(body: OperationBody<'chat.send'>, options?: PostSettings): Promise<OperationResponse<'chat.send'>>
    /** Stop the answer that is being written: `POST /v1/chat/{id}/stop` */
    stop(id: OperationParameter<'chat.stop', 'id'>, options?: PostSettings): Promise<OperationResponse<'chat.stop'>>
    /** Take a conversation over: `POST /v1/chat/{id}/takeover` */
    takeOver(id: OperationParameter<'chat.takeOver', 'id'>, options?: PostSettings): Promise<OperationResponse<'chat.takeOver'>>
    /** Close or reopen a conversation: `PATCH /v1/chat/{id}` */
    update(id: OperationParameter<'chat.update', 'id'>, body: OperationBody<'chat.update'>, options?: CallSettings): Promise<OperationResponse<'chat.update'>>
    /** Mark an unanswered question as resolved: `PATCH /v1/chat/questions/{id}` */
    updateQuestion(id: OperationParameter<'chat.updateQuestion', 'id'>, body: OperationBody<'chat.updateQuestion'>, options?: CallSettings): Promise<OperationResponse<'chat.updateQuestion'>>
  }
  checkout: {
    /** Cancel a checkout: `POST /v1/checkout/{id}/cancel` */
    cancel(id: OperationParameter<'checkout.cancel', 'id'>, options?: PostSettings): Promise<OperationResponse<'checkout.cancel'>>
    /** Confirm a checkout: `POST /v1/checkout/{id}/confirm` */
    confirm(id: OperationParameter<'checkout.confirm', 'id'>, body: OperationBody<'checkout.confirm'>, options?: PostSettings): Promise<OperationResponse<'checkout.confirm'>>
    /** Check out a cart: `POST /v1/checkout/card` */
    pay(body: OperationBody<'checkout.pay'>, options?: PostSettings): Promise<OperationResponse<'checkout.pay'>>
    /** Get a checkout: `POST /v1/checkout/{id}/retrieve` */
    retrieve(id: OperationParameter<'checkout.retrieve', 'id'>, options?: PostSettings): Promise<OperationResponse<'checkout.retrieve'>>
    /** Create a checkout intent: `POST /v1/checkout/intent` */
    start(body: OperationBody<'checkout.start'>, options?: PostSettings): Promise<OperationResponse<'checkout.start'>>
  }
  collections: {
    /** Get a published collection: `GET /v1/collections/{handle}` */
    get(handle: OperationParameter<'collections.get', 'handle'>, options?: CallSettings): Promise<OperationResponse<'collections.get'>>
    /** List published collections: `GET /v1/collections` */
    list(query?: OperationQuery<'collections.list'>, options?: CallSettings): List<OperationResponse<'collections.list'>>
    products: {
      /** List published collection products: `GET /v1/collections/{handle}/products` */
      list(handle: OperationParameter<'collections.products.list', 'handle'>, query?: OperationQuery<'collections.products.list'>, options?: CallSettings): List<OperationResponse<'collections.products.list'>>
    }
  }
  connections: {
    /** Disconnect a provider: `DELETE /v1/connections/{provider}` */
    delete(provider: OperationParameter<'connections.delete', 'provider'>, options?: CallSettings): Promise<OperationResponse<'connections.delete'>>
    /** Get a connection: `GET /v1/connections/{provider}` */
    get(provider: OperationParameter<'connections.get', 'provider'>, options?: CallSettings): Promise<OperationResponse<'connections.get'>>
    /** List connections: `GET /v1/connections` */
    list(options?: CallSettings): List<OperationResponse<'connections.list'>>
    /** Connect a provider: `PUT /v1/connections/{provider}` */
    replace(provider: OperationParameter<'connections.replace', 'provider'>, body: OperationBody<'connections.replace'>, options?: CallSettings): Promise<OperationResponse<'connections.replace'>>
    /** Replace the webhook URL: `POST /v1/connections/{provider}/webhook-url` */
    replaceWebhookUrl(provider: OperationParameter<'connections.replaceWebhookUrl', 'provider'>, options?: PostSettings): Promise<OperationResponse<'connections.replaceWebhookUrl'>>
  }
  contact: {
    /** Send a contact form: `POST /v1/contact` */
    send(body: OperationBody<'contact.send'>, options?: PostSettings): Promise<OperationResponse<'contact.send'>>
  }
  csat: {
    /** Change the satisfaction survey: `PUT /v1/csat-settings` */
    replaceSettings(body: OperationBody<'csat.replaceSettings'>, options?: CallSettings): Promise<OperationResponse<'csat.replaceSettings'>>
    /** List ratings: `GET /v1/csat-responses` */
    responses(query?: OperationQuery<'csat.responses'>, options?: CallSettings): List<OperationResponse<'csat.responses'>>
    /** Get the satisfaction survey: `GET /v1/csat-settings` */
    settings(options?: CallSettings): Promise<OperationResponse<'csat.settings'>>
  }
  customers: {
    consents: {
      /** Record a consent: `POST /v1/customers/{id}/consents` */
      create(id: OperationParameter<'customers.consents.create', 'id'>, body: OperationBody<'customers.consents.create'>, options?: PostSettings): Promise<OperationResponse<'customers.consents.create'>>
      /** List consents: `GET /v1/customers/{id}/consents` */
      list(id: OperationParameter<'customers.consents.list', 'id'>, query?: OperationQuery<'customers.consents.list'>, options?: CallSettings): List<OperationResponse<'customers.consents.list'>>
    }
    /** Create a customer: `POST /v1/customers` */
    create(body: OperationBody<'customers.create'>, options?: PostSettings): Promise<OperationResponse<'customers.create'>>
    /** Delete a customer: `DELETE /v1/customers/{id}` */
    delete(id: OperationParameter<'customers.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'customers.delete'>>
    erasure: {
      /** Erase a customer: `POST /v1/customers/{id}/erasure` */
      create(id: OperationParameter<'customers.erasure.create', 'id'>, options?: PostSettings): Promise<OperationResponse<'customers.erasure.create'>>
      /** Get the erasure of a customer: `GET /v1/customers/{id}/erasure` */
      get(id: OperationParameter<'customers.erasure.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'customers.erasure.get'>>
    }
    erasures: {
      /** List erasures: `GET /v1/customers/erasures` */
      list(query?: OperationQuery<'customers.erasures.list'>, options?: CallSettings): List<OperationResponse<'customers.erasures.list'>>
    }
    /** Export a customer: `POST /v1/customers/{id}/export` */
    export(id: OperationParameter<'customers.export', 'id'>, options?: PostSettings): Promise<OperationResponse<'customers.export'>>
    /** Export customers as CSV: `GET /v1/customers/export` */
    exportCsv(query?: OperationQuery<'customers.exportCsv'>, options?: CallSettings): Promise<OperationResponse<'customers.exportCsv'>>
    /** Get a customer: `GET /v1/customers/{id}` */
    get(id: OperationParameter<'customers.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'customers.get'>>
    /** List customers: `GET /v1/customers` */
    list(query?: OperationQuery<'customers.list'>, options?: CallSettings): List<OperationResponse<'customers.list'>>
    loginCodes: {
      /** Email a login code: `POST /v1/customers/login-codes` */
      create(body: OperationBody<'customers.loginCodes.create'>, options?: PostSettings): Promise<OperationResponse<'customers.loginCodes.create'>>
    }
    me: {
      consents: {
        /** Record the customer’s own consent: `POST /v1/customers/me/consents` */
        create(body: OperationBody<'customers.me.consents.create'>, options?: PostSettings): Promise<OperationResponse<'customers.me.consents.create'>>
        /** List the customer’s own consents: `GET /v1/customers/me/consents` */
        list(query?: OperationQuery<'customers.me.consents.list'>, options?: CallSettings): List<OperationResponse<'customers.me.consents.list'>>
      }
      /** Get the signed-in customer: `GET /v1/customers/me` */
      get(options?: CallSettings): Promise<OperationResponse<'customers.me.get'>>
      loyalty: {
        /** Get the customer’s own points: `GET /v1/customers/me/loyalty` */
        get(options?: CallSettings): Promise<OperationResponse<'customers.me.loyalty.get'>>
      }
      orders: {
        /** Get one of the customer’s own orders: `GET /v1/customers/me/orders/{orderId}` */
        get(orderId: OperationParameter<'customers.me.orders.get', 'orderId'>, options?: CallSettings): Promise<OperationResponse<'customers.me.orders.get'>>
        /** List the customer’s own orders: `GET /v1/customers/me/orders` */
        list(query?: OperationQuery<'customers.me.orders.list'>, options?: CallSettings): List<OperationResponse<'customers.me.orders.list'>>
      }
      /** Update the signed-in customer: `PATCH /v1/customers/me` */
      update(body: OperationBody<'customers.me.update'>, options?: CallSettings): Promise<OperationResponse<'customers.me.update'>>
    }
    /** Merge a customer into another one: `POST /v1/customers/{id}/merge` */
    merge(id: OperationParameter<'customers.merge', 'id'>, body: OperationBody<'customers.merge'>, options?: PostSettings): Promise<OperationResponse<'customers.merge'>>
    merges: {
      /** List merges: `GET /v1/customers/{id}/merges` */
      list(id: OperationParameter<'customers.merges.list', 'id'>, query?: OperationQuery<'customers.merges.list'>, options?: CallSettings): List<OperationResponse<'customers.merges.list'>>
      /** Reverse a merge: `POST /v1/customers/merges/{id}/reversal` */
      reverse(id: OperationParameter<'customers.merges.reverse', 'id'>, options?: PostSettings): Promise<OperationResponse<'customers.merges.reverse'>>
    }
    notes: {
      /** Add a note: `POST /v1/customers/{id}/notes` */
      create(id: OperationParameter<'customers.notes.create', 'id'>, body: OperationBody<'customers.notes.create'>, options?: PostSettings): Promise<OperationResponse<'customers.notes.create'>>
      /** Delete a note: `DELETE /v1/customers/{id}/notes/{noteId}` */
      delete(id: OperationParameter<'customers.notes.delete', 'id'>, noteId: OperationParameter<'customers.notes.delete', 'noteId'>, options?: CallSettings): Promise<OperationResponse<'customers.notes.delete'>>
      /** List notes: `GET /v1/customers/{id}/notes` */
      list(id: OperationParameter<'customers.notes.list', 'id'>, query?: OperationQuery<'customers.notes.list'>, options?: CallSettings): List<OperationResponse<'customers.notes.list'>>
    }
    storeCredit: {
      /** Adjust store credit: `POST /v1/customers/{id}/store-credit` */
      adjust(id: OperationParameter<'customers.storeCredit.adjust', 'id'>, body: OperationBody<'customers.storeCredit.adjust'>, options?: PostSettings): Promise<OperationResponse<'customers.storeCredit.adjust'>>
      /** Get store credit: `GET /v1/customers/{id}/store-credit` */
      list(id: OperationParameter<'customers.storeCredit.list', 'id'>, options?: CallSettings): List<OperationResponse<'customers.storeCredit.list'>>
    }
    /** Get the timeline of a customer: `GET /v1/customers/{id}/timeline` */
    timeline(id: OperationParameter<'customers.timeline', 'id'>, query?: OperationQuery<'customers.timeline'>, options?: CallSettings): List<OperationResponse<'customers.timeline'>>
    tokens: {
      /** Sign in with a login code: `POST /v1/customers/tokens` */
      create(body: OperationBody<'customers.tokens.create'>, options?: PostSettings): Promise<OperationResponse<'customers.tokens.create'>>
      /** Refresh a customer token: `POST /v1/customers/tokens/refresh` */
      refresh(body: OperationBody<'customers.tokens.refresh'>, options?: PostSettings): Promise<OperationResponse<'customers.tokens.refresh'>>
      /** Sign out a customer: `POST /v1/customers/tokens/revocation` */
      revoke(body: OperationBody<'customers.tokens.revoke'>, options?: PostSettings): Promise<OperationResponse<'customers.tokens.revoke'>>
    }
    /** Update a customer: `PATCH /v1/customers/{id}` */
    update(id: OperationParameter<'customers.update', 'id'>, body: OperationBody<'customers.update'>, options?: CallSettings): Promise<OperationResponse<'customers.update'>>
  }
  discounts: {
    /** Validate discount codes: `POST /v1/discounts/validate` */
    validate(body: OperationBody<'discounts.validate'>, options?: PostSettings): Promise<OperationResponse<'discounts.validate'>>
  }
  emailTemplates: {
    /** List email templates: `GET /v1/email-templates` */
    list(options?: CallSettings): List<OperationResponse<'emailTemplates.list'>>
    /** Preview an email: `POST /v1/email-templates/{kind}/preview` */
    preview(kind: OperationParameter<'emailTemplates.preview', 'kind'>, body: OperationBody<'emailTemplates.preview'>, options?: PostSettings): Promise<OperationResponse<'emailTemplates.preview'>>
    /** Save an email template: `PUT /v1/email-templates/{kind}` */
    replace(kind: OperationParameter<'emailTemplates.replace', 'kind'>, body: OperationBody<'emailTemplates.replace'>, options?: CallSettings): Promise<OperationResponse<'emailTemplates.replace'>>
    /** Reset an email template: `DELETE /v1/email-templates/{kind}` */
    reset(kind: OperationParameter<'emailTemplates.reset', 'kind'>, options?: CallSettings): Promise<OperationResponse<'emailTemplates.reset'>>
  }
  emails: {
    /** Send an order email: `POST /v1/emails` */
    create(body: OperationBody<'emails.create'>, options?: PostSettings): Promise<OperationResponse<'emails.create'>>
    /** Resend an email: `POST /v1/emails/{id}/deliveries` */
    deliver(id: OperationParameter<'emails.deliver', 'id'>, options?: PostSettings): Promise<OperationResponse<'emails.deliver'>>
    /** Get an email: `GET /v1/emails/{id}` */
    get(id: OperationParameter<'emails.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'emails.get'>>
    /** List emails: `GET /v1/emails` */
    list(query?: OperationQuery<'emails.list'>, options?: CallSettings): List<OperationResponse<'emails.list'>>
  }
  events: {
    /** Get an event: `GET /v1/events/{id}` */
    get(id: OperationParameter<'events.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'events.get'>>
    /** List events: `GET /v1/events` */
    list(query?: OperationQuery<'events.list'>, options?: CallSettings): List<OperationResponse<'events.list'>>
  }
  feeds: {
    /** List product feeds: `GET /v1/feeds` */
    list(options?: CallSettings): List<OperationResponse<'feeds.list'>>
  }
  giftCards: {
    /** Check a gift card code: `POST /v1/gift-cards/check` */
    check(body: OperationBody<'giftCards.check'>, options?: PostSettings): Promise<OperationResponse<'giftCards.check'>>
    /** Issue a gift card: `POST /v1/gift-cards` */
    create(body: OperationBody<'giftCards.create'>, options?: PostSettings): Promise<OperationResponse<'giftCards.create'>>
    credits: {
      /** Credit a gift card: `POST /v1/gift-cards/{id}/credits` */
      create(id: OperationParameter<'giftCards.credits.create', 'id'>, body: OperationBody<'giftCards.credits.create'>, options?: PostSettings): Promise<OperationResponse<'giftCards.credits.create'>>
    }
    /** Deactivate a gift card: `POST /v1/gift-cards/{id}/deactivation` */
    deactivate(id: OperationParameter<'giftCards.deactivate', 'id'>, options?: PostSettings): Promise<OperationResponse<'giftCards.deactivate'>>
    entries: {
      /** List gift card entries: `GET /v1/gift-cards/{id}/entries` */
      list(id: OperationParameter<'giftCards.entries.list', 'id'>, query?: OperationQuery<'giftCards.entries.list'>, options?: CallSettings): List<OperationResponse<'giftCards.entries.list'>>
    }
    /** Get a gift card: `GET /v1/gift-cards/{id}` */
    get(id: OperationParameter<'giftCards.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'giftCards.get'>>
    /** List gift cards: `GET /v1/gift-cards` */
    list(query?: OperationQuery<'giftCards.list'>, options?: CallSettings): List<OperationResponse<'giftCards.list'>>
    /** Update a gift card: `PATCH /v1/gift-cards/{id}` */
    update(id: OperationParameter<'giftCards.update', 'id'>, body: OperationBody<'giftCards.update'>, options?: CallSettings): Promise<OperationResponse<'giftCards.update'>>
  }
  home: {
    activity: {
      /** List recent activity: `GET /v1/home/activity` */
      list(query?: OperationQuery<'home.activity.list'>, options?: CallSettings): List<OperationResponse<'home.activity.list'>>
    }
    setupChecklist: {
      /** Get the setup checklist: `GET /v1/home/setup-checklist` */
      get(options?: CallSettings): List<OperationResponse<'home.setupChecklist.get'>>
    }
    waitingWork: {
      /** Count what waits for staff: `GET /v1/home/waiting-work` */
      get(options?: CallSettings): Promise<OperationResponse<'home.waitingWork.get'>>
    }
  }
  inboundEvents: {
    /** Get an inbound event: `GET /v1/inbound-events/{id}` */
    get(id: OperationParameter<'inboundEvents.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'inboundEvents.get'>>
    /** List what providers sent: `GET /v1/inbound-events` */
    list(query?: OperationQuery<'inboundEvents.list'>, options?: CallSettings): List<OperationResponse<'inboundEvents.list'>>
    /** Process an inbound event again: `POST /v1/inbound-events/{id}/replay` */
    replay(id: OperationParameter<'inboundEvents.replay', 'id'>, options?: PostSettings): Promise<OperationResponse<'inboundEvents.replay'>>
  }
  inventory: {
    adjustments: {
      /** Adjust stock levels: `POST /v1/inventory/adjustments` */
      create(body: OperationBody<'inventory.adjustments.create'>, options?: PostSettings): Promise<OperationResponse<'inventory.adjustments.create'>>
    }
    /** Audit stock levels: `GET /v1/inventory/audit` */
    audit(query?: OperationQuery<'inventory.audit'>, options?: CallSettings): Promise<OperationResponse<'inventory.audit'>>
    levels: {
      /** List stock levels: `GET /v1/inventory` */
      list(query?: OperationQuery<'inventory.levels.list'>, options?: CallSettings): List<OperationResponse<'inventory.levels.list'>>
    }
    locations: {
      /** Create a location: `POST /v1/inventory/locations` */
      create(body: OperationBody<'inventory.locations.create'>, options?: PostSettings): Promise<OperationResponse<'inventory.locations.create'>>
      /** Delete a location: `DELETE /v1/inventory/locations/{id}` */
      delete(id: OperationParameter<'inventory.locations.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'inventory.locations.delete'>>
      /** List locations: `GET /v1/inventory/locations` */
      list(options?: CallSettings): List<OperationResponse<'inventory.locations.list'>>
      /** Update a location: `PATCH /v1/inventory/locations/{id}` */
      update(id: OperationParameter<'inventory.locations.update', 'id'>, body: OperationBody<'inventory.locations.update'>, options?: CallSettings): Promise<OperationResponse<'inventory.locations.update'>>
    }
    movements: {
      /** List stock movements: `GET /v1/inventory/movements` */
      list(query?: OperationQuery<'inventory.movements.list'>, options?: CallSettings): List<OperationResponse<'inventory.movements.list'>>
    }
  }
  leads: {
    /** Convert a lead: `POST /v1/leads/{id}/conversion` */
    convert(id: OperationParameter<'leads.convert', 'id'>, body: OperationBody<'leads.convert'>, options?: PostSettings): Promise<OperationResponse<'leads.convert'>>
    /** Submit a lead: `POST /v1/leads` */
    create(body: OperationBody<'leads.create'>, options?: PostSettings): Promise<OperationResponse<'leads.create'>>
    /** Get a lead: `GET /v1/leads/{id}` */
    get(id: OperationParameter<'leads.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'leads.get'>>
    /** List leads: `GET /v1/leads` */
    list(query?: OperationQuery<'leads.list'>, options?: CallSettings): List<OperationResponse<'leads.list'>>
    submissions: {
      /** List the submissions of a lead: `GET /v1/leads/{id}/submissions` */
      list(id: OperationParameter<'leads.submissions.list', 'id'>, query?: OperationQuery<'leads.submissions.list'>, options?: CallSettings): List<OperationResponse<'leads.submissions.list'>>
    }
    /** Update a lead: `PATCH /v1/leads/{id}` */
    update(id: OperationParameter<'leads.update', 'id'>, body: OperationBody<'leads.update'>, options?: CallSettings): Promise<OperationResponse<'leads.update'>>
  }
  ledger: {
    /** Audit the ledger: `GET /v1/ledger/audit` */
    audit(options?: CallSettings): Promise<OperationResponse<'ledger.audit'>>
    closings: {
      /** Close a period: `POST /v1/ledger/closings` */
      create(body: OperationBody<'ledger.closings.create'>, options?: PostSettings): Promise<OperationResponse<'ledger.closings.create'>>
      /** List closed periods: `GET /v1/ledger/closings` */
      list(query?: OperationQuery<'ledger.closings.list'>, options?: CallSettings): List<OperationResponse<'ledger.closings.list'>>
    }
    entries: {
      /** List ledger entries: `GET /v1/ledger` */
      list(query?: OperationQuery<'ledger.entries.list'>, options?: CallSettings): List<OperationResponse<'ledger.entries.list'>>
    }
    liability: {
      /** Get liability per day: `GET /v1/ledger/liability` */
      list(query?: OperationQuery<'ledger.liability.list'>, options?: CallSettings): List<OperationResponse<'ledger.liability.list'>>
    }
  }
  limits: {
    /** Get limits and usage: `GET /v1/limits` */
    get(query?: OperationQuery<'limits.get'>, options?: CallSettings): Promise<OperationResponse<'limits.get'>>
  }
  loyalty: {
    accounts: {
      /** Get a loyalty account: `GET /v1/loyalty/accounts/{customerId}` */
      get(customerId: OperationParameter<'loyalty.accounts.get', 'customerId'>, options?: CallSettings): Promise<OperationResponse<'loyalty.accounts.get'>>
      /** List loyalty accounts: `GET /v1/loyalty/accounts` */
      list(query?: OperationQuery<'loyalty.accounts.list'>, options?: CallSettings): List<OperationResponse<'loyalty.accounts.list'>>
    }
    balance: {
      /** Get a customer’s points, tier and expiring points: `GET /v1/loyalty/balance` */
      get(query?: OperationQuery<'loyalty.balance.get'>, options?: CallSettings): Promise<OperationResponse<'loyalty.balance.get'>>
    }
    /** Earn points for an action: `POST /v1/loyalty/earn` */
    earn(body: OperationBody<'loyalty.earn'>, options?: PostSettings): Promise<OperationResponse<'loyalty.earn'>>
    entries: {
      /** Adjust points: `POST /v1/loyalty/accounts/{customerId}/entries` */
      create(customerId: OperationParameter<'loyalty.entries.create', 'customerId'>, body: OperationBody<'loyalty.entries.create'>, options?: PostSettings): Promise<OperationResponse<'loyalty.entries.create'>>
      /** List loyalty entries: `GET /v1/loyalty/accounts/{customerId}/entries` */
      list(customerId: OperationParameter<'loyalty.entries.list', 'customerId'>, query?: OperationQuery<'loyalty.entries.list'>, options?: CallSettings): List<OperationResponse<'loyalty.entries.list'>>
    }
    /** Preview points: `POST /v1/loyalty/preview` */
    preview(body: OperationBody<'loyalty.preview'>, options?: PostSettings): Promise<OperationResponse<'loyalty.preview'>>
    program: {
      /** Get the loyalty program: `GET /v1/loyalty/program` */
      get(options?: CallSettings): Promise<OperationResponse<'loyalty.program.get'>>
      /** Set the loyalty program: `PUT /v1/loyalty/program` */
      replace(body: OperationBody<'loyalty.program.replace'>, options?: CallSettings): Promise<OperationResponse<'loyalty.program.replace'>>
    }
    /** Redeem points: `POST /v1/loyalty/redeem` */
    redeem(body: OperationBody<'loyalty.redeem'>, options?: PostSettings): Promise<OperationResponse<'loyalty.redeem'>>
    redemptions: {
      /** Get a redemption: `GET /v1/loyalty/redemptions/{id}` */
      get(id: OperationParameter<'loyalty.redemptions.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'loyalty.redemptions.get'>>
      /** List redemptions: `GET /v1/loyalty/redemptions` */
      list(query?: OperationQuery<'loyalty.redemptions.list'>, options?: CallSettings): List<OperationResponse<'loyalty.redemptions.list'>>
      /** Reverse a redemption: `POST /v1/loyalty/redemptions/{id}/reversal` */
      reverse(id: OperationParameter<'loyalty.redemptions.reverse', 'id'>, options?: PostSettings): Promise<OperationResponse<'loyalty.redemptions.reverse'>>
    }
    referral: {
      /** Attribute a customer to a referral code: `POST /v1/loyalty/referral/attribution` */
      attribute(body: OperationBody<'loyalty.referral.attribute'>, options?: PostSettings): Promise<OperationResponse<'loyalty.referral.attribute'>>
      /** Get a customer’s referral code: `POST /v1/loyalty/referral` */
      create(body: OperationBody<'loyalty.referral.create'>, options?: PostSettings): Promise<OperationResponse<'loyalty.referral.create'>>
    }
    referrals: {
      /** Get a referral: `GET /v1/loyalty/referrals/{id}` */
      get(id: OperationParameter<'loyalty.referrals.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'loyalty.referrals.get'>>
      /** List referrals: `GET /v1/loyalty/referrals` */
      list(query?: OperationQuery<'loyalty.referrals.list'>, options?: CallSettings): List<OperationResponse<'loyalty.referrals.list'>>
    }
  }
  macros: {
    /** Create a macro: `POST /v1/macros` */
    create(body: OperationBody<'macros.create'>, options?: PostSettings): Promise<OperationResponse<'macros.create'>>
    /** Delete a macro: `DELETE /v1/macros/{id}` */
    delete(id: OperationParameter<'macros.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'macros.delete'>>
    /** Get a macro: `GET /v1/macros/{id}` */
    get(id: OperationParameter<'macros.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'macros.get'>>
    /** List macros: `GET /v1/macros` */
    list(options?: CallSettings): List<OperationResponse<'macros.list'>>
    /** Update a macro: `PATCH /v1/macros/{id}` */
    update(id: OperationParameter<'macros.update', 'id'>, body: OperationBody<'macros.update'>, options?: CallSettings): Promise<OperationResponse<'macros.update'>>
  }
  mail: {
    /** List received emails: `GET /v1/mail` */
    list(query?: OperationQuery<'mail.list'>, options?: CallSettings): List<OperationResponse<'mail.list'>>
    /** Download an email as it arrived: `GET /v1/mail/{id}/raw` */
    raw(id: OperationParameter<'mail.raw', 'id'>, options?: CallSettings): Promise<OperationResponse<'mail.raw'>>
    /** Make an ignored email a message: `POST /v1/mail/{id}/release` */
    release(id: OperationParameter<'mail.release', 'id'>, options?: PostSettings): Promise<OperationResponse<'mail.release'>>
    /** Explain what happened to an email: `GET /v1/mail/{id}/trace` */
    trace(id: OperationParameter<'mail.trace', 'id'>, options?: CallSettings): Promise<OperationResponse<'mail.trace'>>
  }
  mailboxes: {
    /** Create a mailbox: `POST /v1/mailboxes` */
    create(body: OperationBody<'mailboxes.create'>, options?: PostSettings): Promise<OperationResponse<'mailboxes.create'>>
    /** Delete a mailbox: `DELETE /v1/mailboxes/{id}` */
    delete(id: OperationParameter<'mailboxes.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'mailboxes.delete'>>
    /** Get a mailbox: `GET /v1/mailboxes/{id}` */
    get(id: OperationParameter<'mailboxes.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'mailboxes.get'>>
    /** List mailboxes: `GET /v1/mailboxes` */
    list(query?: OperationQuery<'mailboxes.list'>, options?: CallSettings): List<OperationResponse<'mailboxes.list'>>
    /** Replace the inbound URL of a mailbox: `POST /v1/mailboxes/{id}/inbound-url` */
    replaceInboundUrl(id: OperationParameter<'mailboxes.replaceInboundUrl', 'id'>, options?: PostSettings): Promise<OperationResponse<'mailboxes.replaceInboundUrl'>>
    /** Update a mailbox: `PATCH /v1/mailboxes/{id}` */
    update(id: OperationParameter<'mailboxes.update', 'id'>, body: OperationBody<'mailboxes.update'>, options?: CallSettings): Promise<OperationResponse<'mailboxes.update'>>
  }
  orders: {
    /** Cancel an order: `POST /v1/orders/{id}/cancellation` */
    cancel(id: OperationParameter<'orders.cancel', 'id'>, body: OperationBody<'orders.cancel'>, options?: PostSettings): Promise<OperationResponse<'orders.cancel'>>
    captures: {
      /** Capture a payment: `POST /v1/orders/{id}/captures` */
      create(id: OperationParameter<'orders.captures.create', 'id'>, body: OperationBody<'orders.captures.create'>, options?: PostSettings): Promise<OperationResponse<'orders.captures.create'>>
    }
    comments: {
      /** Comment on an order: `POST /v1/orders/{id}/comments` */
      create(id: OperationParameter<'orders.comments.create', 'id'>, body: OperationBody<'orders.comments.create'>, options?: PostSettings): Promise<OperationResponse<'orders.comments.create'>>
    }
    /** Complete a draft order: `POST /v1/orders/{id}/completion` */
    complete(id: OperationParameter<'orders.complete', 'id'>, body: OperationBody<'orders.complete'>, options?: PostSettings): Promise<OperationResponse<'orders.complete'>>
    /** Create an order: `POST /v1/orders` */
    create(body: OperationBody<'orders.create'>, options?: PostSettings): Promise<OperationResponse<'orders.create'>>
    exchanges: {
      /** Create an exchange: `POST /v1/orders/{id}/exchanges` */
      create(id: OperationParameter<'orders.exchanges.create', 'id'>, body: OperationBody<'orders.exchanges.create'>, options?: PostSettings & { query?: OperationQuery<'orders.exchanges.create'> }): Promise<OperationResponse<'orders.exchanges.create'>>
    }
    /** Export orders as CSV: `GET /v1/orders/export` */
    export(query?: OperationQuery<'orders.export'>, options?: CallSettings): Promise<OperationResponse<'orders.export'>>
    fulfillments: {
      /** Fulfill items: `POST /v1/orders/{id}/fulfillments` */
      create(id: OperationParameter<'orders.fulfillments.create', 'id'>, body: OperationBody<'orders.fulfillments.create'>, options?: PostSettings): Promise<OperationResponse<'orders.fulfillments.create'>>
      /** List fulfillments: `GET /v1/orders/{id}/fulfillments` */
      list(id: OperationParameter<'orders.fulfillments.list', 'id'>, query?: OperationQuery<'orders.fulfillments.list'>, options?: CallSettings): List<OperationResponse<'orders.fulfillments.list'>>
      /** Update a fulfillment: `PATCH /v1/orders/{id}/fulfillments/{fulfillmentId}` */
      update(id: OperationParameter<'orders.fulfillments.update', 'id'>, fulfillmentId: OperationParameter<'orders.fulfillments.update', 'fulfillmentId'>, body: OperationBody<'orders.fulfillments.update'>, options?: CallSettings): Promise<OperationResponse<'orders.fulfillments.update'>>
    }
    /** Get an order: `GET /v1/orders/{id}` */
    get(id: OperationParameter<'orders.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'orders.get'>>
    /** Get the invoice of an order as PDF: `GET /v1/orders/{id}/invoice.pdf` */
    invoice(id: OperationParameter<'orders.invoice', 'id'>, options?: CallSettings): Promise<OperationResponse<'orders.invoice'>>
    /** List orders: `GET /v1/orders` */
    list(query?: OperationQuery<'orders.list'>, options?: CallSettings): List<OperationResponse<'orders.list'>>
    /** Get the packing slip of an order as PDF: `GET /v1/orders/{id}/packing-slip.pdf` */
    packingSlip(id: OperationParameter<'orders.packingSlip', 'id'>, options?: CallSettings): Promise<OperationResponse<'orders.packingSlip'>>
    payments: {
      /** Record an external payment: `POST /v1/orders/{id}/payments` */
      create(id: OperationParameter<'orders.payments.create', 'id'>, body: OperationBody<'orders.payments.create'>, options?: PostSettings): Promise<OperationResponse<'orders.payments.create'>>
    }
    refunds: {
      /** Refund an order: `POST /v1/orders/{id}/refunds` */
      create(id: OperationParameter<'orders.refunds.create', 'id'>, body: OperationBody<'orders.refunds.create'>, options?: PostSettings & { query?: OperationQuery<'orders.refunds.create'> }): Promise<OperationResponse<'orders.refunds.create'>>
      /** List refunds: `GET /v1/orders/{id}/refunds` */
      list(id: OperationParameter<'orders.refunds.list', 'id'>, query?: OperationQuery<'orders.refunds.list'>, options?: CallSettings): List<OperationResponse<'orders.refunds.list'>>
    }
    returns: {
      /** Approve a return: `POST /v1/orders/{id}/returns/{returnId}/approval` */
      approve(id: OperationParameter<'orders.returns.approve', 'id'>, returnId: OperationParameter<'orders.returns.approve', 'returnId'>, options?: PostSettings): Promise<OperationResponse<'orders.returns.approve'>>
      /** Close a return: `POST /v1/orders/{id}/returns/{returnId}/closure` */
      close(id: OperationParameter<'orders.returns.close', 'id'>, returnId: OperationParameter<'orders.returns.close', 'returnId'>, options?: PostSettings): Promise<OperationResponse<'orders.returns.close'>>
      /** Request a return: `POST /v1/orders/{id}/returns` */
      create(id: OperationParameter<'orders.returns.create', 'id'>, body: OperationBody<'orders.returns.create'>, options?: PostSettings): Promise<OperationResponse<'orders.returns.create'>>
      /** List returns: `GET /v1/orders/{id}/returns` */
      list(id: OperationParameter<'orders.returns.list', 'id'>, query?: OperationQuery<'orders.returns.list'>, options?: CallSettings): List<OperationResponse<'orders.returns.list'>>
      /** Receive a return: `POST /v1/orders/{id}/returns/{returnId}/receipt` */
      receive(id: OperationParameter<'orders.returns.receive', 'id'>, returnId: OperationParameter<'orders.returns.receive', 'returnId'>, body: OperationBody<'orders.returns.receive'>, options?: PostSettings): Promise<OperationResponse<'orders.returns.receive'>>
      /** Reject a return: `POST /v1/orders/{id}/returns/{returnId}/rejection` */
      reject(id: OperationParameter<'orders.returns.reject', 'id'>, returnId: OperationParameter<'orders.returns.reject', 'returnId'>, body: OperationBody<'orders.returns.reject'>, options?: PostSettings): Promise<OperationResponse<'orders.returns.reject'>>
    }
    timeline: {
      /** List an order’s timeline: `GET /v1/orders/{id}/timeline` */
      list(id: OperationParameter<'orders.timeline.list', 'id'>, query?: OperationQuery<'orders.timeline.list'>, options?: CallSettings): List<OperationResponse<'orders.timeline.list'>>
    }
    /** Update an order: `PATCH /v1/orders/{id}` */
    update(id: OperationParameter<'orders.update', 'id'>, body: OperationBody<'orders.update'>, options?: CallSettings): Promise<OperationResponse<'orders.update'>>
  }
  payments: {
    connection: {
      /** Disconnect Stripe: `DELETE /v1/payments/connection` */
      delete(options?: CallSettings): Promise<OperationResponse<'payments.connection.delete'>>
      /** Get the payment connection: `GET /v1/payments/connection` */
      get(options?: CallSettings): Promise<OperationResponse<'payments.connection.get'>>
      /** Connect Stripe: `PUT /v1/payments/connection` */
      replace(body: OperationBody<'payments.connection.replace'>, options?: CallSettings): Promise<OperationResponse<'payments.connection.replace'>>
    }
  }
  policies: {
    /** Get a policy: `GET /v1/policies/{kind}` */
    get(kind: OperationParameter<'policies.get', 'kind'>, options?: CallSettings): Promise<OperationResponse<'policies.get'>>
    /** List policies: `GET /v1/policies` */
    list(options?: CallSettings): List<OperationResponse<'policies.list'>>
    /** Preview a policy: `POST /v1/policies/preview` */
    preview(body: OperationBody<'policies.preview'>, options?: PostSettings): Promise<OperationResponse<'policies.preview'>>
    /** Publish a policy: `PUT /v1/policies/{kind}` */
    publish(kind: OperationParameter<'policies.publish', 'kind'>, body: OperationBody<'policies.publish'>, options?: CallSettings): Promise<OperationResponse<'policies.publish'>>
    /** Unpublish a policy: `DELETE /v1/policies/{kind}` */
    unpublish(kind: OperationParameter<'policies.unpublish', 'kind'>, options?: CallSettings): Promise<OperationResponse<'policies.unpublish'>>
    versions: {
      /** List policy versions: `GET /v1/policies/{kind}/versions` */
      list(kind: OperationParameter<'policies.versions.list', 'kind'>, query?: OperationQuery<'policies.versions.list'>, options?: CallSettings): List<OperationResponse<'policies.versions.list'>>
    }
  }
  products: {
    /** Get a published product: `GET /v1/products/{id}` */
    get(id: OperationParameter<'products.get', 'id'>, query?: OperationQuery<'products.get'>, options?: CallSettings): Promise<OperationResponse<'products.get'>>
    /** List published products: `GET /v1/products` */
    list(query?: OperationQuery<'products.list'>, options?: CallSettings): List<OperationResponse<'products.list'>>
    reviews: {
      /** List reviews of a product: `GET /v1/products/{id}/reviews` */
      list(id: OperationParameter<'products.reviews.list', 'id'>, query?: OperationQuery<'products.reviews.list'>, options?: CallSettings): List<OperationResponse<'products.reviews.list'>>
    }
  }
  promotions: {
    codes: {
      /** Add promotion codes: `POST /v1/promotions/{id}/codes` */
      create(id: OperationParameter<'promotions.codes.create', 'id'>, body: OperationBody<'promotions.codes.create'>, options?: PostSettings): Promise<OperationResponse<'promotions.codes.create'>>
      /** Deactivate a promotion code: `DELETE /v1/promotions/{id}/codes/{code}` */
      deactivate(id: OperationParameter<'promotions.codes.deactivate', 'id'>, code: OperationParameter<'promotions.codes.deactivate', 'code'>, options?: CallSettings): Promise<OperationResponse<'promotions.codes.deactivate'>>
      /** List promotion codes: `GET /v1/promotions/{id}/codes` */
      list(id: OperationParameter<'promotions.codes.list', 'id'>, query?: OperationQuery<'promotions.codes.list'>, options?: CallSettings): List<OperationResponse<'promotions.codes.list'>>
    }
    /** Create a promotion: `POST /v1/promotions` */
    create(body: OperationBody<'promotions.create'>, options?: PostSettings): Promise<OperationResponse<'promotions.create'>>
    /** Delete a promotion: `DELETE /v1/promotions/{id}` */
    delete(id: OperationParameter<'promotions.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'promotions.delete'>>
    /** Get a promotion: `GET /v1/promotions/{id}` */
    get(id: OperationParameter<'promotions.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'promotions.get'>>
    /** List promotions: `GET /v1/promotions` */
    list(query?: OperationQuery<'promotions.list'>, options?: CallSettings): List<OperationResponse<'promotions.list'>>
    /** Update a promotion: `PATCH /v1/promotions/{id}` */
    update(id: OperationParameter<'promotions.update', 'id'>, body: OperationBody<'promotions.update'>, options?: CallSettings): Promise<OperationResponse<'promotions.update'>>
    uses: {
      /** List promotion uses: `GET /v1/promotions/{id}/uses` */
      list(id: OperationParameter<'promotions.uses.list', 'id'>, query?: OperationQuery<'promotions.uses.list'>, options?: CallSettings): List<OperationResponse<'promotions.uses.list'>>
    }
  }
  reports: {
    sales: {
      /** Get the sales report: `GET /v1/reports/sales` */
      get(query?: OperationQuery<'reports.sales.get'>, options?: CallSettings): List<OperationResponse<'reports.sales.get'>>
    }
    tickets: {
      /** Get the ticket report: `GET /v1/reports/tickets` */
      get(query?: OperationQuery<'reports.tickets.get'>, options?: CallSettings): List<OperationResponse<'reports.tickets.get'>>
    }
  }
  reviews: {
    /** Create a review: `POST /v1/reviews` */
    create(body: OperationBody<'reviews.create'>, options?: PostSettings): Promise<OperationResponse<'reviews.create'>>
    /** Get a review: `GET /v1/reviews/{id}` */
    get(id: OperationParameter<'reviews.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'reviews.get'>>
    /** List reviews: `GET /v1/reviews` */
    list(query?: OperationQuery<'reviews.list'>, options?: CallSettings): List<OperationResponse<'reviews.list'>>
    settings: {
      /** Get the review settings: `GET /v1/review-settings` */
      get(options?: CallSettings): Promise<OperationResponse<'reviews.settings.get'>>
      /** Replace the review settings: `PUT /v1/review-settings` */
      update(body: OperationBody<'reviews.settings.update'>, options?: CallSettings): Promise<OperationResponse<'reviews.settings.update'>>
    }
  }
  search: {
    /** Search orders, customers, products and tickets: `GET /v1/search` */
    list(query: OperationQuery<'search.list'>, options?: CallSettings): List<OperationResponse<'search.list'>>
  }
  segments: {
    /** Audit a segment: `GET /v1/segments/{id}/audit` */
    audit(id: OperationParameter<'segments.audit', 'id'>, options?: CallSettings): Promise<OperationResponse<'segments.audit'>>
    /** Create a segment: `POST /v1/segments` */
    create(body: OperationBody<'segments.create'>, options?: PostSettings): Promise<OperationResponse<'segments.create'>>
    /** Delete a segment: `DELETE /v1/segments/{id}` */
    delete(id: OperationParameter<'segments.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'segments.delete'>>
    /** Export the members of a segment as CSV: `GET /v1/segments/{id}/export` */
    export(id: OperationParameter<'segments.export', 'id'>, options?: CallSettings): Promise<OperationResponse<'segments.export'>>
    /** Get a segment: `GET /v1/segments/{id}` */
    get(id: OperationParameter<'segments.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'segments.get'>>
    /** List segments: `GET /v1/segments` */
    list(query?: OperationQuery<'segments.list'>, options?: CallSettings): List<OperationResponse<'segments.list'>>
    /** List the members of a segment: `GET /v1/segments/{id}/members` */
    members(id: OperationParameter<'segments.members', 'id'>, query?: OperationQuery<'segments.members'>, options?: CallSettings): List<OperationResponse<'segments.members'>>
    /** Preview a segment: `POST /v1/segments/preview` */
    preview(body: OperationBody<'segments.preview'>, options?: PostSettings): Promise<OperationResponse<'segments.preview'>>
    /** Update a segment: `PATCH /v1/segments/{id}` */
    update(id: OperationParameter<'segments.update', 'id'>, body: OperationBody<'segments.update'>, options?: CallSettings): Promise<OperationResponse<'segments.update'>>
  }
  shipping: {
    carriers: {
      /** Delete a carrier: `DELETE /v1/shipping/carriers/{name}` */
      delete(name: OperationParameter<'shipping.carriers.delete', 'name'>, options?: CallSettings): Promise<OperationResponse<'shipping.carriers.delete'>>
      /** Get a carrier: `GET /v1/shipping/carriers/{name}` */
      get(name: OperationParameter<'shipping.carriers.get', 'name'>, options?: CallSettings): Promise<OperationResponse<'shipping.carriers.get'>>
      /** List carriers: `GET /v1/shipping/carriers` */
      list(options?: CallSettings): List<OperationResponse<'shipping.carriers.list'>>
      /** Create or replace a carrier: `PUT /v1/shipping/carriers/{name}` */
      replace(name: OperationParameter<'shipping.carriers.replace', 'name'>, body: OperationBody<'shipping.carriers.replace'>, options?: CallSettings): Promise<OperationResponse<'shipping.carriers.replace'>>
    }
    profiles: {
      /** Create a shipping profile: `POST /v1/shipping/profiles` */
      create(body: OperationBody<'shipping.profiles.create'>, options?: PostSettings): Promise<OperationResponse<'shipping.profiles.create'>>
      /** Delete a shipping profile: `DELETE /v1/shipping/profiles/{id}` */
      delete(id: OperationParameter<'shipping.profiles.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.profiles.delete'>>
      /** Get a shipping profile: `GET /v1/shipping/profiles/{id}` */
      get(id: OperationParameter<'shipping.profiles.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.profiles.get'>>
      /** List shipping profiles: `GET /v1/shipping/profiles` */
      list(query?: OperationQuery<'shipping.profiles.list'>, options?: CallSettings): List<OperationResponse<'shipping.profiles.list'>>
      /** Update a shipping profile: `PATCH /v1/shipping/profiles/{id}` */
      update(id: OperationParameter<'shipping.profiles.update', 'id'>, body: OperationBody<'shipping.profiles.update'>, options?: CallSettings): Promise<OperationResponse<'shipping.profiles.update'>>
    }
    rateDefinitions: {
      /** Create a shipping rate: `POST /v1/shipping/rate-definitions` */
      create(body: OperationBody<'shipping.rateDefinitions.create'>, options?: PostSettings): Promise<OperationResponse<'shipping.rateDefinitions.create'>>
      /** Delete a shipping rate: `DELETE /v1/shipping/rate-definitions/{id}` */
      delete(id: OperationParameter<'shipping.rateDefinitions.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.rateDefinitions.delete'>>
      /** Get a shipping rate: `GET /v1/shipping/rate-definitions/{id}` */
      get(id: OperationParameter<'shipping.rateDefinitions.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.rateDefinitions.get'>>
      /** List shipping rates: `GET /v1/shipping/rate-definitions` */
      list(query?: OperationQuery<'shipping.rateDefinitions.list'>, options?: CallSettings): List<OperationResponse<'shipping.rateDefinitions.list'>>
      /** Update a shipping rate: `PATCH /v1/shipping/rate-definitions/{id}` */
      update(id: OperationParameter<'shipping.rateDefinitions.update', 'id'>, body: OperationBody<'shipping.rateDefinitions.update'>, options?: CallSettings): Promise<OperationResponse<'shipping.rateDefinitions.update'>>
    }
    rates: {
      /** Calculate shipping rates: `GET /v1/shipping/rates` */
      list(query?: OperationQuery<'shipping.rates.list'>, options?: CallSettings): List<OperationResponse<'shipping.rates.list'>>
    }
    zones: {
      /** Create a shipping zone: `POST /v1/shipping/zones` */
      create(body: OperationBody<'shipping.zones.create'>, options?: PostSettings): Promise<OperationResponse<'shipping.zones.create'>>
      /** Delete a shipping zone: `DELETE /v1/shipping/zones/{id}` */
      delete(id: OperationParameter<'shipping.zones.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.zones.delete'>>
      /** Get a shipping zone: `GET /v1/shipping/zones/{id}` */
      get(id: OperationParameter<'shipping.zones.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'shipping.zones.get'>>
      /** List shipping zones: `GET /v1/shipping/zones` */
      list(query?: OperationQuery<'shipping.zones.list'>, options?: CallSettings): List<OperationResponse<'shipping.zones.list'>>
      /** Update a shipping zone: `PATCH /v1/shipping/zones/{id}` */
      update(id: OperationParameter<'shipping.zones.update', 'id'>, body: OperationBody<'shipping.zones.update'>, options?: CallSettings): Promise<OperationResponse<'shipping.zones.update'>>
    }
  }
  shopify: {
    connection: {
      /** Disconnect the Shopify shop: `DELETE /v1/shopify/connection` */
      delete(options?: CallSettings): Promise<OperationResponse<'shopify.connection.delete'>>
      /** Get the Shopify connection: `GET /v1/shopify/connection` */
      get(options?: CallSettings): Promise<OperationResponse<'shopify.connection.get'>>
      /** Connect a Shopify shop: `PUT /v1/shopify/connection` */
      replace(body: OperationBody<'shopify.connection.replace'>, options?: CallSettings): Promise<OperationResponse<'shopify.connection.replace'>>
    }
    syncs: {
      /** Cancel a sync: `POST /v1/shopify/sync/{id}/cancel` */
      cancel(id: OperationParameter<'shopify.syncs.cancel', 'id'>, options?: PostSettings): Promise<OperationResponse<'shopify.syncs.cancel'>>
      changes: {
        /** List what a sync changed: `GET /v1/shopify/sync/{id}/changes` */
        list(id: OperationParameter<'shopify.syncs.changes.list', 'id'>, query?: OperationQuery<'shopify.syncs.changes.list'>, options?: CallSettings): List<OperationResponse<'shopify.syncs.changes.list'>>
      }
      /** Start a sync: `POST /v1/shopify/sync` */
      create(body: OperationBody<'shopify.syncs.create'>, options?: PostSettings): Promise<OperationResponse<'shopify.syncs.create'>>
      /** Get a sync: `GET /v1/shopify/sync/{id}` */
      get(id: OperationParameter<'shopify.syncs.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'shopify.syncs.get'>>
      /** List syncs: `GET /v1/shopify/sync` */
      list(query?: OperationQuery<'shopify.syncs.list'>, options?: CallSettings): List<OperationResponse<'shopify.syncs.list'>>
    }
  }
  slaPolicies: {
    /** Create an SLA policy: `POST /v1/sla-policies` */
    create(body: OperationBody<'slaPolicies.create'>, options?: PostSettings): Promise<OperationResponse<'slaPolicies.create'>>
    /** Delete an SLA policy: `DELETE /v1/sla-policies/{id}` */
    delete(id: OperationParameter<'slaPolicies.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'slaPolicies.delete'>>
    /** Get an SLA policy: `GET /v1/sla-policies/{id}` */
    get(id: OperationParameter<'slaPolicies.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'slaPolicies.get'>>
    /** List SLA policies: `GET /v1/sla-policies` */
    list(options?: CallSettings): List<OperationResponse<'slaPolicies.list'>>
    /** Update an SLA policy: `PATCH /v1/sla-policies/{id}` */
    update(id: OperationParameter<'slaPolicies.update', 'id'>, body: OperationBody<'slaPolicies.update'>, options?: CallSettings): Promise<OperationResponse<'slaPolicies.update'>>
  }
  taxes: {
    engine: {
      /** Delete the tax engine: `DELETE /v1/taxes/engine` */
      delete(options?: CallSettings): Promise<OperationResponse<'taxes.engine.delete'>>
      /** Get the tax engine: `GET /v1/taxes/engine` */
      get(options?: CallSettings): Promise<OperationResponse<'taxes.engine.get'>>
      /** Set the tax engine: `PUT /v1/taxes/engine` */
      replace(body: OperationBody<'taxes.engine.replace'>, options?: CallSettings): Promise<OperationResponse<'taxes.engine.replace'>>
    }
    regions: {
      /** Create a tax region: `POST /v1/taxes/regions` */
      create(body: OperationBody<'taxes.regions.create'>, options?: PostSettings): Promise<OperationResponse<'taxes.regions.create'>>
      /** Delete a tax region: `DELETE /v1/taxes/regions/{id}` */
      delete(id: OperationParameter<'taxes.regions.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'taxes.regions.delete'>>
      /** Get a tax region: `GET /v1/taxes/regions/{id}` */
      get(id: OperationParameter<'taxes.regions.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'taxes.regions.get'>>
      /** List tax regions: `GET /v1/taxes/regions` */
      list(query?: OperationQuery<'taxes.regions.list'>, options?: CallSettings): List<OperationResponse<'taxes.regions.list'>>
      /** Update a tax region: `PATCH /v1/taxes/regions/{id}` */
      update(id: OperationParameter<'taxes.regions.update', 'id'>, body: OperationBody<'taxes.regions.update'>, options?: CallSettings): Promise<OperationResponse<'taxes.regions.update'>>
    }
    settings: {
      /** Get the tax settings: `GET /v1/taxes/settings` */
      get(options?: CallSettings): Promise<OperationResponse<'taxes.settings.get'>>
      /** Replace the tax settings: `PUT /v1/taxes/settings` */
      replace(body: OperationBody<'taxes.settings.replace'>, options?: CallSettings): Promise<OperationResponse<'taxes.settings.replace'>>
    }
  }
  teams: {
    /** Create a team: `POST /v1/teams` */
    create(body: OperationBody<'teams.create'>, options?: PostSettings): Promise<OperationResponse<'teams.create'>>
    /** Delete a team: `DELETE /v1/teams/{id}` */
    delete(id: OperationParameter<'teams.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'teams.delete'>>
    /** Get a team: `GET /v1/teams/{id}` */
    get(id: OperationParameter<'teams.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'teams.get'>>
    /** List teams: `GET /v1/teams` */
    list(options?: CallSettings): List<OperationResponse<'teams.list'>>
    /** Update a team: `PATCH /v1/teams/{id}` */
    update(id: OperationParameter<'teams.update', 'id'>, body: OperationBody<'teams.update'>, options?: CallSettings): Promise<OperationResponse<'teams.update'>>
  }
  theme: {
    /** Get the theme: `GET /v1/theme` */
    get(options?: CallSettings): Promise<OperationResponse<'theme.get'>>
    /** Replace the theme: `PUT /v1/theme` */
    replace(body: OperationBody<'theme.replace'>, options?: CallSettings): Promise<OperationResponse<'theme.replace'>>
  }
  ticketFields: {
    /** Create a ticket field: `POST /v1/ticket-fields` */
    create(body: OperationBody<'ticketFields.create'>, options?: PostSettings): Promise<OperationResponse<'ticketFields.create'>>
    /** Delete a ticket field: `DELETE /v1/ticket-fields/{key}` */
    delete(key: OperationParameter<'ticketFields.delete', 'key'>, options?: CallSettings): Promise<OperationResponse<'ticketFields.delete'>>
    /** List ticket fields: `GET /v1/ticket-fields` */
    list(options?: CallSettings): List<OperationResponse<'ticketFields.list'>>
    /** Update a ticket field: `PATCH /v1/ticket-fields/{key}` */
    update(key: OperationParameter<'ticketFields.update', 'key'>, body: OperationBody<'ticketFields.update'>, options?: CallSettings): Promise<OperationResponse<'ticketFields.update'>>
  }
  ticketRules: {
    /** Get the auto-close setting: `GET /v1/ticket-rules/auto-close` */
    autoClose(options?: CallSettings): Promise<OperationResponse<'ticketRules.autoClose'>>
    /** Create a ticket rule: `POST /v1/ticket-rules` */
    create(body: OperationBody<'ticketRules.create'>, options?: PostSettings): Promise<OperationResponse<'ticketRules.create'>>
    /** Delete a ticket rule: `DELETE /v1/ticket-rules/{id}` */
    delete(id: OperationParameter<'ticketRules.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'ticketRules.delete'>>
    /** Try a ticket rule: `POST /v1/ticket-rules/dry-run` */
    dryRun(body: OperationBody<'ticketRules.dryRun'>, options?: PostSettings): Promise<OperationResponse<'ticketRules.dryRun'>>
    /** Get a ticket rule: `GET /v1/ticket-rules/{id}` */
    get(id: OperationParameter<'ticketRules.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'ticketRules.get'>>
    /** List ticket rules: `GET /v1/ticket-rules` */
    list(options?: CallSettings): List<OperationResponse<'ticketRules.list'>>
    /** Change the auto-close setting: `PUT /v1/ticket-rules/auto-close` */
    replaceAutoClose(body: OperationBody<'ticketRules.replaceAutoClose'>, options?: CallSettings): Promise<OperationResponse<'ticketRules.replaceAutoClose'>>
    /** Update a ticket rule: `PATCH /v1/ticket-rules/{id}` */
    update(id: OperationParameter<'ticketRules.update', 'id'>, body: OperationBody<'ticketRules.update'>, options?: CallSettings): Promise<OperationResponse<'ticketRules.update'>>
  }
  ticketSlas: {
    /** List the SLAs of tickets: `GET /v1/ticket-slas` */
    list(query: OperationQuery<'ticketSlas.list'>, options?: CallSettings): List<OperationResponse<'ticketSlas.list'>>
  }
  ticketStatuses: {
    /** Create a ticket status: `POST /v1/ticket-statuses` */
    create(body: OperationBody<'ticketStatuses.create'>, options?: PostSettings): Promise<OperationResponse<'ticketStatuses.create'>>
    /** Delete a ticket status: `DELETE /v1/ticket-statuses/{id}` */
    delete(id: OperationParameter<'ticketStatuses.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'ticketStatuses.delete'>>
    /** List ticket statuses: `GET /v1/ticket-statuses` */
    list(options?: CallSettings): List<OperationResponse<'ticketStatuses.list'>>
    /** Update a ticket status: `PATCH /v1/ticket-statuses/{id}` */
    update(id: OperationParameter<'ticketStatuses.update', 'id'>, body: OperationBody<'ticketStatuses.update'>, options?: CallSettings): Promise<OperationResponse<'ticketStatuses.update'>>
  }
  ticketViews: {
    /** Count the tickets of each view: `GET /v1/ticket-views/counts` */
    counts(options?: CallSettings): List<OperationResponse<'ticketViews.counts'>>
    /** Create a view: `POST /v1/ticket-views` */
    create(body: OperationBody<'ticketViews.create'>, options?: PostSettings): Promise<OperationResponse<'ticketViews.create'>>
    /** Delete a view: `DELETE /v1/ticket-views/{id}` */
    delete(id: OperationParameter<'ticketViews.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'ticketViews.delete'>>
    /** List the views of the inbox: `GET /v1/ticket-views` */
    list(options?: CallSettings): List<OperationResponse<'ticketViews.list'>>
    /** Update a view: `PATCH /v1/ticket-views/{id}` */
    update(id: OperationParameter<'ticketViews.update', 'id'>, body: OperationBody<'ticketViews.update'>, options?: CallSettings): Promise<OperationResponse<'ticketViews.update'>>
  }
  tickets: {
    actions: {
      /** Perform an action: `POST /v1/tickets/{id}/actions` */
      create(id: OperationParameter<'tickets.actions.create', 'id'>, body: OperationBody<'tickets.actions.create'>, options?: PostSettings): Promise<OperationResponse<'tickets.actions.create'>>
      /** List actions: `GET /v1/tickets/{id}/actions` */
      list(id: OperationParameter<'tickets.actions.list', 'id'>, query?: OperationQuery<'tickets.actions.list'>, options?: CallSettings): List<OperationResponse<'tickets.actions.list'>>
    }
    /** Apply a macro: `POST /v1/tickets/{id}/macros/{macroId}/apply` */
    applyMacro(id: OperationParameter<'tickets.applyMacro', 'id'>, macroId: OperationParameter<'tickets.applyMacro', 'macroId'>, options?: PostSettings): Promise<OperationResponse<'tickets.applyMacro'>>
    attachments: {
      /** Download an attachment: `GET /v1/tickets/attachments/{id}` */
      download(id: OperationParameter<'tickets.attachments.download', 'id'>, options?: CallSettings): Promise<OperationResponse<'tickets.attachments.download'>>
      /** Upload an attachment: `POST /v1/tickets/attachments` */
      upload(body: OperationBody<'tickets.attachments.upload'>, options?: PostSettings & { query?: OperationQuery<'tickets.attachments.upload'> }): Promise<OperationResponse<'tickets.attachments.upload'>>
    }
    /** Update up to 100 tickets: `POST /v1/tickets/bulk` */
    bulkUpdate(body: OperationBody<'tickets.bulkUpdate'>, options?: PostSettings): Promise<OperationResponse<'tickets.bulkUpdate'>>
    /** Create a ticket: `POST /v1/tickets` */
    create(body: OperationBody<'tickets.create'>, options?: PostSettings): Promise<OperationResponse<'tickets.create'>>
    emails: {
      /** List the emails of a ticket: `GET /v1/tickets/{id}/emails` */
      list(id: OperationParameter<'tickets.emails.list', 'id'>, query?: OperationQuery<'tickets.emails.list'>, options?: CallSettings): List<OperationResponse<'tickets.emails.list'>>
    }
    events: {
      /** List the history of a ticket: `GET /v1/tickets/{id}/events` */
      list(id: OperationParameter<'tickets.events.list', 'id'>, query?: OperationQuery<'tickets.events.list'>, options?: CallSettings): List<OperationResponse<'tickets.events.list'>>
    }
    /** Get a ticket: `GET /v1/tickets/{id}` */
    get(id: OperationParameter<'tickets.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'tickets.get'>>
    /** List tickets: `GET /v1/tickets` */
    list(query?: OperationQuery<'tickets.list'>, options?: CallSettings): List<OperationResponse<'tickets.list'>>
    /** Merge a ticket into another one: `POST /v1/tickets/{id}/merge` */
    merge(id: OperationParameter<'tickets.merge', 'id'>, body: OperationBody<'tickets.merge'>, options?: PostSettings): Promise<OperationResponse<'tickets.merge'>>
    messages: {
      /** Cancel a reply: `POST /v1/tickets/{id}/messages/{messageId}/cancel` */
      cancel(id: OperationParameter<'tickets.messages.cancel', 'id'>, messageId: OperationParameter<'tickets.messages.cancel', 'messageId'>, options?: PostSettings): Promise<OperationResponse<'tickets.messages.cancel'>>
      /** List the messages of a ticket: `GET /v1/tickets/{id}/messages` */
      list(id: OperationParameter<'tickets.messages.list', 'id'>, query?: OperationQuery<'tickets.messages.list'>, options?: CallSettings): List<OperationResponse<'tickets.messages.list'>>
      /** Send a reply again: `POST /v1/tickets/{id}/messages/{messageId}/retry` */
      retry(id: OperationParameter<'tickets.messages.retry', 'id'>, messageId: OperationParameter<'tickets.messages.retry', 'messageId'>, options?: PostSettings): Promise<OperationResponse<'tickets.messages.retry'>>
    }
    notes: {
      /** Add an internal note: `POST /v1/tickets/{id}/notes` */
      create(id: OperationParameter<'tickets.notes.create', 'id'>, body: OperationBody<'tickets.notes.create'>, options?: PostSettings): Promise<OperationResponse<'tickets.notes.create'>>
    }
    /** Preview a macro: `POST /v1/tickets/{id}/macros/{macroId}/preview` */
    previewMacro(id: OperationParameter<'tickets.previewMacro', 'id'>, macroId: OperationParameter<'tickets.previewMacro', 'macroId'>, options?: PostSettings): Promise<OperationResponse<'tickets.previewMacro'>>
    replies: {
      /** Reply to the customer: `POST /v1/tickets/{id}/replies` */
      create(id: OperationParameter<'tickets.replies.create', 'id'>, body: OperationBody<'tickets.replies.create'>, options?: PostSettings): Promise<OperationResponse<'tickets.replies.create'>>
    }
    /** Get the SLA of a ticket: `GET /v1/tickets/{id}/sla` */
    sla(id: OperationParameter<'tickets.sla', 'id'>, options?: CallSettings): Promise<OperationResponse<'tickets.sla'>>
    /** Split a ticket: `POST /v1/tickets/{id}/split` */
    split(id: OperationParameter<'tickets.split', 'id'>, body: OperationBody<'tickets.split'>, options?: PostSettings): Promise<OperationResponse<'tickets.split'>>
    /** Reverse a merge: `POST /v1/tickets/{id}/unmerge` */
    unmerge(id: OperationParameter<'tickets.unmerge', 'id'>, options?: PostSettings): Promise<OperationResponse<'tickets.unmerge'>>
    /** Reverse a split: `POST /v1/tickets/{id}/unsplit` */
    unsplit(id: OperationParameter<'tickets.unsplit', 'id'>, options?: PostSettings): Promise<OperationResponse<'tickets.unsplit'>>
    /** Update a ticket: `PATCH /v1/tickets/{id}` */
    update(id: OperationParameter<'tickets.update', 'id'>, body: OperationBody<'tickets.update'>, options?: CallSettings): Promise<OperationResponse<'tickets.update'>>
  }
  webhooks: {
    deliveries: {
      /** Get a webhook delivery: `GET /v1/webhooks/deliveries/{id}` */
      get(id: OperationParameter<'webhooks.deliveries.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'webhooks.deliveries.get'>>
      /** List webhook deliveries: `GET /v1/webhooks/deliveries` */
      list(query?: OperationQuery<'webhooks.deliveries.list'>, options?: CallSettings): List<OperationResponse<'webhooks.deliveries.list'>>
      /** Replay a webhook delivery: `POST /v1/webhooks/deliveries/{id}/replay` */
      replay(id: OperationParameter<'webhooks.deliveries.replay', 'id'>, options?: PostSettings): Promise<OperationResponse<'webhooks.deliveries.replay'>>
    }
    endpoints: {
      /** Create a webhook endpoint: `POST /v1/webhooks/endpoints` */
      create(body: OperationBody<'webhooks.endpoints.create'>, options?: PostSettings): Promise<OperationResponse<'webhooks.endpoints.create'>>
      /** Delete a webhook endpoint: `DELETE /v1/webhooks/endpoints/{id}` */
      delete(id: OperationParameter<'webhooks.endpoints.delete', 'id'>, options?: CallSettings): Promise<OperationResponse<'webhooks.endpoints.delete'>>
      /** Get a webhook endpoint: `GET /v1/webhooks/endpoints/{id}` */
      get(id: OperationParameter<'webhooks.endpoints.get', 'id'>, options?: CallSettings): Promise<OperationResponse<'webhooks.endpoints.get'>>
      /** List webhook endpoints: `GET /v1/webhooks/endpoints` */
      list(query?: OperationQuery<'webhooks.endpoints.list'>, options?: CallSettings): List<OperationResponse<'webhooks.endpoints.list'>>
      /** Replay the events of a period: `POST /v1/webhooks/endpoints/{id}/replay` */
      replay(id: OperationParameter<'webhooks.endpoints.replay', 'id'>, body: OperationBody<'webhooks.endpoints.replay'>, options?: PostSettings): Promise<OperationResponse<'webhooks.endpoints.replay'>>
      /** Rotate the secret of a webhook endpoint: `POST /v1/webhooks/endpoints/{id}/secret` */
      rotateSecret(id: OperationParameter<'webhooks.endpoints.rotateSecret', 'id'>, options?: PostSettings): Promise<OperationResponse<'webhooks.endpoints.rotateSecret'>>
      /** Send a test event: `POST /v1/webhooks/endpoints/{id}/test` */
      test(id: OperationParameter<'webhooks.endpoints.test', 'id'>, options?: PostSettings): Promise<OperationResponse<'webhooks.endpoints.test'>>
      /** Update a webhook endpoint: `PATCH /v1/webhooks/endpoints/{id}` */
      update(id: OperationParameter<'webhooks.endpoints.update', 'id'>, body: OperationBody<'webhooks.endpoints.update'>, options?: CallSettings): Promise<OperationResponse<'webhooks.endpoints.update'>>
    }
  }
  workspace: {
    /** Get the workspace: `GET /v1/workspace` */
    get(options?: CallSettings): Promise<OperationResponse<'workspace.get'>>
    /** Update the workspace: `PATCH /v1/workspace` */
    update(body: OperationBody<'workspace.update'>, options?: CallSettings): Promise<OperationResponse<'workspace.update'>>
  }
}
