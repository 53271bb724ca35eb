import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { refuseStale } from '../../http/version-tag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { beginningOf, slugOf } from '../../kit/slug.ts'
import { storedUrls } from '../files/files.ts'
import { lockRules } from './locks.ts'
import { placeAll, previewRules } from './membership.ts'
import * as queries from './queries.ts'
import { refuseUnfitRules } from './rule-faults.ts'
import type {
  Collection,
  CollectionChanges,
  CollectionsQuery,
  NewCollection,
  Preview,
  PreviewQuestion,
} from './schemas.ts'

export function createCollection(ctx: Ctx, wanted: NewCollection): Promise<Collection> {
  return transaction(ctx, async (ctx) => {
    const { kind = 'manual' } = wanted
    const empty = { ...EMPTY, id: newId('col'), kind, sort: kind === 'manual' ? 'manual' : 'newest' } as const
    const fresh = rowOf(wanted, empty)
    await refuseUnfit(ctx, fresh, true)
    await lockRules(ctx)
    const image = await storedImage(ctx, fresh)
    const row = { ...fresh, image, handle: await freeHandle(ctx, fresh, wanted.handle) }
    await queries.insertCollection(ctx, row)
    if (kind === 'rules') await placeAll(ctx, row)
    return told(ctx, 'collection.created', row.id)
  })
}

/** What is not named stays as it is; `ifMatch` refuses a change of what somebody else has changed meanwhile. */
export function changeCollection(
  ctx: Ctx,
  id: Collection['id'],
  changes: CollectionChanges,
  ifMatch?: string,
): Promise<Collection> {
  return transaction(ctx, async (ctx) => {
    // Before the collection itself, as everybody does who needs both.
    if (changes.rules || changes.match || changes.handle) await lockRules(ctx)
    const before = await holdCollection(ctx, id, ifMatch)
    const row = rowOf(changes, before)
    await refuseUnfit(ctx, row, changes.rules !== undefined)
    if (row.handle !== before.handle) await freeHandle(ctx, row, row.handle)
    await queries.updateCollection(ctx, { ...row, image: await storedImage(ctx, row) })
    const isSame = row.match === before.match && isDeepStrictEqual(row.rules, before.rules)
    if (row.kind === 'rules' && !isSame) await placeAll(ctx, row)
    return told(ctx, 'collection.updated', id)
  })
}

export function deleteCollection(ctx: Ctx, id: Collection['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    // Or somebody would put a product into what is no more.
    await lockRules(ctx)
    await holdCollection(ctx, id, ifMatch)
    await queries.deleteCollection(ctx, id)
    await emit(ctx, 'collection.deleted', { collectionId: id })
    ctx.db.announce('catalog_changed', ctx.environmentId)
  })
}

export async function getCollection(ctx: Ctx, id: string): Promise<Collection> {
  const [collection] = await queries.readCollections(ctx, [id])
  if (!collection) throw notFound('collection', id)
  return collection
}

export async function listCollections(ctx: Ctx, query: CollectionsQuery): Promise<Page<Collection>> {
  const page = keyset(query)
  const { data, nextCursor } = toPage(await queries.listCollectionIds(ctx, page, query), page)
  const ids = data.map(({ id }) => id)
  return { data: await queries.readCollections(ctx, ids), nextCursor }
}

export async function previewCollection(ctx: Ctx, { match = 'all', rules }: PreviewQuestion): Promise<Preview> {
  refuseUnfitRules(rules, await queries.readCurrency(ctx))
  return previewRules(ctx, { match, rules })
}

/** Nobody else changes it until the transaction ends. */
export async function holdCollection(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Collection> {
  if (!(await queries.lockCollection(ctx, id))) throw notFound('collection', id)
  const collection = await getCollection(ctx, id)
  refuseStale(ifMatch, collection.version)
  return collection
}

/** What every change ends with: the event, the news for all servers, and the collection as it is now. */
export async function told(
  ctx: Ctx,
  event: 'collection.created' | 'collection.updated',
  id: Collection['id'],
): Promise<Collection> {
  await emit(ctx, event, { collectionId: id })
  ctx.db.announce('catalog_changed', ctx.environmentId)
  return getCollection(ctx, id)
}

async function storedImage(ctx: Ctx, { image }: queries.CollectionRow): Promise<Collection['image']> {
  if (!image) return null
  const [url] = await storedUrls(ctx, [image.url])
  if (url) return { ...image, url }
  throw invalidRequest('The image is not there.', [
    { path: '/image/url', message: 'is no file of this environment: upload it with POST /v1/catalog/images' },
  ])
}

const MAX_NUMBER = 20

/** A handle that the caller has chosen must be free; one that is made of the title gets a number, or the id, until it is. */
async function freeHandle(ctx: Ctx, { id, title }: queries.CollectionRow, given?: string): Promise<string> {
  const handles = given ? [given] : handlesFor(id, slugOf(title))
  const taken = await queries.listTaken(ctx, handles)
  const free = handles.find((handle) => !taken.has(handle))
  if (free !== undefined) return free
  throw new AppError('conflict', `The handle "${handles[0]}" belongs to another collection: choose another one.`, {
    details: [{ path: '/handle', message: 'belongs to another collection' }],
  })
}

function handlesFor(id: string, slug: string | undefined): string[] {
  if (slug === undefined) return [id.replace('_', '-')]
  const numbered = Array.from({ length: MAX_NUMBER - 1 }, (_, at) => `${beginningOf(slug, 96)}-${at + 2}`)
  return [slug, ...numbered, `${beginningOf(slug, 73)}-${id.slice(-26)}`]
}

/** Rules that were stored are not held against the shop's currency again: it may have changed since. */
async function refuseUnfit(ctx: Ctx, { kind, sort, rules }: queries.CollectionRow, areNew: boolean): Promise<void> {
  if (kind === 'rules' && areNew) refuseUnfitRules(rules, await queries.readCurrency(ctx))
  if (kind === 'manual' && rules.length > 0) {
    throw invalidRequest('The products of a manual collection are put in by hand.', [
      { path: '/rules', message: 'are only for collections of kind "rules"' },
    ])
  }
  if (kind === 'rules' && sort === 'manual') {
    throw invalidRequest('Products that come by rules have no order by hand.', [
      { path: '/sort', message: 'may be manual only in a collection of kind "manual"' },
    ])
  }
}

const EMPTY: Omit<queries.CollectionRow, 'id' | 'kind' | 'sort'> = {
  handle: '',
  title: '',
  description: '',
  image: null,
  status: 'draft',
  match: 'all',
  rules: [],
  seo: { title: null, description: null },
}

/** What is given, on top of what is there. */
const rowOf = (given: CollectionChanges, kept: queries.CollectionRow): queries.CollectionRow => ({
  id: kept.id,
  kind: kept.kind,
  handle: given.handle ?? kept.handle,
  title: given.title ?? kept.title,
  description: given.description ?? kept.description,
  image: given.image === undefined ? kept.image : given.image && { alt: '', ...given.image },
  status: given.status ?? kept.status,
  match: given.match ?? kept.match,
  rules: given.rules ?? kept.rules,
  sort: given.sort ?? kept.sort,
  seo: { ...kept.seo, ...given.seo },
})
