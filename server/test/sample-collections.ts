import type { NewCollection } from '../src/modules/collections/schemas.ts'
import type { ApiClient } from './open-shop.ts'

const COLLECTIONS = '/v1/catalog/collections'

export async function addCollection(caller: Pick<ApiClient, 'post'>, more: Partial<NewCollection> = {}) {
  const response = await caller.post(COLLECTIONS, { title: 'Summer', status: 'active', ...more })
  if (response.status !== 201) throw new Error(`no collection was made: ${JSON.stringify(response.body)}`)
  return response.body
}

/** The ids of all products in the collection, in order. */
export async function listProductIds(caller: Pick<ApiClient, 'get'>, id: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await caller.get(`${COLLECTIONS}/${id}/products?limit=100${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.data.map((product: { id: string }) => product.id))
    cursor = body.nextCursor
  }
  return ids
}
