import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { getProduct, rewriteProduct } from './catalog.ts'
import { applyProductChanges } from './product-state.ts'
import type { Product, Variant, VariantInput } from './schemas.ts'
import { lockSkus } from './skus.ts'
import { mapVariantErrors } from './validate-variants.ts'
import type { NewVariant, VariantChanges, VariantPath, VariantsQuery } from './variant-schemas.ts'

/** `version` is the version of the product after the change. */
interface VariantResult {
  variant: Variant
  version: number
}

/** Returns variants in the order of the product. */
export async function listVariants(ctx: Ctx, productId: Product['id'], query: VariantsQuery): Promise<Page<Variant>> {
  const { variants } = await getProduct(ctx, productId)
  const page = keyset(query)
  const last = variants.findIndex(({ id }) => id === page.before)
  if (query.cursor !== undefined && last < 0) {
    throw invalidRequest('The last variant of the previous page was deleted. Start again without a cursor.', [
      { path: '/cursor', message: 'refers to a deleted variant' },
    ])
  }
  return toPage(variants.slice(last + 1, last + 1 + page.take), page)
}

export async function addVariant(
  ctx: Ctx,
  productId: Product['id'],
  input: NewVariant,
  ifMatch?: string,
): Promise<VariantResult> {
  const { variants, version } = await rewriteVariants(ctx, productId, ifMatch, (variants) => [...variants, input])
  return { variant: variants.at(-1) as Variant, version }
}

/** Omitted fields keep their value. */
export async function changeVariant(
  ctx: Ctx,
  { id, variantId }: VariantPath,
  changes: VariantChanges,
  ifMatch?: string,
): Promise<VariantResult> {
  const { variants, version } = await rewriteVariants(ctx, id, ifMatch, (variants) => {
    indexOfVariant(variants, variantId)
    return variants.map((variant) => (variant.id === variantId ? { ...variant, ...changes } : variant))
  })
  return { variant: variants[indexOfVariant(variants, variantId)] as Variant, version }
}

export async function deleteVariant(ctx: Ctx, { id, variantId }: VariantPath, ifMatch?: string): Promise<void> {
  await rewriteVariants(ctx, id, ifMatch, (variants) => {
    const at = indexOfVariant(variants, variantId)
    if (variants.length === 1) throw new AppError('conflict', LAST_VARIANT)
    return variants.toSpliced(at, 1)
  })
}

const LAST_VARIANT = 'A product needs at least one variant. Delete the product instead.'

/** Changing variants is a change of the product, but error paths refer to the single variant. */
async function rewriteVariants(
  ctx: Ctx,
  id: Product['id'],
  ifMatch: string | undefined,
  change: (variants: Variant[]) => VariantInput[],
): Promise<Product> {
  try {
    return await transaction(ctx, async (ctx) => {
      await lockSkus(ctx)
      return rewriteProduct(ctx, id, ifMatch, (before) =>
        applyProductChanges({ variants: change(before.variants) }, before),
      )
    })
  } catch (error) {
    throw error instanceof AppError ? mapVariantErrors(error, (_, within) => within) : error
  }
}

function indexOfVariant(variants: Variant[], id: Variant['id']): number {
  const at = variants.findIndex((variant) => variant.id === id)
  if (at < 0) throw notFound('variant', id)
  return at
}
