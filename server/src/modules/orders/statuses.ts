export const ORDER_STATUSES = ['draft', 'open', 'archived', 'canceled'] as const
export const ORDER_PAYMENT_STATUSES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'disputed',
  'charged_back',
] as const
export const ORDER_FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled', 'not_required'] as const
export const ORDER_RETURN_STATUSES = ['none', 'requested', 'in_progress', 'returned'] as const

export const PAYMENT_KINDS = ['provider', 'gift_card', 'points', 'store_credit', 'external'] as const
export const PAYMENT_STATUSES = ['authorized', 'paid', 'voided'] as const
export const REFUND_STATUSES = ['pending', 'completed', 'failed'] as const
