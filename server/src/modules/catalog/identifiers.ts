import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { slugify, truncateSlug } from '../../kit/slug.ts'
import type { ProductState } from './product-state.ts'
import * as queries from './queries.ts'
import type { ResolvedProductChanges } from './schemas.ts'

/** Maps handles and external ids to the id of the product that uses them. */
export interface IdentifierOwners {
  handles: Map<string, string>
  externalIds: Map<string, string>
}

export type RequestedIdentifiers = Pick<ResolvedProductChanges, 'handle' | 'externalId' | 'title'>

/** The result stays valid until the end of the transaction only under `lockIdentifiers`. */
export async function readIdentifierOwners(ctx: Ctx, requested: RequestedIdentifiers[]): Promise<IdentifierOwners> {
  const handles = requested.flatMap(({ handle, title }) => handle ?? handleCandidates(title ?? ''))
  const externalIds = requested.flatMap(({ externalId }) => externalId ?? [])
  const owners = await queries.findIdentifiers(ctx, handles, externalIds)
  return {
    handles: new Map(owners.map(({ id, handle }) => [handle, id])),
    externalIds: new Map(owners.flatMap(({ id, externalId }) => (externalId ? [[externalId, id]] : []))),
  }
}

/**
 * Assigns the product its identifiers, or throws when another product uses them. Its previous identifiers become free
 * for later products of the batch.
 */
export function claimIdentifiers(
  owners: IdentifierOwners,
  before: ProductState | undefined,
  product: ProductState,
): void {
  const { id, externalId } = product
  const handle = product.handle || findFreeHandle(owners, product)
  if (isUsedByAnother(owners.handles, handle, id)) throw handleInUse(handle)
  if (externalId && isUsedByAnother(owners.externalIds, externalId, id)) throw externalIdInUse(externalId)
  if (before) owners.handles.delete(before.handle)
  if (before?.externalId) owners.externalIds.delete(before.externalId)
  owners.handles.set(handle, id)
  if (externalId) owners.externalIds.set(externalId, id)
  product.handle = handle
}

const isUsedByAnother = (owners: Map<string, string>, identifier: string, id: string) =>
  (owners.get(identifier) ?? id) !== id

const MAX_HANDLE_CANDIDATES = 50

/** A handle chosen by the caller must be free; one derived from the title gets a numeric suffix until it is. */
function handleCandidates(title: string): string[] {
  const base = slugify(title)
  if (!base) return []
  const numbered = Array.from({ length: MAX_HANDLE_CANDIDATES - 1 }, (_, at) => `${truncateSlug(base, 96)}-${at + 2}`)
  return [base, ...numbered]
}

function findFreeHandle({ handles }: IdentifierOwners, { id, title }: ProductState): string {
  const candidates = handleCandidates(title)
  const free = candidates.find((handle) => !handles.has(handle))
  if (free) return free
  // The title has no characters valid in a handle, or too many products share it: the id makes the handle unique.
  const [base = 'product'] = candidates
  return `${truncateSlug(base, 70)}-${id.slice(-26)}`
}

const handleInUse = (handle: string) =>
  new AppError('conflict', `The handle "${handle}" is already in use by another product. Choose another one.`, {
    details: [{ path: '/handle', message: 'is already in use by another product' }],
    fields: { handle },
  })

const externalIdInUse = (externalId: string) =>
  new AppError('conflict', `The external ID "${externalId}" is already in use by another product.`, {
    details: [{ path: '/externalId', message: 'is already in use by another product' }],
    fields: { externalId },
  })
