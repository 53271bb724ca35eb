import type { Money } from '../parts/money.ts'

export interface LineQuantity {
  lineId: string
  quantity: number
}

export interface NewFulfillment {
  lines: LineQuantity[]
  tracking: { carrier?: string; number?: string; url?: string } | null
  notify: boolean
}

export interface NewRefund {
  lines?: (LineQuantity & { restock?: boolean })[]
  shipping?: Money
  amount?: Money
  reason?: string
  note?: string
}

export interface RefundPreview {
  amount: Money
  lines: (LineQuantity & { removed: number; restocked: number; amount: Money })[]
  shipping: Money
  tenders: { paymentId: string; kind: 'provider' | 'gift_card' | 'external'; amount: Money }[]
  refundable: Money
}

export const CANCEL_REASONS = {
  customer: 'The buyer changed their mind',
  fraud: 'It looks like fraud',
  inventory: 'It is not there any more',
  declined: 'The payment failed',
  other: 'Something else',
} as const
type CancelReason = keyof typeof CANCEL_REASONS

export interface NewCancellation {
  reason: CancelReason
  restock: boolean
  refund: boolean
  note?: string
}
