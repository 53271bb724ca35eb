import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Links to the stock of a variant by location, and to its movements. */
export function InventoryLink({ variantId, label }: { variantId: string; label: string }) {
  return (
    <Anchor
      size="sm"
      aria-label={label}
      renderRoot={(props) => <Link to="/catalog/inventory/$variantId" params={{ variantId }} {...props} />}
    >
      View inventory
    </Anchor>
  )
}
