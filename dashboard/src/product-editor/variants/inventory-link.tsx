import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** What there is of a variant, where, and how it came to be. */
export function InventoryLink({ variantId, label }: { variantId: string; label: string }) {
  return (
    <Anchor
      size="sm"
      aria-label={label}
      renderRoot={(props) => <Link to="/catalogue/stock/$variantId" params={{ variantId }} {...props} />}
    >
      See stock
    </Anchor>
  )
}
