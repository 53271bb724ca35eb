import type { Cart } from '@storedesk/sdk'
import { type FormEvent, useRef, useState } from 'react'
import type { AccountData } from '../account/use-account.ts'
import { CartNotices } from '../cart/cart-notices.tsx'
import { Link, useRouter } from '../router/router.tsx'
import { DEFAULT_COUNTRY } from '../shop/cart-store.ts'
import { useFormat } from '../shop/format.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { useCart } from '../shop/use-cart.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AddressForm } from './address-form.tsx'
import { type BuyerDetails, type FieldErrors, findMissing, toAddress, toBuyerDetails } from './buyer-details.ts'
import { OrderSummary } from './order-summary.tsx'
import { CHECKOUT_KEY, isSamePurchase, newAttemptKey, pay } from './pay.ts'
import { Points } from './points.tsx'
import { ShippingOptions } from './shipping-options.tsx'
import { DEFAULT_CARD, TestCards } from './test-cards.tsx'

/** One page, one column: contact, address, shipping, payment. Everything that changes the total shows it at once. */
export function CheckoutForm({ cart, account }: { cart: Cart; account: AccountData | undefined }) {
  const { api } = useShop()
  const { navigate } = useRouter()
  const { store } = useCart()
  const format = useFormat()
  const [details, setDetails] = useState(() =>
    toBuyerDetails(cart, account?.customer.addresses[0]?.address, DEFAULT_COUNTRY),
  )
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState('')
  const [card, setCard] = useState(DEFAULT_CARD)
  const [isPaying, setPaying] = useState(false)
  const attempt = useRef({ terms: '', key: '' })
  const isShipped = cart.shipping.required
  const { due } = cart.totals

  const change = (changes: Partial<BuyerDetails>) => {
    setDetails({ ...details, ...changes })
    if (changes.country) void store.update({ shippingAddress: toAddress({ ...details, ...changes }) })
  }
  /** Checks the field, and tells the cart what changes the price of shipping. */
  const leave = (name: keyof BuyerDetails) => {
    setErrors({ ...errors, [name]: findMissing(details, isShipped)[name] })
    const isPriceField = name === 'postalCode' || name === 'region'
    if (isPriceField && details[name].trim() !== (cart.shippingAddress?.[name] ?? '')) {
      void store.update({ shippingAddress: toAddress(details) })
    }
  }

  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) setTimeout(() => document.getElementById(`field-${first}`)?.focus())
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isPaying) return
    setFailure('')
    const missing = findMissing(details, isShipped)
    if (Object.keys(missing).length > 0) return showErrors(missing)
    setPaying(true)
    const email = details.email.trim()
    // After changes that are being saved: what the buyer saw when they clicked is compared with the result of all.
    const saved = await store.update(isShipped ? { email, shippingAddress: toAddress(details) } : { email })
    if (!saved) {
      if (store.get().isCompleted) navigate(paths.confirmation(cart.id))
      return setPaying(false)
    }
    if (!isSamePurchase(cart, saved)) {
      setFailure(`Your cart has changed: ${format.money(saved.totals.due)} is left to pay. Check it, then pay.`)
      return setPaying(false)
    }
    const terms = JSON.stringify([saved.id, saved.totals, card])
    if (attempt.current.terms !== terms) attempt.current = { terms, key: newAttemptKey() }
    const result = await pay(api(), saved, card, attempt.current.key)
    if (result.kind === 'redirect') {
      sessionStorage.setItem(CHECKOUT_KEY, result.checkoutId)
      location.assign(result.url)
    } else if (result.kind === 'finished') {
      navigate(paths.confirmation(result.confirmationId))
    } else {
      // A definite answer ends the attempt; only an unknown outcome may be asked for again.
      if (!result.isOutcomeUnknown) attempt.current = { terms: '', key: '' }
      setFailure(result.message)
      showErrors(result.fieldErrors)
      if (result.isCartOutdated) void store.load()
      setPaying(false)
    }
  }

  return (
    <div className="two-columns">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <CartNotices />
        <section className="step">
          <h2>Contact</h2>
          <TextField
            name="email"
            label="Email"
            type="email"
            autoComplete="email"
            hint="For the confirmation and the tracking link."
            value={details.email}
            error={errors.email}
            onChange={({ currentTarget: { value } }) => change({ email: value })}
            onBlur={() => leave('email')}
          />
          {account ? null : (
            <p className="small muted">
              You check out as a guest. Collecting points? <Link href={paths.account()}>Sign in</Link>
            </p>
          )}
        </section>
        {isShipped ? (
          <>
            <section className="step">
              <h2>Delivery address</h2>
              <AddressForm details={details} errors={errors} onChange={change} onBlur={leave} />
            </section>
            <section className="step">
              <h2>Shipping</h2>
              <ShippingOptions />
            </section>
          </>
        ) : null}
        <section className="step">
          <h2>Payment</h2>
          {account ? <Points cart={cart} balance={account.points.balance} /> : null}
          {due.amount > 0 ? (
            <>
              <p className="small muted">
                This is a demo shop: choose a test card. No money moves, and nothing is shipped.
              </p>
              <TestCards token={card} onChange={setCard} />
            </>
          ) : (
            <p>Nothing is left to pay.</p>
          )}
        </section>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        <button type="submit" className="button button-large button-block" aria-disabled={isPaying}>
          {isPaying ? 'One moment…' : due.amount > 0 ? `Pay ${format.money(due)}` : 'Place order'}
        </button>
        <PolicyNote />
      </form>
      <OrderSummary cart={cart} />
    </div>
  )
}

function PolicyNote() {
  const { policies } = useShop().layout
  const shown = policies.filter(({ kind }) => kind === 'terms' || kind === 'privacy')
  if (shown.length === 0) return null
  return (
    <p className="small muted center">
      {shown.map(({ kind, title }, index) => (
        <span key={kind}>
          {index > 0 ? ' · ' : ''}
          <a href={paths.policy(kind)} target="_blank" rel="noopener">
            {title}
          </a>
        </span>
      ))}
    </p>
  )
}
