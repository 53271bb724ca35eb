import type { TaxBreakdown } from '../pricing/pricing-input.ts'

export interface TaxRequest {
  currency: string
  pricesIncludeTax: boolean
  to: { country: string; region: string | null; postalCode: string | null }
  /** Amounts are after discounts. */
  items: readonly { id: string; variantId: string; taxClass: string; quantity: number; amount: number }[]
  shipping: number
}

/** A tax engine that replaces the shop's own table. Called at checkout; it may be slow, wrong or down. */
export interface TaxEngine {
  /** Returns taxes for every requested item. */
  calculate(request: TaxRequest, signal: AbortSignal): Promise<TaxBreakdown>
}
