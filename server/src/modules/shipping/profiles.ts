import type { Ctx } from '../../ctx.ts'
import { keyset, type Page, type PageRequest, toPage } from '../../db/page.ts'
import { assertIfMatch } from '../../http/responses/etag.ts'
import { AppError, invalidRequest, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { assertReferencesExist, selectionReferences } from '../catalog/references/references.ts'
import { changeShipping, emitShippingUpdated } from './change-shipping.ts'
import * as queries from './profile-queries.ts'
import { MAX_PROFILES, type NewProfile, type Profile, type ProfileChanges } from './schemas.ts'

export function createProfile(ctx: Ctx, input: NewProfile): Promise<Profile> {
  return changeShipping(ctx, async (ctx) => {
    assertNotEmpty(input)
    await assertItemsExist(ctx, input)
    // Items outside the new profile need the default profile.
    await getDefaultProfile(ctx)
    if ((await queries.countProfiles(ctx)) >= MAX_PROFILES) {
      throw new AppError('conflict', `A shop can have at most ${MAX_PROFILES} profiles. Delete one first.`, {
        fields: { limit: MAX_PROFILES },
      })
    }
    const profile = await queries.insertProfile(ctx, newId('sprof'), input, false)
    await emitShippingUpdated(ctx, 'profile', profile.id)
    return profile
  })
}

export function changeProfile(
  ctx: Ctx,
  id: Profile['id'],
  changes: ProfileChanges,
  ifMatch?: string,
): Promise<Profile> {
  return changeShipping(ctx, async (ctx) => {
    const before = await getProfile(ctx, id)
    assertIfMatch(ifMatch, before.version)
    const after = { ...before, ...changes }
    if (before.default) assertDefaultProfileEmpty(after)
    else assertNotEmpty(after)
    await assertItemsExist(ctx, after, before)
    const profile = await queries.updateProfile(ctx, id, after)
    await emitShippingUpdated(ctx, 'profile', id)
    return profile
  })
}

/** Deletes its rates too. Its items fall back to the default profile. */
export function deleteProfile(ctx: Ctx, id: Profile['id'], ifMatch?: string): Promise<void> {
  return changeShipping(ctx, async (ctx) => {
    const { version, default: isDefault } = await getProfile(ctx, id)
    assertIfMatch(ifMatch, version)
    if (isDefault)
      throw new AppError(
        'conflict',
        'The default profile can’t be deleted. It contains all products that are in no other.',
      )
    await queries.deleteProfile(ctx, id)
    await emitShippingUpdated(ctx, 'profile', id)
  })
}

export async function getProfile(ctx: Ctx, id: string): Promise<Profile> {
  const profile = await queries.findProfile(ctx, id)
  if (!profile) throw notFound('shipping profile', id)
  return profile
}

export async function listProfiles(ctx: Ctx, request: PageRequest): Promise<Page<Profile>> {
  const page = keyset(request)
  return toPage(await queries.listProfiles(ctx, page), page)
}

/** Created on first use. Call it inside `changeShipping`, or concurrent requests could each create one. */
export const getDefaultProfile = async (ctx: Ctx): Promise<Profile> =>
  (await queries.findDefaultProfile(ctx)) ??
  (await queries.insertProfile(ctx, newId('sprof'), { name: 'General', items: {} }, true))

const isEmpty = ({ items: { exclude: _, ...lists } }: NewProfile) =>
  Object.values(lists).every((list) => list.length === 0)

/** Without a list it would match all items, which only the default profile does. */
function assertNotEmpty(profile: NewProfile): void {
  if (!isEmpty(profile)) return
  throw invalidRequest('Select the products of this profile.', [
    { path: '/items', message: 'must contain products, variants, collections, tags, vendors or types' },
  ])
}

const assertItemsExist = (ctx: Ctx, { items }: NewProfile, before?: NewProfile): Promise<void> =>
  assertReferencesExist(
    ctx,
    'profile',
    selectionReferences(items, '/items'),
    before ? selectionReferences(before.items, '/items') : [],
  )

function assertDefaultProfileEmpty(profile: NewProfile): void {
  if (isEmpty(profile) && profile.items.exclude === undefined) return
  throw invalidRequest('The default profile contains all products that are in no other. It can’t select products.', [
    { path: '/items', message: 'must be empty in the default profile; create another profile for these products' },
  ])
}
