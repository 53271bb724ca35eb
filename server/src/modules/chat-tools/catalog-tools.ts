import { getPublishedProduct, listPublishedProducts } from '../listings/listings.ts'
import type { ListedProduct, PublicProduct } from '../listings/schemas.ts'
import type { ProductCard, ProductDetail } from './schemas.ts'
import { type ToolHandler, toShortText } from './tool-handler.ts'

const DEFAULT_LIMIT = 5

export const searchCatalog: ToolHandler<'search_catalog'> = async (
  ctx,
  { query, limit = DEFAULT_LIMIT, ...filters },
) => {
  const { data, correctedQuery } = await listPublishedProducts(ctx, { q: query, limit, ...filters })
  return { products: data.map(toCard), correctedQuery: correctedQuery ?? null }
}

export const getProduct: ToolHandler<'get_product'> = async (ctx, { id }) => ({
  product: toDetail(await getPublishedProduct(ctx, id, {})),
})

/** The shop's pages are its own: we know the handle of a product, but not where its page is. */
const url = null

const toCard = (product: ListedProduct): ProductCard => ({
  id: product.id,
  handle: product.handle,
  title: product.title,
  vendor: product.vendor,
  type: product.type,
  url,
  imageUrl: product.image?.url ?? null,
  minPrice: product.priceRange?.min ?? null,
  maxPrice: product.priceRange?.max ?? null,
  available: product.available,
  defaultVariantId: product.defaultVariantId,
})

const toDetail = (product: PublicProduct): ProductDetail => ({
  id: product.id,
  handle: product.handle,
  title: product.title,
  vendor: product.vendor,
  type: product.type,
  url,
  imageUrl: product.images[0]?.url ?? null,
  minPrice: product.priceRange?.min ?? null,
  maxPrice: product.priceRange?.max ?? null,
  available: product.available,
  defaultVariantId: (product.variants.find(({ available }) => available) ?? product.variants[0])?.id ?? null,
  // The structured data for search engines has it without markup.
  description: toShortText(String(product.jsonLd.description ?? '')),
  tags: product.tags,
  options: product.options,
  variants: product.variants.map(({ id, options, sku, price, compareAtPrice, availability }) => ({
    id,
    options,
    sku,
    price,
    compareAtPrice,
    availability,
  })),
})
