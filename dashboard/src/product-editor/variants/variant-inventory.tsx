import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { VariantDraft } from '../product-draft.ts'

type InventoryFields = Pick<VariantDraft, 'trackStock' | 'inventoryPolicy'>

/** Two API fields presented as one choice. */
export const INVENTORY_POLICY_OPTIONS = [
  { value: 'deny', label: 'Stop selling' },
  { value: 'continue', label: 'Continue selling' },
  { value: 'untracked', label: 'Not tracked' },
] as const

export const toInventoryPolicy = ({ trackStock, inventoryPolicy }: InventoryFields): string =>
  trackStock ? inventoryPolicy : 'untracked'

/** Keeps `inventoryPolicy` while stock is not tracked, for when tracking is turned on again. */
export const fromInventoryPolicy = (policy: string): Partial<InventoryFields> =>
  policy === 'untracked'
    ? { trackStock: false }
    : { trackStock: true, inventoryPolicy: policy === 'continue' ? 'continue' : 'deny' }

/** Links to the stock of a variant by location, and to its movements. */
export function InventoryLink({ variantId, of }: { variantId: string; of: string }) {
  return (
    <Anchor
      size="sm"
      aria-label={`View inventory of ${of}`}
      renderRoot={(props) => <Link to="/catalog/inventory/$variantId" params={{ variantId }} {...props} />}
    >
      View inventory
    </Anchor>
  )
}
