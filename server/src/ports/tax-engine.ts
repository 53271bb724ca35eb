export interface TaxRequest {
  currency: string
  pricesIncludeTax: boolean
  to: { country: string; region: string | null; postcode: string | null }
  /** Amounts are after discounts. */
  lines: readonly { id: string; variantId: string; taxClass: string; quantity: number; amount: number }[]
  shipping: number
}

export interface EngineTax {
  name: string
  millionths: number
  amount: number
}

export interface TaxEngineResult {
  /** Of every line that was asked for. */
  lines: Map<string, EngineTax[]>
  shipping: EngineTax[]
}

/** Whatever knows taxes better than the shop's own table. Asked at checkout; it may be slow, wrong or away. */
export interface TaxEngine {
  calculate(request: TaxRequest, signal: AbortSignal): Promise<TaxEngineResult>
}
