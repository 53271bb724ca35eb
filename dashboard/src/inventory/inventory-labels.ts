import type { AdjustmentReason, InventoryLevel, Movement } from './inventory.ts'

/** Reasons a user may choose. */
export const ADJUSTMENT_REASON_LABELS: Record<AdjustmentReason, string> = {
  received: 'Received',
  count: 'Stock count',
  damaged: 'Damaged or lost',
  returned: 'Returned by customer',
  correction: 'Correction',
  transfer: 'Transferred to another location',
  other: 'Other',
}

export const REASON_LABELS: Record<Movement['reason'], string> = {
  ...ADJUSTMENT_REASON_LABELS,
  initial: 'Initial stock',
  sold: 'Sold',
  restocked: 'Restocked',
}

/** The variant of a product without options has the product's title. */
export const formatVariantName = ({
  productTitle,
  variantTitle,
}: Pick<InventoryLevel, 'productTitle' | 'variantTitle'>) =>
  variantTitle === productTitle ? productTitle : `${productTitle}, ${variantTitle}`

export const isLowStock = ({ available, lowStockThreshold }: Pick<InventoryLevel, 'available' | 'lowStockThreshold'>) =>
  lowStockThreshold !== null && available <= lowStockThreshold

const formatSigned = (count: number) => (count > 0 ? `+${count}` : `−${Math.abs(count)}`)

/** "+40 on hand, −40 incoming". */
export function formatMovement({ onHandChange, reservedChange, incomingChange }: Movement): string {
  const parts: [number, string][] = [
    [onHandChange, 'on hand'],
    [reservedChange, 'committed'],
    [incomingChange, 'incoming'],
  ]
  return parts
    .filter(([count]) => count !== 0)
    .map(([count, label]) => `${formatSigned(count)} ${label}`)
    .join(', ')
}

export const FIELD_LABELS = { onHand: 'On hand', reserved: 'Committed', incoming: 'Incoming' } as const
