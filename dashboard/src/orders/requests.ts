import type { Money } from '../ui/money.ts'

export interface ItemQuantity {
  lineId: string
  quantity: number
}

export interface NewFulfillment {
  lines: ItemQuantity[]
  tracking: { carrier?: string; number?: string; url?: string } | null
  notify: boolean
}

export interface NewRefund {
  lines?: (ItemQuantity & { restock?: boolean })[]
  shipping?: Money
  amount?: Money
  reason?: string
  note?: string
}

export interface RefundPreview {
  amount: Money
  lines: (ItemQuantity & { removed: number; restocked: number; amount: Money })[]
  shipping: Money
  tenders: {
    paymentId: string
    kind: 'provider' | 'gift_card' | 'points' | 'external'
    method: 'provider' | 'gift_card' | 'points' | 'manual' | 'order_credit'
    amount: Money
    points?: number
  }[]
  /** Of it, what nobody but the shopkeeper can send back. */
  manualAmount: Money
  refundable: Money
  /** That this order has sold and that end with it. */
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

/** Of the catalogue, at its price unless one is given; or anything else by a title and a price. */
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
  lines: (ItemQuantity & { reason?: string })[]
  note?: string
}

export interface NewExchange {
  returns: NewReturn['lines']
  items: { variantId: string; quantity: number }[]
  payment: 'external' | 'pending'
  /** As the preview has shown them: if they are others by now, nothing is done. */
  expectedTotal: Money
  expectedDue: Money
}

export interface ExchangePreview {
  /** What was paid for what comes back. */
  credit: Money
  totals: { tax: Money; total: Money }
  due: Money
  left: Money
}

export interface NewReturnReceipt {
  lines: (ItemQuantity & { restock: boolean })[]
  locationId?: string
}

export const CANCEL_REASON_LABELS = {
  customer: 'The buyer changed their mind',
  fraud: 'It looks like fraud',
  inventory: 'It is not there any more',
  declined: 'The payment failed',
  other: 'Something else',
} as const
type CancelReason = keyof typeof CANCEL_REASON_LABELS

export interface NewCancellation {
  reason: CancelReason
  restock: boolean
  refund: boolean
  note?: string
}
