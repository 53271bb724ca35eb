/** What a webhook has told. `ref` is Stripe's name of the payment. */
export type StripeNews =
  | { id: string; kind: 'updated'; ref: string }
  | { id: string; kind: 'disputed'; ref: string; status: string }
  /** Of nothing that we follow. */
  | { id: string; kind: 'other' }

export interface StripeAccount {
  /** Whether Stripe knows the key. Asked with a question that changes nothing. */
  isAccepted(): Promise<boolean>
}

export interface SignedEvent {
  body: Uint8Array
  signature: string
  secret: string
  now: Date
}
