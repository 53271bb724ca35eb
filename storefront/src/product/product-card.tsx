import type { ListedProduct } from '@storedesk/sdk'
import { Link } from '../router/router.tsx'
import { paths } from '../shop/paths.ts'
import { Picture } from '../ui/picture.tsx'
import { PriceRange } from './price.tsx'
import { Stars } from './stars.tsx'

/** Cards above the fold load their images at once. */
const EAGER_CARDS = 4

interface GridProps {
  products: ListedProduct[]
  /** The grid is what the page is about, rather than one of its sections. */
  isFirst?: boolean
}

export function ProductGrid({ products, isFirst = false }: GridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isEager={isFirst && index < EAGER_CARDS} Heading={isFirst ? 'h2' : 'h3'} />
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  product: ListedProduct
  isEager: boolean
  Heading: 'h2' | 'h3'
}

function ProductCard({ product, isEager, Heading }: CardProps) {
  const { handle, title, vendor, image, priceRange, compareAtPrice, available, rating } = product
  const isReduced = compareAtPrice && priceRange && compareAtPrice.amount > priceRange.min.amount
  return (
    <article className={available ? 'card' : 'card card-sold-out'}>
      <div className="card-image">
        <Picture image={image && { ...image, alt: '' }} size={400} isEager={isEager} />
        {available ? (
          isReduced ? (
            <span className="badge badge-sale">Sale</span>
          ) : null
        ) : (
          <span className="badge">Sold out</span>
        )}
      </div>
      <p className="card-vendor">{vendor}</p>
      <Heading className="card-title">
        <Link href={paths.product(handle)}>{title}</Link>
      </Heading>
      {rating ? <Stars rating={rating} /> : null}
      <PriceRange product={product} />
    </article>
  )
}
