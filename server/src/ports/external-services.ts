import type { Carrier } from './carrier.ts'
import type { LanguageModel, ModelAddress } from './language-model.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { ShopAddress, ShopSource } from './shop-source.ts'
import type { StripeAccount } from './stripe.ts'
import type { TaxEngine } from './tax-engine.ts'
import type { WebhookReceiver } from './webhook.ts'

/** An external server at a URL that the shop configured. */
export interface ExternalEndpoint {
  url: string
  /** Signs our requests. */
  secret: string
  allowHttp: boolean
}

/** External services that a shop can connect. Never call them inside a transaction: they may be slow, wrong or down. */
export interface ExternalServices {
  carrierAt(address: ExternalEndpoint): Carrier
  taxEngineAt(address: ExternalEndpoint): TaxEngine
  languageModelAt(address: ModelAddress): LanguageModel
  /** What is wrong with the URL of a model; undefined when it may be used. Makes no request. */
  validateModelUrl(url: string, options: { allowHttp: boolean }): string | undefined
  /** Whether the operator of this server allows this model: it may be in a private network and need no key. */
  isOperatorModelUrl(url: string): boolean
  /** `allowHttp`: only in the sandbox. */
  webhookReceiverAt(address: { url: string; allowHttp: boolean }): WebhookReceiver
  /** What is wrong with the URL of a webhook endpoint; undefined when it may be used. Makes no request. */
  validateWebhookUrl(url: string, options: { allowHttp: boolean }): string | undefined
  stripeWith(secretKey: string): PaymentProvider & StripeAccount
  /** Throws `rejected` when the domain is not one of Shopify, `unauthorized` when the token can't be one. */
  shopifyAt(address: ShopAddress): ShopSource
  /** For the sandbox: a built-in shop without a network. */
  sampleShop: ShopSource
}
