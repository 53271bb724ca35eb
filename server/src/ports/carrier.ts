interface CarrierAddress {
  country: string
  region: string | null
  postalCode: string | null
}

export interface CarrierRequest {
  /** The sender's address, if known. */
  from?: CarrierAddress
  to: CarrierAddress
  /** Currency of the quotes. */
  currency: string
  /** Total weight. */
  weightGrams: number
  items: readonly { variantId: string; quantity: number; weightGrams: number; unitPrice: number }[]
}

export interface CarrierService {
  service: string
  title: string
  amount: number
  minDays: number | null
  maxDays: number | null
}

/** Quotes today's shipping prices. It may be slow, wrong or down: callers need a fallback. */
export interface Carrier {
  quote(request: CarrierRequest, signal: AbortSignal): Promise<CarrierService[]>
}
