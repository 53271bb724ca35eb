import type { NewCollection } from '../src/modules/collections/schemas.ts'
import type { Caller } from './open-shop.ts'

const COLLECTIONS = '/v1/catalog/collections'

export async function addCollection(caller: Pick<Caller, 'post'>, more: Partial<NewCollection> = {}) {
  const answer = await caller.post(COLLECTIONS, { title: 'Summer', status: 'active', ...more })
  if (answer.status !== 201) throw new Error(`no collection was made: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The ids of all that are in it, in their order. */
export async function membersOf(caller: Pick<Caller, 'get'>, id: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await caller.get(`${COLLECTIONS}/${id}/products?limit=100${cursor && `&cursor=${cursor}`}`)
    ids.push(...body.data.map((product: { id: string }) => product.id))
    cursor = body.nextCursor
  }
  return ids
}
