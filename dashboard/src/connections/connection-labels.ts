import type { Connection, Provider } from './connections.ts'

export const PROVIDER_LABELS: Record<Provider, string> = {
  shopify: 'Shopify',
  stripe: 'Stripe',
  postmark: 'Postmark',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  easypost: 'EasyPost',
  shippo: 'Shippo',
  aftership: 'AfterShip',
  judgeme: 'Judge.me',
  yotpo: 'Yotpo',
  okendo: 'Okendo',
  trustpilot: 'Trustpilot',
}

export const isProvider = (name: string): name is Provider => Object.hasOwn(PROVIDER_LABELS, name)

/** Where a connection is set up: the providers of payments and email have had their own pages before. */
export type SetupPage = '/settings/connections/shopify' | '/settings/payments' | '/settings/mailboxes'

const EMAIL = { about: 'Email to your mailboxes becomes tickets.', page: '/settings/mailboxes' } as const
const TRACKING = { about: 'Tracking updates appear on orders, and customers are notified.' } as const
const REVIEWS = { about: 'Reviews appear on products. A bad review opens a ticket.' } as const

export const PROVIDERS: Record<Provider, { about: string; page?: SetupPage }> = {
  shopify: {
    about: 'Products, collections, inventory, customers and orders of your Shopify store.',
    page: '/settings/connections/shopify',
  },
  stripe: { about: 'Payments, refunds and disputes.', page: '/settings/payments' },
  postmark: EMAIL,
  sendgrid: EMAIL,
  mailgun: EMAIL,
  easypost: TRACKING,
  shippo: TRACKING,
  aftership: TRACKING,
  judgeme: REVIEWS,
  yotpo: REVIEWS,
  okendo: REVIEWS,
  trustpilot: REVIEWS,
}

export const GROUPS: { title: string; providers: Provider[] }[] = [
  { title: 'Shop and payments', providers: ['shopify', 'stripe'] },
  { title: 'Shipment tracking', providers: ['easypost', 'shippo', 'aftership'] },
  { title: 'Reviews', providers: ['judgeme', 'yotpo', 'okendo', 'trustpilot'] },
  { title: 'Email', providers: ['postmark', 'sendgrid', 'mailgun'] },
]

interface Setup {
  /** What the provider calls its secret. */
  secret: string
  /** Why the provider has a second way to sign, and what it calls it. */
  token?: { label: string; description: string }
  steps: string[]
}

const PASSWORD_STEP =
  'Optional: choose a password, save it here, and enter the URL with it: https://storedesk:PASSWORD@… in place of https://…'

/** Keep in sync with docs/connections.md. */
export const SETUPS: Partial<Record<Provider, Setup>> = {
  easypost: {
    secret: 'Webhook secret',
    steps: [
      'In EasyPost, open Account, then Webhooks, and add a webhook with the URL below and a secret of your choice.',
      'Enter the same secret here.',
    ],
  },
  shippo: {
    secret: 'HMAC secret',
    steps: [
      'In Shippo, open Settings, then API, then Webhooks, and add the URL below for the event “Track updated”.',
      'Optional: ask Shippo to turn on signatures, and enter the secret that they give you.',
    ],
  },
  aftership: {
    secret: 'Webhook secret',
    steps: [
      'In AfterShip Tracking, open Settings, then Webhooks, and add the URL below.',
      'Copy the webhook secret from that page and enter it here.',
    ],
  },
  judgeme: {
    secret: 'App secret',
    token: {
      label: 'Private API token',
      description: 'If you have no app of your own: Judge.me then signs with the token of your shop.',
    },
    steps: [
      'In Judge.me, open Settings, then Integrations, then Webhooks.',
      'Add the URL below for review/created and review/updated.',
    ],
  },
  yotpo: {
    secret: 'Password',
    steps: ['Ask Yotpo to turn on review webhooks for your store, with the URL below.', PASSWORD_STEP],
  },
  okendo: {
    secret: 'Signing secret',
    steps: [
      'In Okendo, open Settings, then Integrations, then Webhooks, and add an endpoint with the URL below.',
      'Subscribe to reviews: create, update and delete. Copy the signing secret (whsec_…) and enter it here.',
    ],
  },
  trustpilot: {
    secret: 'Password',
    steps: ['In Trustpilot, open Integrations, then Webhook notifications, and add the URL below.', PASSWORD_STEP],
  },
}

export type ConnectionStatus = 'connected' | 'incomplete' | 'inactive' | 'none'

export const STATUS_DISPLAY = {
  connected: { label: 'Connected', color: 'green' },
  incomplete: { label: 'Secret missing', color: 'orange' },
  inactive: { label: 'Inactive', color: 'gray' },
  none: { label: 'Not connected', color: 'gray' },
} as const

export function connectionStatus(connection: Connection | undefined): ConnectionStatus {
  if (!connection?.connected) return 'none'
  if (!connection.active) return 'inactive'
  return connection.secretRequired && !connection.hasSecret && !connection.hasToken && !connection.managedIn
    ? 'incomplete'
    : 'connected'
}
