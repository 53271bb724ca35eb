import type { ListedProduct, PublicCollection } from '@storedesk/sdk'
import { CollectionTiles } from '../product/collection-tiles.tsx'
import { ProductGrid } from '../product/product-card.tsx'
import { Link } from '../router/router.tsx'
import { definePage } from '../shop/page.ts'
import { paths } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

interface Data {
  collections: PublicCollection[]
  /** Of the first collection with products, which the shop presents on top. */
  featured: ListedProduct[]
  bestsellers: ListedProduct[]
}

const PROMISES = [
  { icon: 'truck', title: 'Fast delivery', text: 'Sent within a day, tracked all the way' },
  { icon: 'back', title: 'Easy returns', text: 'Start a return online, without asking' },
  { icon: 'leaf', title: 'Made to last', text: 'By workshops that we know by name' },
  { icon: 'chat', title: 'Help at any time', text: 'Chat with us, or talk to a person' },
] as const

export const page = definePage<Data>({
  load: async ({ api }) => {
    const [collections, bestsellers] = await Promise.all([
      api.collections.list({ limit: 12 }),
      api.products.list({ sort: 'best_selling', available: true, limit: 8 }),
    ])
    const shown = collections.data.filter(({ productCount }) => productCount > 0)
    const [first] = shown
    const featured = first ? await api.collections.products.list(first.handle, { limit: 4 }) : { data: [] }
    return { collections: shown, featured: featured.data, bestsellers: bestsellers.data }
  },
  head: (_data, { theme: { brand } }) => ({
    title: brand.tagline ? `${brand.name}: ${brand.tagline}` : brand.name,
    description: brand.tagline,
    canonical: paths.home(),
  }),
  View: ({ data: { collections, featured, bestsellers } }) => {
    if (bestsellers.length === 0) return <EmptyShop />
    const [first, ...others] = collections
    return (
      <>
        <Hero products={featured.length > 0 ? featured : bestsellers} collection={first} />
        <ul className="wide promises">
          {PROMISES.map(({ icon, title, text }) => (
            <li key={title}>
              <Icon name={icon} size={28} />
              <span>
                <strong>{title}</strong>
                <span className="muted">{text}</span>
              </span>
            </li>
          ))}
        </ul>
        {first && featured.length > 0 ? (
          <section className="wide section">
            <SectionHead title={first.title} text={first.description} href={paths.collection(first.handle)} />
            <ProductGrid products={featured} />
          </section>
        ) : null}
        {others.length > 0 ? (
          <section className="wide section">
            <SectionHead title="Shop by collection" href={paths.collections()} />
            <CollectionTiles collections={others.slice(0, 6)} headingLevel={3} />
          </section>
        ) : null}
        <section className="wide section">
          <SectionHead title="Bestsellers" text="What others take home." />
          <ProductGrid products={bestsellers} />
        </section>
      </>
    )
  },
})

function Hero({ products, collection }: { products: ListedProduct[]; collection: PublicCollection | undefined }) {
  const { brand } = useShop().layout.theme
  return (
    <section className="hero">
      <div className="wide hero-columns">
        <div className="hero-text">
          <p className="eyebrow">{brand.name}</p>
          <h1>{brand.tagline ?? brand.name}</h1>
          <p className="lead">
            Clothing, home and kitchen, toys and tools: a small selection of things that are a pleasure to use and easy
            to keep.
          </p>
          <p>
            <Link
              className="button button-large"
              href={collection ? paths.collection(collection.handle) : paths.search()}
            >
              {collection ? `Shop ${collection.title.toLowerCase()}` : 'Shop everything'}
            </Link>
          </p>
        </div>
        <div className="hero-images">
          {products.slice(0, 3).map(({ id, image }) => (
            <Picture key={id} image={image && { ...image, alt: '' }} size={400} isEager />
          ))}
        </div>
      </div>
    </section>
  )
}

const SectionHead = ({ title, text, href }: { title: string; text?: string; href?: string }) => (
  <div className="section-head">
    <div>
      <h2>{title}</h2>
      {text ? <p className="muted">{text}</p> : null}
    </div>
    {href ? (
      <Link className="more" href={href} aria-label={`View all: ${title}`}>
        View all <Icon name="arrow" size={18} />
      </Link>
    ) : null}
  </div>
)

const EmptyShop = () => (
  <div className="narrow center">
    <h1>No products yet</h1>
    <p className="lead">This shop opens soon. Publish a product in the dashboard to see it here.</p>
  </div>
)
