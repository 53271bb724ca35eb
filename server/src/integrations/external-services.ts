import type { ExternalServices } from '../ports/external-services.ts'
import { httpCarrier } from './carrier/http-carrier.ts'
import { httpLanguageModel } from './language-model/language-model.ts'
import { isOperatorUrl, validateModelUrl } from './language-model/model-url.ts'
import type { SafeRequestOptions } from './safe-post.ts'
import { sampleShop } from './shopify/sample-shop/sample-shop.ts'
import { type ShopifyOptions, shopifyShop } from './shopify/shopify.ts'
import { type StripeOptions, stripePayments } from './stripe/stripe.ts'
import { httpTaxEngine } from './tax-engine/http-tax-engine.ts'
import { httpWebhookReceiver } from './webhooks/http-webhook-receiver.ts'
import { validateWebhookUrl } from './webhooks/webhook-url.ts'

interface ExternalServicesOptions {
  /** For tests, whose servers run on the same machine. */
  allowLoopback?: boolean
  /** For tests. */
  timeoutMs?: number
  operatorModelUrl?: string | undefined
  /** Webhooks may be sent to this machine: the operator develops a receiver on it. */
  allowWebhookLoopback?: boolean
  /** For tests, which are their own DNS. */
  lookup?: NonNullable<SafeRequestOptions['lookup']>
  stripe?: Omit<StripeOptions, 'secretKey'>
  shopify?: ShopifyOptions
}

export const openExternalServices = ({
  stripe,
  shopify,
  operatorModelUrl,
  allowWebhookLoopback = false,
  ...options
}: ExternalServicesOptions = {}): ExternalServices => ({
  carrierAt: (address) => httpCarrier({ ...address, ...options }),
  taxEngineAt: (address) => httpTaxEngine({ ...address, ...options }),
  languageModelAt: (address) => httpLanguageModel({ ...address, ...options, operatorModelUrl }),
  validateModelUrl: (url, { allowHttp }) => validateModelUrl(url, { ...options, allowHttp, operatorModelUrl }),
  isOperatorModelUrl: (url) => isOperatorUrl(url, operatorModelUrl),
  webhookReceiverAt: (address) =>
    httpWebhookReceiver({
      ...address,
      ...options,
      allowLoopback: allowWebhookLoopback || options.allowLoopback === true,
    }),
  validateWebhookUrl: (url, { allowHttp }) =>
    validateWebhookUrl(url, { allowHttp, allowLoopback: allowWebhookLoopback }),
  stripeWith: (secretKey) => stripePayments({ ...stripe, secretKey }),
  sampleShop,
  shopifyAt: (address) => shopifyShop(address, { ...options, ...shopify }),
})
