import type { VariantDraft } from '../product-draft.ts'

type InventoryFields = Pick<VariantDraft, 'trackStock' | 'whenOut'>

/** Two API fields presented as one choice. */
export const INVENTORY_POLICY_OPTIONS = [
  { value: 'deny', label: 'Stop selling' },
  { value: 'continue', label: 'Continue selling' },
  { value: 'uncounted', label: 'Not tracked' },
] as const

export const toInventoryPolicy = ({ trackStock, whenOut }: InventoryFields): string =>
  trackStock ? whenOut : 'uncounted'

/** Keeps `whenOut` while stock is not tracked, for when tracking is turned on again. */
export const fromInventoryPolicy = (policy: string): Partial<InventoryFields> =>
  policy === 'uncounted'
    ? { trackStock: false }
    : { trackStock: true, whenOut: policy === 'continue' ? 'continue' : 'deny' }
