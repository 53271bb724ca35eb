import type { VariantDraft } from '../product-draft.ts'

type InventoryFields = Pick<VariantDraft, 'trackStock' | 'whenOut'>

/** Two fields that people choose as one thing. */
export const INVENTORY_POLICY_OPTIONS = [
  { value: 'deny', label: 'Stop selling' },
  { value: 'continue', label: 'Sell on' },
  { value: 'uncounted', label: 'Not counted' },
] as const

export const toInventoryPolicy = ({ trackStock, whenOut }: InventoryFields): string =>
  trackStock ? whenOut : 'uncounted'

/** What is not counted keeps what it does when it is out, for when it is counted again. */
export const fromInventoryPolicy = (policy: string): Partial<InventoryFields> =>
  policy === 'uncounted'
    ? { trackStock: false }
    : { trackStock: true, whenOut: policy === 'continue' ? 'continue' : 'deny' }
