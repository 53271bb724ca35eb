import { useEffect, useState } from 'react'
import { type AccountData, useAccount } from '../account/use-account.ts'
import { EmptyCart } from '../cart/cart-drawer.tsx'
import { CheckoutForm } from '../checkout/checkout-form.tsx'
import { useFirstRate } from '../checkout/use-first-rate.ts'
import { definePage } from '../shop/page.ts'
import { useCart } from '../shop/use-cart.ts'
import { useSession } from '../shop/use-session.ts'

export const page = definePage<undefined>({
  head: (_data, { theme }) => ({ title: `Checkout – ${theme.brand.name}`, isPrivate: true }),
  View: () => {
    const { cart, isLoaded } = useCart()
    const { isLoaded: isSessionLoaded, customer } = useSession()
    const account = useAccount(customer !== null)
    const isAccountLoaded = isSessionLoaded && (customer === null || account.isLoaded)
    const isShippingKnown = useFirstRate()
    const isReady = useReady(isLoaded && isAccountLoaded && isShippingKnown)
    return (
      <div className="wide checkout">
        <h1>Checkout</h1>
        {!isReady ? (
          <p className="muted" role="status">
            Loading your cart…
          </p>
        ) : cart && cart.items.length > 0 ? (
          <CheckoutForm cart={cart} account={account.data as AccountData | undefined} />
        ) : (
          <EmptyCart />
        )}
      </div>
    )
  },
})

/** Once the form is there it stays, even while the session is refreshed: nobody's input may disappear. */
function useReady(isLoaded: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (isLoaded) setReady(true)
  }, [isLoaded])
  return isReady
}
