import type { Level, Movement } from './stock.ts'

export const REASON_WORDS: Record<string, string> = {
  received: 'Received',
  count: 'Counted',
  damaged: 'Damaged or lost',
  returned: 'Returned by a customer',
  correction: 'Correction',
  transfer: 'Moved to another place',
  other: 'Something else',
  initial: 'First stock',
}

/** Those that somebody may give. */
export const REASONS = Object.entries(REASON_WORDS)
  .filter(([value]) => value !== 'initial')
  .map(([value, label]) => ({ value, label }))

/** Of a product without options the variant has its title. */
export const nameOf = ({ productTitle, variantTitle }: Pick<Level, 'productTitle' | 'variantTitle'>) =>
  variantTitle === productTitle ? productTitle : `${productTitle}, ${variantTitle}`

export const isLow = ({ available, lowStockAt }: Pick<Level, 'available' | 'lowStockAt'>) =>
  lowStockAt !== null && available <= lowStockAt

const signed = (count: number) => (count > 0 ? `+${count}` : `−${Math.abs(count)}`)

/** "+40 on hand, −40 incoming". */
export function movementInWords({ onHandChange, reservedChange, incomingChange }: Movement): string {
  const parts: [number, string][] = [
    [onHandChange, 'on hand'],
    [reservedChange, 'reserved'],
    [incomingChange, 'incoming'],
  ]
  return parts
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${signed(count)} ${what}`)
    .join(', ')
}

export const FIELD_WORDS = { onHand: 'On hand', reserved: 'Reserved', incoming: 'Incoming' } as const
