import type { Ctx } from '../../ctx.ts'
import { AppError } from '../../kit/errors.ts'
import { beginningOf, slugOf } from '../../kit/slug.ts'
import type { Draft } from './drafts.ts'
import * as queries from './queries.ts'
import type { WholeChanges } from './schemas.ts'

/** Whose the handles and external ids are that somebody wants: names and ids of products. */
export interface Names {
  handles: Map<string, string>
  externalIds: Map<string, string>
}

export type WantedNames = Pick<WholeChanges, 'handle' | 'externalId' | 'title'>

/** Only under `lockNames` does it stay true until the end of the transaction. */
export async function readNames(ctx: Ctx, wanted: WantedNames[]): Promise<Names> {
  const handles = wanted.flatMap(({ handle, title }) => handle ?? handlesFor(title ?? ''))
  const externalIds = wanted.flatMap(({ externalId }) => externalId ?? [])
  const found = await queries.findNames(ctx, handles, externalIds)
  return {
    handles: new Map(found.map(({ id, handle }) => [handle, id])),
    externalIds: new Map(found.flatMap(({ id, externalId }) => (externalId ? [[externalId, id]] : []))),
  }
}

/** Gives the draft its names, or refuses what is another's. What it had before is free for those who come after it. */
export function takeNames(names: Names, before: Draft | undefined, draft: Draft): void {
  const { id, externalId } = draft
  const handle = draft.handle || freeHandle(names, draft)
  if (isTaken(names.handles, handle, id)) throw handleTaken(handle)
  if (externalId && isTaken(names.externalIds, externalId, id)) throw externalIdTaken(externalId)
  if (before) names.handles.delete(before.handle)
  if (before?.externalId) names.externalIds.delete(before.externalId)
  names.handles.set(handle, id)
  if (externalId) names.externalIds.set(externalId, id)
  draft.handle = handle
}

const isTaken = (names: Map<string, string>, name: string, id: string) => (names.get(name) ?? id) !== id

const MAX_TRIES = 50

/** A handle that the caller has chosen must be free; one that is made of the title gets a number until it is. */
function handlesFor(title: string): string[] {
  const base = slugOf(title)
  if (!base) return []
  const numbered = Array.from({ length: MAX_TRIES - 1 }, (_, at) => `${beginningOf(base, 96)}-${at + 2}`)
  return [base, ...numbered]
}

function freeHandle({ handles }: Names, { id, title }: Draft): string {
  const tried = handlesFor(title)
  const free = tried.find((handle) => !handles.has(handle))
  if (free) return free
  // Nothing of the title can stand in a handle, or too many have the same: then the id makes it one of its own.
  const [base = 'product'] = tried
  return `${beginningOf(base, 70)}-${id.slice(-26)}`
}

const handleTaken = (handle: string) =>
  new AppError('conflict', `The handle "${handle}" belongs to another product: choose another one.`, {
    details: [{ path: '/handle', message: 'belongs to another product' }],
  })

const externalIdTaken = (externalId: string) =>
  new AppError('conflict', `The external id "${externalId}" belongs to another product.`, {
    details: [{ path: '/externalId', message: 'belongs to another product' }],
  })
