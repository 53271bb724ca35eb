import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { draftOf } from './drafts.ts'
import { getProduct, rewriteProduct } from './products.ts'
import type { Product, Variant, VariantInput } from './schemas.ts'
import { lockSkus } from './skus.ts'
import { retellVariants } from './variant-faults.ts'
import type { NewVariant, VariantChanges, VariantPath, VariantsQuery } from './variant-schemas.ts'

/** With the version that its product has since. */
interface Written {
  variant: Variant
  version: number
}

/** In the order of the product. */
export async function listVariants(ctx: Ctx, productId: Product['id'], query: VariantsQuery): Promise<Page<Variant>> {
  const { variants } = await getProduct(ctx, productId)
  const page = keyset(query)
  const last = variants.findIndex(({ id }) => id === page.before)
  if (query.cursor !== undefined && last < 0) {
    throw invalidRequest('The variant at which the page before ended is gone: begin again without a cursor.', [
      { path: '/cursor', message: 'is of a variant that is gone' },
    ])
  }
  return toPage(variants.slice(last + 1, last + 1 + page.take), page)
}

export async function addVariant(
  ctx: Ctx,
  productId: Product['id'],
  given: NewVariant,
  ifMatch?: string,
): Promise<Written> {
  const { variants, version } = await rewrite(ctx, productId, ifMatch, (variants) => [...variants, given])
  return { variant: variants.at(-1) as Variant, version }
}

/** What is not named stays as it is. */
export async function changeVariant(
  ctx: Ctx,
  { id, variantId }: VariantPath,
  changes: VariantChanges,
  ifMatch?: string,
): Promise<Written> {
  const { variants, version } = await rewrite(ctx, id, ifMatch, (variants) => {
    placeOf(variants, variantId)
    return variants.map((variant) => (variant.id === variantId ? { ...variant, ...changes } : variant))
  })
  return { variant: variants[placeOf(variants, variantId)] as Variant, version }
}

export async function deleteVariant(ctx: Ctx, { id, variantId }: VariantPath, ifMatch?: string): Promise<void> {
  await rewrite(ctx, id, ifMatch, (variants) => {
    const at = placeOf(variants, variantId)
    if (variants.length === 1) throw new AppError('conflict', ONLY_ONE)
    return variants.toSpliced(at, 1)
  })
}

const ONLY_ONE = 'A product needs at least one variant, and this is its only one: delete the product instead.'

/** As a change of the product, which it is; but what is wrong is told of the variant. */
async function rewrite(
  ctx: Ctx,
  id: Product['id'],
  ifMatch: string | undefined,
  change: (variants: Variant[]) => VariantInput[],
): Promise<Product> {
  try {
    return await transaction(ctx, async (ctx) => {
      await lockSkus(ctx)
      return rewriteProduct(ctx, id, ifMatch, (before) => draftOf({ variants: change(before.variants) }, before))
    })
  } catch (error) {
    throw error instanceof AppError ? retellVariants(error, (_, within) => within) : error
  }
}

function placeOf(variants: Variant[], id: Variant['id']): number {
  const at = variants.findIndex((variant) => variant.id === id)
  if (at < 0) throw notFound('variant', id)
  return at
}
