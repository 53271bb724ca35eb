import { useState } from 'react'
import { PaidRows, Row } from '../cart/totals.tsx'
import { type OrderView, progressOf, RETURN_STATUSES, statusText } from '../orders/order-view.ts'
import { ReturnForm } from '../orders/return-form.tsx'
import { Link } from '../router/router.tsx'
import { useFormat } from '../shop/format.ts'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { plural } from '../shop/text.ts'
import { Notice } from '../ui/notice.tsx'
import { Picture } from '../ui/picture.tsx'

interface Data {
  order: OrderView
  /** Of the shop's server, for returns. */
  path: string
}

export const page = definePage<Data>({
  load: async ({ server, params: { orderId = '', token = '' } }) => {
    const path = `orders/${encodeURIComponent(orderId)}/${encodeURIComponent(token)}`
    return { path, order: await server.get<OrderView>(path) }
  },
  head: ({ order }, { theme }) => ({ title: `Order #${order.number} – ${theme.brand.name}`, isPrivate: true }),
  View: ({ data }) => {
    const [order, setOrder] = useState(data.order)
    const format = useFormat()
    return (
      <div className="narrow stack">
        <div>
          <p className="eyebrow">
            Placed on <time dateTime={order.placedAt}>{format.date(order.placedAt)}</time>
          </p>
          <h1>Order #{order.number}</h1>
          <p className="lead">{statusText(order)}</p>
        </div>
        {order.isTest ? <Notice>This is a test order: no money moved, and nothing is shipped.</Notice> : null}
        {order.status === 'canceled' ? null : <Progress order={order} />}
        <Shipments order={order} />
        <Items order={order} />
        <Returns order={order} path={data.path} onReturned={setOrder} />
        <p className="muted">
          Something is not right? <Link href={`${paths.contact()}?order=${order.number}`}>Contact us</Link>
        </p>
      </div>
    )
  },
})

const Progress = ({ order }: { order: OrderView }) => (
  <ol className="steps" aria-label="Progress">
    {progressOf(order).map(({ label, isDone }) => (
      <li key={label} className={isDone ? 'done' : ''}>
        {label}
        <span className="visually-hidden">{isDone ? ' (done)' : ' (not yet)'}</span>
      </li>
    ))}
  </ol>
)

function Shipments({ order: { fulfillments } }: { order: OrderView }) {
  const format = useFormat()
  if (fulfillments.length === 0) return null
  return (
    <section>
      <h2>Shipments</h2>
      <ul className="rows">
        {fulfillments.map(({ id, status, tracking, estimatedDeliveryAt, createdAt }) => (
          <li key={id} className="row-link">
            <span>
              {status === 'delivered' ? 'Delivered' : `Shipped on ${format.date(createdAt)}`}
              {status !== 'delivered' && estimatedDeliveryAt ? `, expected on ${format.date(estimatedDeliveryAt)}` : ''}
              <span className="small muted"> {[tracking?.carrier, tracking?.number].filter(Boolean).join(' ')}</span>
            </span>
            {tracking?.url ? (
              <a href={tracking.url} rel="noopener nofollow noreferrer">
                Track shipment
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Items({ order }: { order: OrderView }) {
  const format = useFormat()
  const { totals, promotions, shipping, refunded } = order
  return (
    <section className="panel stack" aria-label="Items">
      <ul className="summary-lines">
        {order.items.map(({ id, title, options, image, quantities, subtotal }) => (
          <li key={id}>
            <Picture image={image && { url: image.url, alt: '' }} size={56} />
            <span>
              {quantities.ordered} × {title}
              <span className="small muted">{Object.values(options).join(' · ')}</span>
            </span>
            <span className="price">{format.money(subtotal)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        <Row label="Subtotal" value={format.money(totals.subtotal)} />
        {promotions
          .filter(({ amount }) => amount.amount > 0)
          .map(({ id, title, amount }) => (
            <Row key={id} label={title} value={format.discount(amount)} />
          ))}
        {shipping ? <Row label={`Shipping: ${shipping.title}`} value={format.price(totals.shipping)} /> : null}
        {!totals.taxIncluded && totals.tax.amount > 0 ? <Row label="Taxes" value={format.money(totals.tax)} /> : null}
        <Row label="Total" value={format.money(totals.total)} isTotal />
        <PaidRows
          totals={{ ...totals, due: { ...totals.total, amount: cardAmount(order) } }}
          dueLabel={order.paymentStatus === 'pending' ? 'To pay' : 'Paid by card'}
        />
        {refunded.amount > 0 ? <Row label="Refunded" value={format.money(refunded)} /> : null}
      </dl>
    </section>
  )
}

/** `due` of an order is 0 once it is paid; here it is what the card paid. */
const cardAmount = ({ totals: { total, giftCards, points, storeCredit } }: OrderView): number =>
  total.amount - giftCards.amount - points.amount - storeCredit.amount

interface ReturnsProps {
  order: OrderView
  path: string
  onReturned: (order: OrderView) => void
}

function Returns({ order, path, onReturned }: ReturnsProps) {
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const canReturn = order.items.some(({ returnable }) => returnable > 0)
  if (!canReturn && order.returns.length === 0) return null
  return (
    <section>
      <h2>Returns</h2>
      <ul className="rows">
        {order.returns.map(({ id, status, items, createdAt }) => (
          <li key={id} className="row-link">
            <span>
              {plural(
                items.reduce((sum, { quantity }) => sum + quantity, 0),
                'item',
              )}
              , {format.date(createdAt)}
            </span>
            <span>{RETURN_STATUSES[status] ?? status}</span>
          </li>
        ))}
      </ul>
      {canReturn && !isOpen ? (
        <>
          {order.returnDeadline ? (
            <p className="muted">You can return items until {format.date(order.returnDeadline)}.</p>
          ) : null}
          <button type="button" className="button button-quiet" onClick={() => setOpen(true)}>
            Start a return
          </button>
        </>
      ) : null}
      {canReturn && isOpen ? (
        <ReturnForm
          order={order}
          path={path}
          onClose={() => setOpen(false)}
          onReturned={(changed) => {
            setOpen(false)
            onReturned(changed)
          }}
        />
      ) : null}
    </section>
  )
}
