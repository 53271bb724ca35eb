import { type Ctx, transaction } from '../../ctx.ts'
import { lockEnvironment } from '../../db/lock-environment.ts'
import { emit } from '../../events/emit.ts'
import { AppError, notFound } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { deleteLevelsAt } from './level-queries.ts'
import * as queries from './location-queries.ts'
import { type Location, type LocationChanges, MAX_LOCATIONS, type NewLocation } from './schemas.ts'

export function createLocation(ctx: Ctx, { name, position, active = true }: NewLocation): Promise<Location> {
  return transaction(ctx, async (ctx) => {
    await lockEnvironment(ctx)
    const others = await queries.listLocations(ctx)
    if (others.length >= MAX_LOCATIONS)
      throw new AppError('conflict', `A shop can have at most ${MAX_LOCATIONS} locations. Delete one first.`, {
        fields: { limit: MAX_LOCATIONS },
      })
    if (!active && others.length === 0) throw lastActiveLocation(name)
    assertNameAvailable(others, name)
    const last = Math.max(-1, ...others.map((other) => other.position))
    return insertLocation(ctx, { name, position: position ?? last + 1, active })
  })
}

export function changeLocation(ctx: Ctx, id: Location['id'], changes: LocationChanges): Promise<Location> {
  return transaction(ctx, async (ctx) => {
    const { location, others } = await lockLocation(ctx, id)
    if (changes.name !== undefined) assertNameAvailable(others, changes.name)
    if (location.active && changes.active === false) await assertUnused(ctx, location, others)
    const changed = await queries.updateLocation(ctx, { ...location, ...changes })
    await emit(ctx, 'location.updated', { locationId: id })
    return changed
  })
}

/** Its movements remain in the ledger. */
export function deleteLocation(ctx: Ctx, id: Location['id']): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const { location, others } = await lockLocation(ctx, id)
    await assertUnused(ctx, location, others)
    await deleteLevelsAt(ctx, id)
    await queries.deleteLocation(ctx, id)
    await emit(ctx, 'location.deleted', { locationId: id })
  })
}

/** The location used when a request names none. A shop without locations gets exactly one. */
export async function getDefaultLocation(ctx: Ctx): Promise<Location> {
  const existing = await queries.lockFirstActiveShared(ctx)
  if (existing) return existing
  await lockEnvironment(ctx)
  return (
    (await queries.lockFirstActiveShared(ctx)) ??
    (await insertLocation(ctx, { name: 'Main location', position: 0, active: true }))
  )
}

async function insertLocation(ctx: Ctx, input: Omit<Location, 'id' | 'createdAt'>): Promise<Location> {
  const location = await queries.insertLocation(ctx, { id: newId('loc'), ...input })
  await emit(ctx, 'location.created', { locationId: location.id })
  return location
}

/** Stock changes lock the location too, so none can happen from here on. */
async function lockLocation(ctx: Ctx, id: string): Promise<{ location: Location; others: Location[] }> {
  await lockEnvironment(ctx)
  const location = await queries.lockLocation(ctx, id)
  if (!location) throw notFound('location', id)
  return { location, others: (await queries.listLocations(ctx)).filter((other) => other.id !== id) }
}

async function assertUnused(ctx: Ctx, { id, name, active }: Location, others: Location[]): Promise<void> {
  if (active && !others.some((other) => other.active)) throw lastActiveLocation(name)
  if ((await queries.countPickupRates(ctx, id)).count > 0) {
    throw new AppError('conflict', `Customers can pick up at "${name}". Delete its pickup rates first.`)
  }
  const { count } = await queries.countLevelsInUse(ctx, id)
  if (count === 0) return
  throw new AppError(
    'conflict',
    `"${name}" still has stock: ${count === 1 ? 'one variant has' : `${count} variants have`} units on hand, reserved or incoming. Move the stock to another location or write it off first.`,
    { fields: { locationId: id, variantCount: count } },
  )
}

function assertNameAvailable(others: Location[], name: string): void {
  if (!others.some((other) => other.name === name)) return
  throw new AppError('conflict', `The location name "${name}" is already in use. Choose another one.`)
}

const lastActiveLocation = (name: string) =>
  new AppError(
    'conflict',
    `A shop needs an active location, and "${name}" is the only one. Create or activate another one first.`,
  )
