/** The module that owns each table, as a folder of `server/src`. Only its owner writes a table; anyone may read it. */
const TABLES: Record<string, string[]> = {
  events: ['event_feeds', 'events'],
  http: ['idempotency_keys'],
  'modules/acp': ['acp_sessions'],
  'modules/articles': ['article_versions', 'articles'],
  'modules/assistant': ['assistant_model_keys', 'assistant_settings', 'assistant_usage'],
  'modules/audit': ['audit_entries'],
  'modules/carts': ['carts'],
  'modules/catalog': ['imports', 'product_images', 'product_redirects', 'products', 'variant_prices', 'variants'],
  'modules/checkout': ['checkouts'],
  'modules/collections': ['collection_products', 'collections'],
  'modules/chat': ['chat_conversations', 'chat_messages'],
  'modules/chat-tools': ['chat_tool_calls', 'chat_tool_limits', 'chat_verification_codes'],
  'modules/connections': ['connections', 'inbound_events'],
  'modules/csat': ['csat_settings', 'csat_surveys'],
  'modules/customer-accounts': ['customer_login_codes', 'customer_sessions', 'customer_signing_keys'],
  'modules/customer-data': ['customer_erasures', 'customer_merges'],
  'modules/customers': [
    'customer_addresses',
    'customer_consents',
    'customer_emails',
    'customer_external_ids',
    'customer_notes',
    'customer_phones',
    'customer_totals',
    'customers',
  ],
  'modules/emails': ['email_templates', 'emails'],
  'modules/facet-index': ['facet_bitmaps', 'facet_changes', 'facet_indexes', 'facet_ordinals'],
  'modules/files': ['file_checks', 'files'],
  'modules/gift-cards': ['gift_cards'],
  'modules/inbound-email': ['inbound_email_contents', 'inbound_email_tokens', 'inbound_emails'],
  'modules/inbox': ['ticket_drafts', 'ticket_presence'],
  'modules/inventory': [
    'locations',
    'stock_checkpoint_positions',
    'stock_checkpoints',
    'stock_holds',
    'stock_levels',
    'stock_movements',
  ],
  'modules/keys': ['api_keys'],
  'modules/leads': ['lead_submissions', 'leads'],
  'modules/ledger': ['ledger_closings', 'ledger_entries'],
  'modules/limits': ['request_counts'],
  'modules/listings': [
    'counted_sales',
    'listing_prices',
    'listing_variants',
    'listings',
    'offers',
    'sales_positions',
    'search_vocabulary',
  ],
  'modules/loyalty': ['loyalty_accounts', 'loyalty_lots', 'loyalty_programs', 'referral_codes', 'referrals'],
  'modules/loyalty-redemptions': ['loyalty_redemptions'],
  'modules/macros': ['macros'],
  'modules/mailboxes': ['mailbox_addresses', 'mailboxes'],
  'modules/members': ['invitations', 'members'],
  'modules/orders': [
    'fulfillments',
    'order_cancellations',
    'order_counters',
    'order_items',
    'order_payments',
    'order_refunds',
    'orders',
    'payment_operations',
    'return_items',
    'returns',
  ],
  'modules/payment-alerts': ['payment_alerts'],
  'modules/payments': ['payment_connections', 'simulated_payments', 'simulated_refunds'],
  'modules/policies': ['policies', 'policy_versions'],
  'modules/pricing-versions': ['pricing_versions'],
  'modules/promotions': ['promotion_codes', 'promotion_uses', 'promotions'],
  'modules/reviews': ['product_ratings', 'review_settings', 'reviews'],
  'modules/saved-views': ['saved_views'],
  'modules/segments': ['customer_rfm', 'customer_rfm_thresholds', 'segment_members', 'segment_queue', 'segments'],
  'modules/shipping': ['shipping_carriers', 'shipping_profiles', 'shipping_rates', 'shipping_zones'],
  'modules/shopify': [
    'shopify_connections',
    'shopify_images',
    'shopify_objects',
    'shopify_run_batches',
    'shopify_run_items',
    'shopify_runs',
  ],
  'modules/sign-in': ['accounts', 'sessions', 'sign_in_attempts', 'two_factors', 'users', 'verifications'],
  'modules/slas': ['business_hours', 'sla_policies', 'ticket_slas'],
  'modules/store-credit': ['store_credit_accounts'],
  'modules/taxes': ['tax_engines', 'tax_regions', 'tax_settings'],
  'modules/theme': ['themes'],
  'modules/ticket-views': ['ticket_views'],
  'modules/ticket-actions': ['ticket_actions'],
  'modules/ticket-emails': ['automatic_email_recipients', 'ticket_emails', 'undeliverable_addresses'],
  'modules/ticket-rules': ['auto_close_settings', 'ticket_rule_runs', 'ticket_rules'],
  'modules/tickets': [
    'team_members',
    'teams',
    'ticket_attachments',
    'ticket_counters',
    'ticket_events',
    'ticket_fields',
    'ticket_merges',
    'ticket_messages',
    'ticket_statuses',
    'tickets',
  ],
  'modules/tracking': ['tracking_events'],
  'modules/webhooks': ['webhook_deliveries', 'webhook_endpoints'],
  'modules/workspaces': ['environments', 'workspaces'],
}

const OWNERS = new Map(Object.entries(TABLES).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

/** Files with a statement that writes tables of others too, each with its reason. */
const SHARED_WRITES: Record<string, { tables: string[]; reason: string }> = {
  'server/src/modules/carts/queries.ts': {
    tables: ['idempotency_keys'],
    reason: 'a change of a cart stores its response in the same statement, so that it takes three round trips',
  },
  'server/src/modules/carts/checkout-cart/queries.ts': {
    tables: ['checkouts'],
    reason: 'finishing a cart stores the payment of its checkout, so that an order takes one statement less',
  },
  'server/src/modules/ledger/posting-queries.ts': {
    tables: ['gift_cards', 'loyalty_accounts', 'loyalty_lots', 'store_credit_accounts'],
    reason: 'entries and the balances they change are written in one statement, so that they never differ',
  },
  'server/src/modules/orders/place-order-queries.ts': {
    tables: ['customer_addresses', 'customer_emails', 'customer_totals', 'customers'],
    reason: 'an order finds or creates its customer in the same statement, so that a checkout stays within 12',
  },
  'server/src/modules/workspaces/queries.ts': {
    tables: ['ticket_statuses'],
    reason: 'a new environment has the default statuses from the moment it exists',
  },
}

/** Returns the tables that a statement at `location`, a `file:line`, writes although another module owns them. */
export function findForeignWrites(location: string, text: string): { table: string; owner: string }[] {
  const file = location.replace(/:\d+$/, '')
  return findWrittenTables(text).flatMap((table) => {
    const owner = OWNERS.get(table)
    const isOwn = owner === undefined || file.startsWith(`server/src/${owner}/`)
    return isOwn || SHARED_WRITES[file]?.tables.includes(table) ? [] : [{ table, owner }]
  })
}

/** A new table needs an owner before it is used. */
export const findUnownedTables = (tables: string[]): string[] => tables.filter((table) => !OWNERS.has(table))

function findWrittenTables(text: string): string[] {
  const plain = text.replace(/\/\*.*?\*\//gs, ' ').replace(/--[^\n]*/g, ' ')
  const writes =
    /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!\bfor\s+(?:no\s+key\s+)?)update)\s+(?:only\s+)?(?:public\.)?"?(\w+)/gi
  return [...new Set([...plain.matchAll(writes)].map(([, table = '']) => table.toLowerCase()))].filter(
    (name) => !['set', 'of', 'skip', 'nowait'].includes(name),
  )
}
