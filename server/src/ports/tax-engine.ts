export interface TaxRequest {
  currency: string
  pricesIncludeTax: boolean
  to: { country: string; region: string | null; postalCode: string | null }
  /** Amounts are after discounts. */
  items: readonly { id: string; variantId: string; taxClass: string; quantity: number; amount: number }[]
  shipping: number
}

export interface EngineTax {
  name: string
  millionths: number
  amount: number
}

export interface TaxEngineResult {
  /** For every requested item. */
  items: Map<string, EngineTax[]>
  shipping: EngineTax[]
}

/** A tax engine that replaces the shop's own table. Called at checkout; it may be slow, wrong or down. */
export interface TaxEngine {
  calculate(request: TaxRequest, signal: AbortSignal): Promise<TaxEngineResult>
}
