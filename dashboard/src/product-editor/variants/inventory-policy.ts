import type { VariantDraft } from '../product-draft.ts'

type InventoryFields = Pick<VariantDraft, 'trackStock' | 'inventoryPolicy'>

/** Two API fields presented as one choice. */
export const INVENTORY_POLICY_OPTIONS = [
  { value: 'deny', label: 'Stop selling' },
  { value: 'continue', label: 'Continue selling' },
  { value: 'uncounted', label: 'Not tracked' },
] as const

export const toInventoryPolicy = ({ trackStock, inventoryPolicy }: InventoryFields): string =>
  trackStock ? inventoryPolicy : 'uncounted'

/** Keeps `inventoryPolicy` while stock is not tracked, for when tracking is turned on again. */
export const fromInventoryPolicy = (policy: string): Partial<InventoryFields> =>
  policy === 'uncounted'
    ? { trackStock: false }
    : { trackStock: true, inventoryPolicy: policy === 'continue' ? 'continue' : 'deny' }
