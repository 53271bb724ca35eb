export interface StripeAccount {
  /** The key's account; undefined when Stripe rejects the key. `id` is null when Stripe does not report it. */
  identify(): Promise<{ id: string | null } | undefined>
}
