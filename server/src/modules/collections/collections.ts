import { isDeepStrictEqual } from 'node:util'
import { type Ctx, transaction } from '../../ctx.ts'
import { keyset, type Page, toPage } from '../../db/page.ts'
import { emit } from '../../events/emit.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { slugify, truncateSlug } from '../../kit/slug.ts'
import { toStoredUrls } from '../files/files.ts'
import { lockRules, previewRules } from './memberships/memberships.ts'
import { applyNewRules } from './memberships/rule-changes.ts'
import { assertValidRules } from './memberships/rules.ts'
import * as queries from './queries.ts'
import type {
  Collection,
  CollectionChanges,
  CollectionPreview,
  CollectionsQuery,
  NewCollection,
  PreviewRequest,
} from './schemas.ts'

export function createCollection(ctx: Ctx, input: NewCollection): Promise<Collection> {
  return transaction(ctx, async (ctx) => {
    const { kind = 'manual' } = input
    const empty = { ...EMPTY, id: newId('col'), kind, sort: kind === 'manual' ? 'manual' : 'newest' } as const
    const initial = toRow(input, empty)
    await assertValidCollection(ctx, initial, true)
    await lockRules(ctx)
    const image = await resolveImage(ctx, initial)
    const row = { ...initial, image, handle: await findFreeHandle(ctx, initial, input.handle) }
    await queries.insertCollection(ctx, row)
    if (kind === 'rules') await applyNewRules(ctx, row)
    return publishChange(ctx, 'collection.created', row.id)
  })
}

/** Omitted fields keep their value; a stale `ifMatch` is rejected. */
export function changeCollection(
  ctx: Ctx,
  id: Collection['id'],
  changes: CollectionChanges,
  ifMatch?: string,
): Promise<Collection> {
  return transaction(ctx, async (ctx) => {
    // The lock order is rules, then collection.
    if (changes.rules || changes.match || changes.handle) await lockRules(ctx)
    const before = await lockCollection(ctx, id, ifMatch)
    const row = toRow(changes, before)
    await assertValidCollection(ctx, row, changes.rules !== undefined)
    if (row.handle !== before.handle) await findFreeHandle(ctx, row, row.handle)
    await queries.updateCollection(ctx, { ...row, image: await resolveImage(ctx, row) })
    const isSame = row.match === before.match && isDeepStrictEqual(row.rules, before.rules)
    if (row.kind === 'rules' && !isSame) await applyNewRules(ctx, row)
    return publishChange(ctx, 'collection.updated', id)
  })
}

export function deleteCollection(ctx: Ctx, id: Collection['id'], ifMatch?: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    // Without this lock, a concurrent sync could add a product to the deleted collection.
    await lockRules(ctx)
    await lockCollection(ctx, id, ifMatch)
    await queries.deleteCollection(ctx, id)
    await emit(ctx, 'collection.deleted', { collectionId: id })
    ctx.db.notify('catalog_changed', ctx.environmentId)
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

export async function previewCollection(
  ctx: Ctx,
  { match = 'all', rules }: PreviewRequest,
): Promise<CollectionPreview> {
  assertValidRules(rules, await queries.getShopCurrency(ctx))
  const { count, countPrecision, newest } = await previewRules(ctx, { match, rules })
  return { count, countPrecision, sample: await queries.readSample(ctx, newest) }
}

/** Blocks other changes of the collection until the transaction ends. */
export async function lockCollection(ctx: Ctx, id: string, ifMatch: string | undefined): Promise<Collection> {
  if (!(await queries.lockCollection(ctx, id))) throw notFound('collection', id)
  const collection = await getCollection(ctx, id)
  assertIfMatch(ifMatch, collection.version)
  return collection
}

/** Ends every change: emits the event, invalidates caches on all servers and returns the current collection. */
export async function publishChange(
  ctx: Ctx,
  event: 'collection.created' | 'collection.updated',
  id: Collection['id'],
): Promise<Collection> {
  await emit(ctx, event, { collectionId: id })
  ctx.db.notify('catalog_changed', ctx.environmentId)
  return getCollection(ctx, id)
}

async function resolveImage(ctx: Ctx, { image }: queries.CollectionRow): Promise<Collection['image']> {
  if (!image) return null
  const [url] = await toStoredUrls(ctx, [image.url])
  if (url) return { ...image, url }
  throw invalidRequest('No such image.', [
    { path: '/image/url', message: 'must be an image of this environment; upload it with POST /v1/catalog/images' },
  ])
}

const MAX_HANDLE_CANDIDATES = 20

/**
 * A handle chosen by the caller must be free; one derived from the title gets a numeric suffix, or the id, until it is.
 */
async function findFreeHandle(ctx: Ctx, { id, title }: queries.CollectionRow, requested?: string): Promise<string> {
  const handles = requested ? [requested] : handleCandidates(id, slugify(title))
  const used = await queries.listUsedHandles(ctx, handles)
  const free = handles.find((handle) => !used.has(handle))
  if (free !== undefined) return free
  throw new AppError(
    'conflict',
    `The handle "${handles[0]}" is already in use by another collection. Choose another one.`,
    {
      details: [{ path: '/handle', message: 'is already in use by another collection' }],
      fields: { handle: handles[0] ?? '' },
    },
  )
}

function handleCandidates(id: string, slug: string | undefined): string[] {
  if (slug === undefined) return [id.replace('_', '-')]
  const numbered = Array.from({ length: MAX_HANDLE_CANDIDATES - 1 }, (_, at) => `${truncateSlug(slug, 96)}-${at + 2}`)
  return [slug, ...numbered, `${truncateSlug(slug, 73)}-${id.slice(-26)}`]
}

/** Stored rules are not validated against the shop currency again, because it may have changed since. */
async function assertValidCollection(
  ctx: Ctx,
  { kind, sort, rules }: queries.CollectionRow,
  hasNewRules: boolean,
): Promise<void> {
  if (kind === 'rules' && hasNewRules) assertValidRules(rules, await queries.getShopCurrency(ctx))
  if (kind === 'manual' && rules.length > 0) {
    throw invalidRequest('A manual collection can’t have rules.', [
      { path: '/rules', message: 'is only allowed for collections of kind "rules"' },
    ])
  }
  if (kind === 'rules' && sort === 'manual') {
    throw invalidRequest('A collection with rules can’t be sorted manually.', [
      { path: '/sort', message: 'must not be manual in a collection of kind "rules"' },
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

/** The id identifies the picture: it stays while the URL does. */
const toImage = (
  { url, alt = '' }: NonNullable<CollectionChanges['image']>,
  current: Collection['image'],
): Collection['image'] => ({ id: current?.url === url ? current.id : newId('img'), url, alt })

const toRow = (changes: CollectionChanges, current: queries.CollectionRow): queries.CollectionRow => ({
  id: current.id,
  kind: current.kind,
  handle: changes.handle ?? current.handle,
  title: changes.title ?? current.title,
  description: changes.description ?? current.description,
  image: changes.image === undefined ? current.image : changes.image && toImage(changes.image, current.image),
  status: changes.status ?? current.status,
  match: changes.match ?? current.match,
  rules: changes.rules ?? current.rules,
  sort: changes.sort ?? current.sort,
  seo: { ...current.seo, ...changes.seo },
})
