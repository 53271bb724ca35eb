import type { ListedProduct, Money } from '@storedesk/sdk'
import { useFormat } from '../shop/format.ts'

interface PriceProps {
  price: Money
  compareAt?: Money | null | undefined
  prefix?: string
}

export function Price({ price, compareAt, prefix = '' }: PriceProps) {
  const format = useFormat()
  const isReduced = compareAt && compareAt.amount > price.amount
  return (
    <span className={isReduced ? 'price price-reduced' : 'price'}>
      {prefix}
      {isReduced ? <span className="visually-hidden">Now </span> : null}
      {format.money(price)}
      {isReduced ? (
        <>
          {' '}
          <s>
            <span className="visually-hidden">instead of </span>
            {format.money(compareAt)}
          </s>
        </>
      ) : null}
    </span>
  )
}

export function PriceRange({ product }: { product: Pick<ListedProduct, 'priceRange' | 'compareAtPrice'> }) {
  const { priceRange, compareAtPrice } = product
  if (!priceRange) return <span className="price muted">Not available</span>
  const { min, max } = priceRange
  return <Price price={min} compareAt={compareAtPrice} prefix={min.amount < max.amount ? 'from ' : ''} />
}
