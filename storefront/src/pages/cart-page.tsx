import { EmptyCart } from '../cart/cart-drawer.tsx'
import { CartLines } from '../cart/cart-lines.tsx'
import { CartNotices } from '../cart/cart-notices.tsx'
import { Codes } from '../cart/codes.tsx'
import { FreeShipping } from '../cart/free-shipping.tsx'
import { CartTotals } from '../cart/totals.tsx'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { Link } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useCart } from '../shop/use-cart.ts'

export const page = definePage<undefined>({
  head: (_data, { theme }) => ({ title: `Cart – ${theme.brand.name}`, isPrivate: true }),
  View: () => {
    const { cart, isLoaded, isSaving } = useCart()
    return (
      <>
        <Breadcrumbs trail={[]} current="Cart" />
        <div className="wide">
          <h1>Cart</h1>
          {cart && cart.items.length > 0 ? (
            <div className="two-columns" aria-busy={isSaving}>
              <div className="stack">
                <CartNotices />
                <CartLines items={cart.items} />
              </div>
              <section className="panel stack" aria-label="Summary">
                <FreeShipping />
                <CartTotals cart={cart} />
                <Codes cart={cart} />
                <Link className="button button-large button-block" href={paths.checkout()}>
                  Check out
                </Link>
              </section>
            </div>
          ) : isLoaded ? (
            <>
              <CartNotices />
              <EmptyCart />
            </>
          ) : (
            <p className="muted" role="status">
              Loading your cart…
            </p>
          )}
        </div>
      </>
    )
  },
})
