import type { ListedProduct, PublicProduct, PublicVariant } from '@storedesk/sdk'
import { useState } from 'react'
import { Breadcrumbs } from '../layout/breadcrumbs.tsx'
import { AddToCart } from '../product/add-to-cart.tsx'
import { Gallery } from '../product/gallery.tsx'
import { Price } from '../product/price.tsx'
import { ProductGrid } from '../product/product-card.tsx'
import { type ReviewList, Reviews } from '../product/reviews.tsx'
import { Stars } from '../product/stars.tsx'
import { initialVariant } from '../product/variant-choice.ts'
import { VariantPicker } from '../product/variant-picker.tsx'
import { Link, replaceAddress } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Prose } from '../ui/prose.tsx'

interface Data {
  product: PublicProduct
  variantId: string | null
  reviews: ReviewList
  similar: ListedProduct[]
}

const MAX_SIMILAR = 4

export const page = definePage<Data>({
  load: async ({ api, server, params: { handle = '' }, query }) => {
    const product = await api.products.get(handle)
    const [reviews, similar] = await Promise.all([
      product.rating ? server.get<ReviewList>(`products/${product.id}/reviews`) : { data: [], nextCursor: null },
      product.type
        ? api.products.list({ type: [product.type], available: true, limit: MAX_SIMILAR + 1 })
        : { data: [] },
    ])
    return {
      product,
      variantId: query.get('variant'),
      reviews,
      similar: similar.data.filter(({ id }) => id !== product.id).slice(0, MAX_SIMILAR),
    }
  },
  head: ({ product: { handle, title, description, seo, jsonLd } }, { theme }) => ({
    title: seo.title ?? `${title} – ${theme.brand.name}`,
    description: seo.description ?? description.replaceAll(/[*_#\n]+/g, ' ').slice(0, 160),
    canonical: paths.product(handle),
    jsonLd,
  }),
  // A link to another variant of the same product starts with that variant.
  View: ({ data }) => <ProductView key={data.variantId} data={data} />,
})

function ProductView({ data: { product, variantId, reviews, similar } }: { data: Data }) {
  const [variant, setVariant] = useState(initialVariant(product, variantId))
  /** The choice is in the address, so that it survives a reload and can be shared. */
  const choose = (chosen: PublicVariant) => {
    setVariant(chosen)
    replaceAddress(paths.product(product.handle, chosen.id))
  }
  return (
    <>
      <Breadcrumbs trail={[{ label: 'Products', href: paths.search() }]} current={product.title} />
      <div className="wide product">
        <Gallery product={product} imageUrl={variant?.imageUrl} />
        <div className="product-details">
          <p className="card-vendor">{product.vendor}</p>
          <h1>{product.title}</h1>
          {product.rating ? (
            <a className="product-rating" href="#reviews">
              <Stars rating={product.rating} />
            </a>
          ) : null}
          <VariantPrice variant={variant} />
          <VariantPicker product={product} variant={variant} onChange={choose} />
          {variant ? <AddToCart variant={variant} /> : null}
          <Prose html={product.descriptionHtml} />
          <ServiceLinks variant={variant} />
        </div>
      </div>
      <Reviews product={product} first={reviews} />
      {similar.length > 0 ? (
        <section className="wide section">
          <h2>You may also like</h2>
          <ProductGrid products={similar} />
        </section>
      ) : null}
    </>
  )
}

function VariantPrice({ variant }: { variant: PublicVariant | undefined }) {
  return (
    <p className="product-price" aria-live="polite">
      {variant?.price ? (
        <Price price={variant.price} compareAt={variant.compareAtPrice} />
      ) : (
        'Not sold in this currency'
      )}{' '}
      <span className="small muted">Taxes included where they apply. Shipping is calculated at checkout.</span>
    </p>
  )
}

function ServiceLinks({ variant }: { variant: PublicVariant | undefined }) {
  const { policies } = useShop().layout
  const has = (kind: string) => policies.some((policy) => policy.kind === kind)
  return (
    <ul className="service-links">
      {has('shipping') && variant?.requiresShipping ? (
        <li>
          <Icon name="truck" /> <Link href={paths.policy('shipping')}>Delivery times and prices</Link>
        </li>
      ) : null}
      {has('refund') ? (
        <li>
          <Icon name="back" /> <Link href={paths.policy('refund')}>Returns and refunds</Link>
        </li>
      ) : null}
      {variant?.sku ? (
        <li>
          <Icon name="tag" /> <span className="muted">SKU {variant.sku}</span>
        </li>
      ) : null}
    </ul>
  )
}
