/**
 * Columns that may contain what identifies a customer: their contacts, names and addresses, and all free text about them.
 * An erasure empties them and an export contains them; tests fill each of them and look.
 */
export const PERSONAL_COLUMNS: Record<string, string> = {
  acp_sessions: 'data',
  audit_entries: 'details',
  carts: 'contents',
  checkouts: 'snapshot',
  customer_addresses: 'address',
  customer_emails: 'address',
  customer_erasures: 'person',
  customer_external_ids: 'external_id',
  customer_login_codes: 'email',
  customer_merges: 'undo',
  customer_notes: 'body',
  customer_phones: 'number',
  customers: 'name company tags custom_fields search',
  emails: 'recipient subject text html error',
  events: 'data',
  fulfillments: 'tracking',
  gift_cards: 'staff_note recipient_name recipient_email',
  idempotency_keys: 'body',
  ledger_entries: 'reason',
  order_cancellations: 'staff_note',
  order_items: 'details',
  order_payments: 'ref details',
  order_refunds: 'reason staff_note',
  orders: 'email contents tags staff_note search',
  return_items: 'reason',
  returns: 'staff_note',
  ticket_attachments: 'name',
  ticket_events: 'changes',
  ticket_merges: 'undo',
  ticket_messages: 'author_name author_email text visible_text words html recipients_to recipients_cc delivery_error',
  tickets: 'subject requester_email requester_name tags custom_fields last_message_preview search',
}

/** Keyed hashes of a customer's ID or email, and the provider's of their card. An erasure removes them, too. */
export const PSEUDONYMOUS_COLUMNS: Record<string, string> = {
  carts: 'customer_key',
  checkouts: 'reserved_for',
  order_payments: 'fingerprint',
  promotion_uses: 'customer_key',
}

/** Everything else: the shop's own data, its staff, codes, states and references to rows. */
export const OTHER_COLUMNS: Record<string, string> = {
  agent_webhooks: 'url sealed_secret',
  api_keys: 'hash scope label hint created_by revoked_by last_used_ip seen_in_browser_origin',
  // The subject is an ID, or something of the shop or its staff.
  audit_entries: 'actor_name action subject ip',
  carts: 'status currency variant_ids codes gift_card_ids',
  checkouts: 'kind status outcome provider ref capture_method currency payment request_key',
  collections: 'handle title description image_url image_alt status kind match rules sort seo_title seo_description',
  customer_consents: 'channel state shown_text source actor',
  // A receipt is found by a hash that nothing else uses.
  customer_erasures: 'status contact_keys consents tables actor',
  customer_external_ids: 'source',
  customer_login_codes: 'code_hash locale',
  customer_merges: 'actor',
  customer_notes: 'author',
  customer_signing_keys: 'label secret created_by revoked_by',
  customer_rfm: 'rfm_group',
  customer_rfm_thresholds: 'recency frequency monetary',
  customer_totals: 'currency',
  customers: 'locale email_marketing sms_marketing phone_marketing',
  email_templates: 'kind subject body',
  // The secret is encrypted; an erasure removes it.
  emails: 'kind reference sender_name secret status',
  environments: 'mode name currency time_zone search_languages',
  events: 'type',
  files: 'name',
  fulfillments: 'status items',
  gift_cards: 'code_hash last4 currency status',
  idempotency_keys: 'key fingerprint headers',
  imports: 'status on_error caller file errors warnings',
  invitations: 'email role token_hash invited_by',
  ledger_entries: 'account_type unit kind holder reference actor',
  listing_prices: 'currency',
  listing_variants: 'option_terms prices',
  listings: 'status title_key vendor type tags option_terms available_terms prices search_vector summary',
  locations: 'name',
  loyalty_accounts: 'tier',
  loyalty_lots: 'source action state items',
  loyalty_programs: 'name point_values earning product_rules tiers rewards actions referral',
  loyalty_redemptions: 'reward type currency code lots',
  members: 'role',
  offers: 'status data',
  order_cancellations: 'reason request_key',
  order_payments: 'kind provider status currency',
  order_refunds: 'status currency items tenders actor request_key',
  orders: 'status payment_status fulfillment_status return_status currency source',
  payment_connections:
    'provider account sealed_secret_key key_last4 key_mode publishable_key sealed_webhook_secret acquirer',
  payment_operations: 'kind status failure actor request_key',
  policies: 'kind html',
  policy_versions: 'kind title body return_terms',
  product_images: 'url alt file_name',
  product_redirects: 'handle',
  products:
    'handle title description vendor type tags status seo_title seo_description options tax_class custom_fields external_id',
  promotion_codes: 'code',
  promotion_uses: 'code holder currency status',
  promotions: 'title trigger exclusive_group combines_with items conditions benefit budgets spent managed_key',
  // An erasure removes the codes, since others have seen them.
  referral_codes: 'code',
  referrals: 'code status reason',
  request_counts: 'quota',
  returns: 'status',
  // What staff search for, in their own words.
  saved_views: 'page name filters',
  search_vocabulary: 'word',
  segments: 'name filter status evaluated_up_to',
  shipping_carriers: 'name url sealed_secret',
  shipping_profiles: 'name items',
  shipping_rates: 'type service title description price free_from',
  shipping_zones: 'name areas',
  simulated_payments: 'ref currency capture_method status method attempt_key decline return_url',
  simulated_refunds: 'ref key',
  stock_holds: 'holder',
  stock_movements: 'reason reference actor',
  store_credit_accounts: 'currency',
  tax_engines: 'url sealed_secret',
  tax_regions: 'area rates',
  tax_settings: 'shipping_tax rounding default_address',
  teams: 'name',
  themes: 'settings',
  // The hash is of the file; an erasure deletes the row.
  ticket_attachments: 'content_type sha256',
  // An erasure empties the data.
  ticket_events: 'type actor actor_name source data',
  ticket_fields: 'key label type options',
  ticket_merges: 'kind actor',
  ticket_messages: 'kind author_type mentioned_ids delivery_status',
  ticket_statuses: 'name category',
  tickets: 'channel category follower_ids mentioned_ids order_ids last_message_kind',
  variant_prices: 'currency',
  variants: 'option_values sku barcode cost_currency inventory_policy external_id',
}

/** `table.column`, sorted. */
export const listColumns = (...tables: Record<string, string>[]): string[] =>
  tables
    .flatMap((each) => Object.entries(each))
    .flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`))
    .sort()
