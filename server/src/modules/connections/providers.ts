import type { Provider } from '../../events/inbound-handler.ts'
import type { Connection } from './schemas.ts'
import { isSigningProvider, SIGNATURES } from './signatures/signatures.ts'

type ProviderDetails = Pick<Connection, 'name' | 'kind' | 'managedIn'>

const DETAILS: Record<Provider, ProviderDetails> = {
  shopify: { name: 'Shopify', kind: 'shop', managedIn: null },
  stripe: { name: 'Stripe', kind: 'payments', managedIn: 'payments' },
  easypost: { name: 'EasyPost', kind: 'shipping', managedIn: null },
  shippo: { name: 'Shippo', kind: 'shipping', managedIn: null },
  aftership: { name: 'AfterShip', kind: 'shipping', managedIn: null },
  judgeme: { name: 'Judge.me', kind: 'reviews', managedIn: null },
  yotpo: { name: 'Yotpo', kind: 'reviews', managedIn: null },
  okendo: { name: 'Okendo', kind: 'reviews', managedIn: null },
  trustpilot: { name: 'Trustpilot', kind: 'reviews', managedIn: null },
  postmark: { name: 'Postmark', kind: 'email', managedIn: 'mailboxes' },
  sendgrid: { name: 'SendGrid', kind: 'email', managedIn: 'mailboxes' },
  mailgun: { name: 'Mailgun', kind: 'email', managedIn: 'mailboxes' },
}

export const detailsOf = (provider: Provider): ProviderDetails & Pick<Connection, 'secretRequired'> => ({
  ...DETAILS[provider],
  secretRequired: isSigningProvider(provider) ? SIGNATURES[provider].isSecretOptional !== true : provider === 'mailgun',
})
