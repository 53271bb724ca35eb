/** Content of a webhook. `ref` is Stripe's id of the payment. */
export type StripeWebhookEvent =
  | { id: string; kind: 'updated'; ref: string }
  /** Not about anything we track. */
  | { id: string; kind: 'other' }

export interface StripeAccount {
  /** The key's account; undefined when Stripe rejects the key. `id` is null when Stripe does not report it. */
  identify(): Promise<{ id: string | null } | undefined>
}

export interface SignedWebhook {
  body: Uint8Array
  signature: string
  secret: string
  now: Date
}
