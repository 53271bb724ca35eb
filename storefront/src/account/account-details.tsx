import type { Address } from '@storedesk/sdk'
import { Link } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { plural } from '../shop/text.ts'
import { useCart } from '../shop/use-cart.ts'
import { useSession } from '../shop/use-session.ts'
import { Notice } from '../ui/notice.tsx'
import { type AccountData, useAccount } from './use-account.ts'

export function AccountDetails() {
  const { customer, store } = useSession()
  const { store: cart } = useCart()
  const { data, error } = useAccount(true)
  const signOut = async () => {
    await store.signOut()
    // It belongs to the customer, and opens only with their token.
    cart.forget()
  }
  return (
    <div className="stack">
      <div className="row-link">
        <p className="lead">
          {customer?.name ? `Hello ${customer.name}. ` : ''}You are signed in as {customer?.email}.
        </p>
        <button type="button" className="button button-quiet" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
      {error ? <Notice tone="danger">{error}</Notice> : null}
      {data ? (
        <>
          <Points points={data.points} />
          <Orders orders={data.orders} />
          <Addresses addresses={data.customer.addresses.map(({ address }) => address)} />
        </>
      ) : error ? null : (
        <p className="muted" role="status">
          Loading your orders…
        </p>
      )}
    </div>
  )
}

function Points({ points: { balance, value } }: { points: AccountData['points'] }) {
  const format = useFormat()
  const { currencies } = useShop().layout.theme
  const worth = value.find(({ amount, currency }) => amount > 0 && currency === currencies.default)
  return (
    <section className="panel">
      <h2>Points</h2>
      <p>
        You have <strong>{plural(balance, 'point')}</strong>
        {worth ? `, worth ${format.money(worth)}. Use them at checkout.` : '. Every order earns more.'}
      </p>
    </section>
  )
}

function Orders({ orders }: { orders: AccountData['orders'] }) {
  const format = useFormat()
  return (
    <section>
      <h2>Orders</h2>
      {orders.length === 0 ? <p className="muted">No orders yet.</p> : null}
      <ul className="rows">
        {orders.map(({ id, number, token, placedAt, totals, items, fulfillmentStatus, status }) => (
          <li key={id} className="row-link">
            <span>
              <Link href={paths.order(id, token)}>Order #{number}</Link>
              <br />
              <span className="small muted">
                {format.date(placedAt)} · {plural(items.length, 'product')} · {orderState(status, fulfillmentStatus)}
              </span>
            </span>
            <span className="price">{format.money(totals.total)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const orderState = (status: string, fulfillmentStatus: string): string => {
  if (status === 'canceled') return 'Canceled'
  if (fulfillmentStatus === 'fulfilled') return 'Shipped'
  return fulfillmentStatus === 'partially_fulfilled' ? 'Partially shipped' : 'Being packed'
}

function Addresses({ addresses }: { addresses: Address[] }) {
  const format = useFormat()
  if (addresses.length === 0) return null
  return (
    <section>
      <h2>Addresses</h2>
      <ul className="rows">
        {addresses.map((address) => (
          <li key={JSON.stringify(address)}>
            {[
              address.name,
              address.line1,
              address.line2,
              `${address.postalCode ?? ''} ${address.city ?? ''}`,
              format.country(address.country),
            ]
              .filter((line) => line?.trim())
              .join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
