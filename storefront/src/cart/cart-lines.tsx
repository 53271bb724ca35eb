import type { CartItem } from '@storedesk/sdk'
import { Link } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { paths } from '../shop/paths.ts'
import { useCart } from '../shop/use-cart.ts'
import { Picture } from '../ui/picture.tsx'
import { Quantity } from '../ui/quantity.tsx'

const MAX_QUANTITY = 99

export const CartLines = ({ items }: { items: CartItem[] }) => (
  <ul className="cart-lines">
    {items.map((item) => (
      <CartLine key={item.id} item={item} />
    ))}
  </ul>
)

function CartLine({ item }: { item: CartItem }) {
  const { store } = useCart()
  const { id, title, handle, options, image, quantity, maxQuantity, variantId, giftPromotionId } = item
  return (
    <li className="cart-line">
      <Picture image={image && { url: image.url, alt: '' }} size={96} />
      <div>
        <Link className="cart-line-title" href={paths.product(handle, variantId)}>
          {title}
        </Link>
        <p className="small muted">{Object.values(options).join(' · ')}</p>
        {giftPromotionId ? (
          <p className="small">Free gift</p>
        ) : (
          <div className="cart-line-actions">
            <Quantity
              label={`Quantity of ${title}`}
              value={quantity}
              max={maxQuantity ?? MAX_QUANTITY}
              onChange={(value) => void store.setQuantity(id, value)}
            />
            <button
              type="button"
              className="link-button"
              aria-label={`Remove ${title}`}
              onClick={() => void store.setQuantity(id, 0)}
            >
              Remove
            </button>
          </div>
        )}
      </div>
      <LinePrice item={item} />
    </li>
  )
}

function LinePrice({ item: { subtotal, discount } }: { item: CartItem }) {
  const format = useFormat()
  if (discount.amount === 0) return <span className="price">{format.money(subtotal)}</span>
  const reduced = { ...subtotal, amount: subtotal.amount - discount.amount }
  return (
    <span className="price">
      <span className="visually-hidden">Now </span>
      {format.money(reduced)}
      <br />
      <s>
        <span className="visually-hidden">instead of </span>
        {format.money(subtotal)}
      </s>
    </span>
  )
}
