import type { PublicVariant } from '@storedesk/sdk'
import { useState } from 'react'
import { useCart } from '../shop/use-cart.ts'
import { Notice } from '../ui/notice.tsx'
import { Quantity } from '../ui/quantity.tsx'

const AVAILABILITY = {
  in_stock: { text: 'In stock, ready to ship', tone: 'in' },
  backorder: { text: 'On backorder: ships as soon as it is back', tone: 'later' },
  out_of_stock: { text: 'Sold out', tone: 'out' },
} as const

const MAX_QUANTITY = 99

export function AddToCart({ variant }: { variant: PublicVariant }) {
  const { store, isSaving, error } = useCart()
  const [quantity, setQuantity] = useState(1)
  const { text, tone } = AVAILABILITY[variant.availability]
  const isDisabled = !variant.available || isSaving
  return (
    <>
      <p className={`availability availability-${tone}`} role="status">
        {text}
      </p>
      <form
        className="add-to-cart"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isDisabled) void store.add(variant.id, quantity)
        }}
      >
        <Quantity label="Quantity" value={quantity} max={MAX_QUANTITY} onChange={setQuantity} />
        {/* Not `disabled`: whoever uses a keyboard must reach it to learn why. */}
        <button type="submit" className="button button-large" aria-disabled={isDisabled}>
          {variant.available ? (isSaving ? 'Adding…' : 'Add to cart') : 'Sold out'}
        </button>
      </form>
      {error ? <Notice tone="danger">{error}</Notice> : null}
    </>
  )
}
