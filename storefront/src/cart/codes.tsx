import type { Cart } from '@storedesk/sdk'
import { useState } from 'react'
import { useCart } from '../shop/use-cart.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'

/** Discount codes and gift cards share a field: buyers do not know which of the two they hold. */
export function Codes({ cart }: { cart: Cart }) {
  const { store, isSaving } = useCart()
  const [code, setCode] = useState('')
  const applied = cart.promotions.flatMap((promotion) => promotion.code ?? [])
  const rejected = cart.rejectedPromotions.filter((promotion) => promotion.code !== null)
  return (
    <div className="codes stack">
      <details open={rejected.length > 0 || undefined}>
        <summary>Add a discount code or gift card</summary>
        <form
          className="inline-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (code.trim() === '' || isSaving) return
            void store.addCode(code.trim()).then((changed) => changed && setCode(''))
          }}
        >
          <input
            className="input"
            aria-label="Discount code or gift card"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={100}
            value={code}
            onChange={({ currentTarget: { value } }) => setCode(value)}
          />
          <button type="submit" className="button button-quiet">
            Apply
          </button>
        </form>
      </details>
      {rejected.map(({ code, message }) => (
        <Notice key={code} tone="warning">
          {message}
        </Notice>
      ))}
      {applied.length + cart.giftCards.length > 0 ? (
        <div className="chips">
          {applied.map((applied) => (
            <button
              key={applied}
              type="button"
              className="chip"
              aria-label={`Remove code ${applied}`}
              onClick={() => void store.removeCode(applied)}
            >
              <Icon name="tag" size={16} /> {applied} <Icon name="close" size={14} />
            </button>
          ))}
          {cart.giftCards.map(({ id, last4 }) => (
            <button
              key={id}
              type="button"
              className="chip"
              aria-label={`Remove gift card …${last4}`}
              onClick={() => void store.removeGiftCard(id)}
            >
              <Icon name="tag" size={16} /> Gift card …{last4} <Icon name="close" size={14} />
            </button>
          ))}
        </div>
      ) : null}
    </div>
  )
}
