import type { Money } from '../ui/money.ts'

export interface ItemQuantity {
  itemId: string
  quantity: number
}

export interface NewFulfillment {
  items: ItemQuantity[]
  tracking: { carrier?: string; number?: string; url?: string } | null
  notify: boolean
}

export interface NewRefund {
  items?: (ItemQuantity & { restock?: boolean })[]
  shipping?: Money
  amount?: Money
  reason?: string
  note?: string
}

export interface RefundPreview {
  amount: Money
  items: (ItemQuantity & { removed: number; restocked: number; amount: Money })[]
  shipping: Money
  tenders: {
    paymentId: string
    kind: 'provider' | 'gift_card' | 'points' | 'external'
    method: 'provider' | 'gift_card' | 'points' | 'manual' | 'order_credit'
    amount: Money
    points?: number
  }[]
  /** The part that the merchant must refund by hand. */
  manualAmount: Money
  refundable: Money
  /** Gift cards sold with this order that the refund ends. */
  giftCards: { count: number; amount: Money }
}

export interface Refund extends Pick<RefundPreview, 'amount' | 'manualAmount'> {
  status: 'pending' | 'completed' | 'failed'
  reason: string | null
  tenders: (RefundPreview['tenders'][number] & { status: Refund['status'] })[]
}

export interface NewExternalPayment {
  amount?: Money
  reference?: string
  note?: string
}

/** A catalog variant, at its catalog price unless overridden; or a custom item with a title and a price. */
export interface DraftItem {
  variantId?: string
  title?: string
  sku?: string
  quantity: number
  unitPrice?: Money
  requiresShipping?: boolean
  taxClass?: string
}

/** What staff asks for in a draft. */
export interface DraftContents {
  items: DraftItem[]
  shipping: { title: string; amount: Money; discount?: Money; tax?: Money } | null
}

export interface NewReturn {
  items: (ItemQuantity & { reason?: string })[]
  note?: string
}

export interface NewExchange {
  returns: NewReturn['items']
  items: { variantId: string; quantity: number }[]
  payment: 'external' | 'pending'
  /** From the preview; the server rejects the request if they have changed. */
  expectedTotal: Money
  expectedDue: Money
}

export interface ExchangePreview {
  /** What the buyer paid for the returned items. */
  credit: Money
  totals: { tax: Money; total: Money }
  due: Money
  remainingCredit: Money
}

export interface NewReturnReceipt {
  items: (ItemQuantity & { restock: boolean })[]
  locationId?: string
}

export const CANCEL_REASON_LABELS = {
  customer: 'Customer changed or canceled order',
  fraud: 'Fraudulent order',
  inventory: 'Items unavailable',
  declined: 'Payment declined',
  other: 'Other',
} as const
type CancelReason = keyof typeof CANCEL_REASON_LABELS

export interface NewCancellation {
  reason: CancelReason
  restock: boolean
  refund: boolean
  note?: string
}
