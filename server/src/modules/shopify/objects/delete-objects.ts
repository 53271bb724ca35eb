import { type Ctx, transaction } from '../../../ctx.ts'
import { AppError } from '../../../kit/errors.ts'
import type { ShopResource } from '../../../ports/shop-lines.ts'
import { deleteProduct, getProduct } from '../../catalog/catalog.ts'
import { deleteCollection, getCollection } from '../../collections/collections.ts'
import { deleteImagesOf } from './image-queries.ts'
import { type ObjectOutcome, toFailure } from './outcome.ts'
import { deleteObjects } from './queries.ts'

type Deletable = 'products' | 'collections'

/** Customers and orders are never deleted: the shop needs them for its books. Stock goes with its product. */
export const deletableResource = (resource: ShopResource): Deletable | undefined =>
  resource === 'products' || resource === 'collections' ? resource : undefined

/** Deletes our object, unless somebody did before, and forgets it. Call inside a transaction. */
export async function deleteObject(
  ctx: Ctx,
  resource: Deletable,
  { externalId, localId }: { externalId: string; localId: string },
  dryRun: boolean,
): Promise<ObjectOutcome> {
  try {
    const title = await transaction(ctx, (ctx) => deleteLocal(ctx, resource, localId, dryRun))
    if (!dryRun) {
      await deleteObjects(ctx, resource, [externalId])
      await deleteImagesOf(ctx, [externalId])
    }
    return { externalId, outcome: 'deleted', localId, title }
  } catch (error) {
    return { ...toFailure(externalId, error), localId }
  }
}

async function deleteLocal(ctx: Ctx, resource: Deletable, id: string, dryRun: boolean): Promise<string | null> {
  try {
    if (resource === 'products') {
      const { id: productId, title } = await getProduct(ctx, id)
      if (!dryRun) await deleteProduct(ctx, productId)
      return title
    }
    const { id: collectionId, title } = await getCollection(ctx, id)
    if (!dryRun) await deleteCollection(ctx, collectionId)
    return title
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
