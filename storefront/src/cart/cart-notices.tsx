import { useCart } from '../shop/use-cart.ts'
import { Notice } from '../ui/notice.tsx'

/** What changed since the buyer last looked, and what went wrong. */
export function CartNotices() {
  const { cart, error } = useCart()
  return (
    <>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {cart?.warnings.map(({ code, message, itemId }) => (
        <Notice key={`${code}${itemId}`} tone="warning">
          {message}
        </Notice>
      ))}
    </>
  )
}
