/** What a webhook has told. `ref` is Stripe's name of the payment. */
export type StripeWebhookEvent =
  | { id: string; kind: 'updated'; ref: string }
  /** Of nothing that we follow. */
  | { id: string; kind: 'other' }

export interface StripeAccount {
  /** Whose key it is, undefined where Stripe refuses the key. `id` is null where Stripe does not tell. */
  identify(): Promise<{ id: string | null } | undefined>
}

export interface SignedWebhook {
  body: Uint8Array
  signature: string
  secret: string
  now: Date
}
