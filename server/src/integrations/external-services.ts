import type { ExternalServices } from '../ports/external-services.ts'
import { httpAgent } from './agent/http-agent.ts'
import { httpCarrier } from './carrier/http-carrier.ts'
import { httpLanguageModel } from './language-model/language-model.ts'
import { isOperatorUrl, validateModelUrl } from './language-model/model-url.ts'
import { type StripeOptions, stripePayments } from './stripe/stripe.ts'
import { httpTaxEngine } from './tax-engine/http-tax-engine.ts'

interface ExternalServicesOptions {
  /** For tests, whose servers run on the same machine. */
  allowLoopback?: boolean
  /** For tests. */
  timeoutMs?: number
  operatorModelUrl?: string | undefined
  stripe?: Omit<StripeOptions, 'secretKey'>
}

export const openExternalServices = ({
  stripe,
  operatorModelUrl,
  ...options
}: ExternalServicesOptions = {}): ExternalServices => ({
  agentAt: (address) => httpAgent({ ...address, ...options }),
  carrierAt: (address) => httpCarrier({ ...address, ...options }),
  taxEngineAt: (address) => httpTaxEngine({ ...address, ...options }),
  languageModelAt: (address) => httpLanguageModel({ ...address, ...options, operatorModelUrl }),
  validateModelUrl: (url, { allowHttp }) => validateModelUrl(url, { ...options, allowHttp, operatorModelUrl }),
  isOperatorModelUrl: (url) => isOperatorUrl(url, operatorModelUrl),
  stripeWith: (secretKey) => stripePayments({ ...stripe, secretKey }),
})
