export const API_INTRODUCTION = `
Storedesk runs a shop and its customer support behind one API.

## Keys

Send an API key as \`Authorization: Bearer svc_live_…\`. Test keys (\`svc_test_…\`) use the sandbox, which behaves like the live shop and never touches it. Keep keys on your server: anyone who has a key can act for the shop.

A key has one scope:

- \`full\`: every operation.
- \`read\`: every GET.
- \`agent\`: agentic checkout, and the catalog as buyers see it. Agent keys have a rate limit of their own.

Operations with other rules list their key scopes. Other keys get 403 \`insufficient_scope\`. \`GET /v1/workspace\` returns the scope of your key as \`keyScope\`.

## Storefront mode

Browsers and apps call storefront operations without a key. They send the workspace ID as \`X-Workspace-Id\` instead; the sandbox has its own. Operations that accept a workspace ID list it under their authentication; all others return 401 without a key. Rate limits count per client IP address.

If you send both, the key wins: it decides who calls, and in which environment. The ID must be one of the key’s own workspace; another returns 403.

## Signed-in customers

\`POST /v1/customers/login-codes\` and \`POST /v1/customers/tokens\` sign a customer in and return a token. Send it as \`X-Customer-Token\`:

- With a workspace ID or a key, carts and checkouts then act for the customer.
- With a key, the operations under \`/v1/customers/me\` require it.

All other operations return 403 \`insufficient_scope\` with a token. A token that is not valid returns 401 \`invalid_customer_token\`.

## Money

Amounts are integers in the smallest unit of their currency: \`{"amount": 1999, "currency": "EUR"}\` is 19.99 EUR, and 1999 JPY is ¥1,999. Currencies are ISO 4217 codes.

## Idempotency

Send an \`Idempotency-Key\` with every POST, such as a new UUID. The first response is stored for 24 hours. A retry with the same key returns it again, with the header \`Idempotent-Replayed\`, and never repeats the work.

- The same key with a different request returns 422 \`idempotency_key_reused\`.
- A retry while the first request is in progress returns 409 \`idempotency_key_in_use\`.
- Without an API key, the value must be hard to guess and have at least 16 characters.

## Concurrent changes

Operations that take \`If-Match\` compare it with the current \`ETag\`; updates return the new one. A stale version returns 412 \`precondition_failed\` and changes nothing.

## Rate limits

Every response has the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. After a 429, wait \`Retry-After\` seconds, and twice as long after each further 429. \`GET /v1/limits\` lists all limits. With a key, requests count per workspace and environment; the sandbox has half of each limit.

## Pagination

Lists take \`limit\` and \`cursor\`, and return \`{data, nextCursor}\`. Send \`nextCursor\` as \`cursor\` to get the next page. It is null on the last page.

## Errors

Any operation can return 500 \`internal_error\`. Requests with unknown fields or parameters return 400.

Errors are \`{"error": {code, message, requestId}}\`. Programs read \`code\`, which never changes; people read \`message\`. Some codes have further fields, such as the \`id\` that was not found. If the request is not valid, \`details\` lists every error with the path of its field. Include \`requestId\` when you contact support.

## Encoding

Bodies and URLs are UTF-8; anything else returns 400. Compressed bodies and other charsets return 415. Send \`Authorization\` once: a second one returns 400, as do two different values of \`X-Workspace-Id\`.
`.trim()

/** The document's sections, in the order of the reference. */
export const TAGS = [
  { name: 'Workspace', description: 'The shop itself: its name, currency, time zone and limits.' },
  { name: 'Storefront', description: 'Products and collections as buyers see them.' },
  { name: 'Carts', description: 'Carts, with prices, taxes and shipping computed by the server.' },
  { name: 'Checkout', description: 'Turns a cart into a paid order.' },
  { name: 'Agents', description: 'Checkout for AI agents, with the Agentic Commerce Protocol.' },
  { name: 'Orders', description: 'Orders with their payments, refunds, fulfillments and returns.' },
  { name: 'Payments', description: 'The connection to the payment provider.' },
  { name: 'Catalog', description: 'Products and variants as the shop manages them.' },
  { name: 'Collections', description: 'Groups of products, selected by hand or by rules.' },
  { name: 'Reviews', description: 'What customers wrote about products and the shop.' },
  { name: 'Inventory', description: 'Stock by variant and location.' },
  { name: 'Shopify', description: 'The connection to a Shopify shop, and syncs of its data.' },
  { name: 'Promotions', description: 'Discounts and their codes.' },
  { name: 'Shipping', description: 'Zones, profiles, rates and carriers.' },
  { name: 'Taxes', description: 'Tax settings, regions and the external tax engine.' },
  { name: 'Customers', description: 'People with their contacts, addresses, consents and notes.' },
  { name: 'Leads', description: 'People who asked or signed up, with where they came from, a score and a status.' },
  { name: 'Segments', description: 'Groups of customers, described by a filter.' },
  { name: 'Chat', description: 'Conversations with the assistant, and with the people who take them over.' },
  { name: 'Tickets', description: 'Conversations with customers, and the settings of the help desk.' },
  { name: 'Macros', description: 'Saved replies with changes of the ticket.' },
  { name: 'Ticket rules', description: 'Changes of tickets when something happens, or as time passes.' },
  { name: 'SLAs', description: 'Targets for replies and resolution, and business hours.' },
  { name: 'Assistant', description: 'How the chat assistant answers: its engine, its model and its budgets.' },
  { name: 'Satisfaction', description: 'Surveys after tickets were resolved, and their ratings.' },
  { name: 'Gift cards', description: 'Gift cards and their balances.' },
  { name: 'Reports', description: 'Figures of the shop and the help desk.' },
  { name: 'Home', description: 'What waits for staff, what happened, and what a new shop still needs.' },
  { name: 'Search', description: 'Orders, customers, products and tickets in one search.' },
  { name: 'Loyalty', description: 'Loyalty points of customers.' },
  { name: 'Ledger', description: 'What the shop owes on gift cards, points and store credit.' },
  { name: 'Emails', description: 'Emails to buyers and their templates.' },
  { name: 'Connections', description: 'Providers that send events, and what they sent.' },
  { name: 'Mailboxes', description: 'Addresses whose email becomes tickets.' },
  { name: 'Mail', description: 'Received emails, and what was decided about each.' },
  { name: 'Policies', description: 'Legal texts of the shop, with their history.' },
  { name: 'Articles', description: 'Help texts of the shop, for customers and the assistant.' },
  { name: 'Theme', description: 'Colors, fonts and texts of the storefront.' },
  { name: 'Events', description: 'What has happened in the shop.' },
  { name: 'Webhooks', description: 'Where events are sent, and what became of each.' },
]
