interface CarrierAddress {
  country: string
  region: string | null
  postcode: string | null
}

export interface CarrierRequest {
  /** Where it is sent from, where that is known. */
  from?: CarrierAddress
  to: CarrierAddress
  /** In which amounts are asked for. */
  currency: string
  /** Of everything together. */
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

/** Whatever knows what a parcel costs today. It may be slow, wrong or away: whoever asks must be able to do without. */
export interface Carrier {
  quote(request: CarrierRequest, signal: AbortSignal): Promise<CarrierService[]>
}
