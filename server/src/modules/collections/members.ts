import { type Ctx, transaction } from '../../ctx.ts'
import type { Page } from '../../db/page.ts'
import { AppError, type ErrorDetail, invalidRequest, notFound } from '../../kit/errors.ts'
import { getCollection, holdCollection, told } from './collections.ts'
import { pageOf, placeOf } from './member-pages.ts'
import * as queries from './member-queries.ts'
import { countVersion } from './queries.ts'
import { type Collection, MAX_MEMBERS, type Member, type MembersQuery, type PutIn } from './schemas.ts'

/** All of them, in this order; who is not named is out. */
export const setMembers = (ctx: Ctx, id: Collection['id'], productIds: string[], ifMatch?: string) =>
  reorder(ctx, id, ifMatch, productIds, () => productIds)

/** Put in, or moved if they are in: before one that is in, or to the end. */
export const putIn = (ctx: Ctx, id: Collection['id'], { productIds, before }: PutIn, ifMatch?: string) =>
  reorder(ctx, id, ifMatch, productIds, (now) => {
    const moved = new Set<string>(productIds)
    const others = now.filter((productId) => !moved.has(productId))
    const at = before === undefined ? others.length : others.indexOf(before)
    if (at >= 0) return others.toSpliced(at, 0, ...productIds)
    const message = 'must be a product that is in this collection and is not itself moved'
    throw invalidRequest('There is no such place.', [{ path: '/before', message }])
  })

export const takeOut = (ctx: Ctx, id: Collection['id'], productId: string, ifMatch?: string) =>
  reorder(ctx, id, ifMatch, [], (now) => {
    if (!now.includes(productId)) throw notFound('product in this collection', productId)
    return now.filter((other) => other !== productId)
  })

export async function listMembers(ctx: Ctx, id: string, query: MembersQuery): Promise<Page<Member>> {
  await getCollection(ctx, id)
  const page = placeOf(query)
  return pageOf(await queries.listMembers(ctx, id, page), page)
}

/** Only what differs is written; an order that is as it was is no change. */
function reorder(
  ctx: Ctx,
  id: Collection['id'],
  ifMatch: string | undefined,
  named: string[],
  orderOf: (now: string[]) => string[],
): Promise<Collection> {
  refuseTwins(named)
  return transaction(ctx, async (ctx) => {
    const collection = await holdCollection(ctx, id, ifMatch)
    if (collection.kind === 'rules') {
      throw new AppError('conflict', 'The products of this collection are chosen by its rules: change the rules.')
    }
    const before = new Map<string, number>(
      (await queries.readOrder(ctx, id)).map(({ productId, position }) => [productId, position]),
    )
    const wanted = orderOf([...before.keys()])
    if (wanted.length > MAX_MEMBERS) throw tooMany(wanted.length)
    await refuseUnknown(ctx, named)

    const stay = new Set(wanted)
    const left = [...before.keys()].filter((productId) => !stay.has(productId))
    const moved = wanted
      .map((productId, position) => ({ productId, position }))
      .filter(({ productId, position }) => before.get(productId) !== position)
    if (left.length + moved.length === 0) return collection
    if (left.length > 0) await queries.deleteMembers(ctx, id, left)
    if (moved.length > 0) await queries.putMembers(ctx, id, moved)
    await countVersion(ctx, id)
    return told(ctx, 'collection.updated', id)
  })
}

function refuseTwins(productIds: string[]): void {
  const seen = new Set<string>()
  const faults = productIds.flatMap((productId, at): ErrorDetail[] => {
    if (!seen.has(productId)) {
      seen.add(productId)
      return []
    }
    return [{ path: `/productIds/${at}`, message: `${productId} is there twice` }]
  })
  refuse('A product can be in a collection once.', faults)
}

async function refuseUnknown(ctx: Ctx, productIds: string[]): Promise<void> {
  const known = await queries.keepProducts(ctx, productIds)
  const faults = productIds.flatMap((productId, at) =>
    known.has(productId) ? [] : [{ path: `/productIds/${at}`, message: `there is no product ${productId}` }],
  )
  refuse('Some of the products do not exist.', faults)
}

function refuse(message: string, faults: ErrorDetail[]): void {
  if (faults.length > 0) throw invalidRequest(message, faults)
}

const tooMany = (count: number) =>
  invalidRequest('The collection is full.', [
    { path: '/productIds', message: `would make ${count} products; at most ${MAX_MEMBERS} can be put in by hand` },
  ])
