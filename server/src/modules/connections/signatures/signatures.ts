import type { Provider } from '../../../events/inbound-handler.ts'
import { verifyAftership, verifyEasypost, verifyJudgeme, verifyShopify } from './body-signatures.ts'
import type { SignedRequest, Verdict } from './signed-request.ts'
import { verifyOkendo, verifyShippo, verifyStripe } from './timed-signatures.ts'
import { verifyPassword } from './verify-password.ts'

/** Emails have their own URLs and signatures, in `inbound-email/hooks`. */
export type SigningProvider = Exclude<Provider, 'postmark' | 'sendgrid' | 'mailgun'>

interface SignatureScheme {
  verify: (request: SignedRequest) => Verdict
  /** Without a secret, only the URL proves who sends: these providers may have none. */
  isSecretOptional?: boolean
}

/** How each provider proves that it sent a request. */
export const SIGNATURES: Record<SigningProvider, SignatureScheme> = {
  shopify: { verify: verifyShopify },
  stripe: { verify: verifyStripe },
  easypost: { verify: verifyEasypost },
  // Shippo provides signatures on request only.
  shippo: { verify: verifyShippo, isSecretOptional: true },
  aftership: { verify: verifyAftership },
  judgeme: { verify: verifyJudgeme },
  // Both document no signature; a password in the URL is sent as basic authentication.
  yotpo: { verify: verifyPassword, isSecretOptional: true },
  okendo: { verify: verifyOkendo },
  trustpilot: { verify: verifyPassword, isSecretOptional: true },
}

export const isSigningProvider = (provider: Provider): provider is SigningProvider => provider in SIGNATURES
