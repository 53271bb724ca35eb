import { useEffect } from 'react'
import { Link, useRouter } from '../router/router.tsx'
import { paths } from '../shop/paths.ts'
import { countItems, useCart } from '../shop/use-cart.ts'
import { Drawer } from '../ui/dialog.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartNotices } from './cart-notices.tsx'
import { Codes } from './codes.tsx'
import { FreeShipping } from './free-shipping.tsx'
import { CartTotals } from './totals.tsx'

/** Opens when something is added; `/cart` shows the same as a page. */
export function CartDrawer() {
  const { cart, isDrawerOpen, isSaving, store } = useCart()
  const { screen } = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer
  useEffect(() => store.closeDrawer(), [screen.url, store])
  const count = countItems(cart)
  return (
    <Drawer
      title={count > 0 ? `Cart (${count})` : 'Cart'}
      side="right"
      isOpen={isDrawerOpen}
      onClose={store.closeDrawer}
    >
      {cart && count > 0 ? (
        <>
          <div className="drawer-scroll stack" aria-busy={isSaving}>
            <FreeShipping />
            <CartNotices />
            <CartLines items={cart.items} />
            <Codes cart={cart} />
          </div>
          <div className="drawer-foot">
            <CartTotals cart={cart} />
            <Link className="button button-large button-block" href={paths.checkout()}>
              Check out
            </Link>
            <Link className="button button-quiet button-block" href={paths.cart()}>
              View cart
            </Link>
          </div>
        </>
      ) : (
        <EmptyCart />
      )}
    </Drawer>
  )
}

export const EmptyCart = () => (
  <div className="center empty-cart">
    <p className="lead">Your cart is empty.</p>
    <Link className="button" href={paths.search()}>
      Start shopping
    </Link>
  </div>
)
