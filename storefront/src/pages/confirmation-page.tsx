import type { Checkout } from '@storedesk/sdk'
import { useEffect, useState } from 'react'
import { PaidRows, Row } from '../cart/totals.tsx'
import { CHECKOUT_KEY } from '../checkout/pay.ts'
import { Link, useRouter } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useCart } from '../shop/use-cart.ts'
import { useSession } from '../shop/use-session.ts'
import { Icon } from '../ui/icon.tsx'

/** From the shop's server, which may ask for the state of a payment as often as it needs to. */
interface CheckoutView extends Pick<Checkout, 'status' | 'cartId' | 'email' | 'items' | 'totals'> {
  nextUrl: string | null
  decline: string | null
  order: { id: string; number: number; token: string } | null
}

const POLL_MS = 5000
const MAX_POLL_MS = 60_000
/** The address that banks send the buyer back to: it names no checkout, this browser knows it. */
const RETURN = 'return'

export const page = definePage<CheckoutView | null>({
  load: async ({ server, params: { id = '' } }) =>
    id === RETURN ? null : server.get<CheckoutView>(`checkouts/${encodeURIComponent(id)}`),
  head: (_data, { theme }) => ({ title: `Your order – ${theme.brand.name}`, isPrivate: true }),
  View: ({ data }) => {
    if (!data) return <BackFromBank />
    if (data.order) return <Confirmation checkout={data} order={data.order} />
    if (data.status === 'processing') return <Processing />
    return <NotPaid checkout={data} />
  },
})

function BackFromBank() {
  const { navigate } = useRouter()
  const [isUnknown, setUnknown] = useState(false)
  useEffect(() => {
    const id = sessionStorage.getItem(CHECKOUT_KEY)
    if (id) navigate(paths.confirmation(id), { replace: true })
    else setUnknown(true)
  }, [navigate])
  return (
    <div className="narrow center">
      <h1>{isUnknown ? 'Thank you' : 'One moment…'}</h1>
      <p className="lead" role="status">
        {isUnknown ? 'We email you as soon as your bank has confirmed the payment.' : 'We are asking your bank.'}
      </p>
    </div>
  )
}

function Confirmation({ checkout, order }: { checkout: CheckoutView; order: NonNullable<CheckoutView['order']> }) {
  const { store, cart } = useCart()
  const { customer, isLoaded } = useSession()
  const format = useFormat()
  // The buyer may come from their bank, where this browser did not learn that the cart was bought.
  useEffect(() => {
    if (cart?.id === checkout.cartId) store.forget()
  }, [cart, checkout, store])
  return (
    <div className="narrow">
      <div className="center">
        <span className="confirmation-mark">
          <Icon name="check" size={36} />
        </span>
        <h1>Thank you for your order</h1>
        <p className="lead">
          Order #{order.number} is confirmed.
          {checkout.email ? ` We send the details to ${checkout.email}.` : ''}
        </p>
      </div>
      <section className="panel stack" aria-label="Your order">
        <ul className="rows">
          {checkout.items.map(({ id, title, quantity, total }) => (
            <li key={id} className="row-link">
              <span>
                {quantity} × {title}
              </span>
              <span className="price">{format.money(total)}</span>
            </li>
          ))}
        </ul>
        <dl className="totals">
          <Row label="Shipping" value={format.price(checkout.totals.shipping)} />
          <Row label="Total" value={format.money(checkout.totals.total)} isTotal />
          <PaidRows totals={checkout.totals} dueLabel="Paid by card" />
        </dl>
        {checkout.totals.discount.amount > 0 ? (
          <p className="small muted">Discounts are included: you saved {format.money(checkout.totals.discount)}.</p>
        ) : null}
        <div className="actions">
          <Link className="button" href={paths.order(order.id, order.token)}>
            View order status
          </Link>
          <Link className="button button-quiet" href={paths.home()}>
            Continue shopping
          </Link>
        </div>
      </section>
      {isLoaded && !customer ? (
        <p className="small muted center">
          <Link href={paths.account()}>Sign in with your email</Link> to see all your orders and collect points.
        </p>
      ) : null}
    </div>
  )
}

function Processing() {
  const { reload } = useRouter()
  useEffect(() => {
    // Most banks answer within seconds, and some within hours: we ask less and less often.
    let waitMs = POLL_MS
    const poll = () => {
      reload()
      waitMs = Math.min(waitMs * 2, MAX_POLL_MS)
      timer = setTimeout(poll, waitMs)
    }
    let timer = setTimeout(poll, waitMs)
    return () => clearTimeout(timer)
  }, [reload])
  return (
    <div className="narrow center">
      <h1>Your bank is working on it</h1>
      <p className="lead" role="status">
        This page shows your order as soon as the payment is confirmed. You can close it: we email you as well.
      </p>
    </div>
  )
}

function NotPaid({ checkout: { nextUrl, decline } }: { checkout: CheckoutView }) {
  return (
    <div className="narrow center">
      <h1>The payment was not completed</h1>
      <p className="lead" role="status">
        {decline ?? 'You were not charged.'} Your cart is still there.
      </p>
      <div className="actions actions-center">
        <Link className="button" href={paths.checkout()}>
          Back to checkout
        </Link>
        {nextUrl ? (
          <a className="button button-quiet" href={nextUrl}>
            Confirm at your bank
          </a>
        ) : null}
      </div>
    </div>
  )
}
