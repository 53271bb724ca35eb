import { useEffect, useState } from 'react'
import { useCart } from '../shop/use-cart.ts'

/**
 * Selects the first way to ship, so that the buyer sees the full cost early. By service, not by quote: a quote ends when
 * the buyer completes their address. True once the cost is known or can't be.
 */
export function useFirstRate(): boolean {
  const { cart, rates, store } = useCart()
  const [isTried, setTried] = useState(false)
  const isMissing = cart?.shipping.required === true && cart.shipping.selected === null
  const service = rates?.data[0]?.service
  useEffect(() => {
    if (isMissing && service) void store.update({ shipping: { service } }).then(() => setTried(true))
  }, [isMissing, service, store])
  return !isMissing || isTried || rates?.data.length === 0
}
