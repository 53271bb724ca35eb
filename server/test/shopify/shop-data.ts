import type { ShopResource } from '../../src/ports/shop-lines.ts'
import { generateShop } from './generate-shop.ts'
import { gid, type ShopObject, type ShopSize } from './generated-values.ts'

type Change = (object: ShopObject) => void

/** What the merchant has, and what they do to it between two syncs. */
export interface ShopData {
  /** One at a time, in the order of the shop. */
  list(resource: ShopResource): Iterable<ShopObject>
  find(resource: ShopResource, id: string): ShopObject | undefined
  /** Changes an object and its `updatedAt`. Products are counted from 0. */
  change(resource: ShopResource, index: number, change: Change): void
  remove(resource: ShopResource, index: number): void
  /** As the merchant would create it: a copy of the first one with other fields. */
  add(resource: ShopResource, fields: Record<string, unknown> & { id: string }): void
}

export function openShopData(size: ShopSize, imageUrl: (name: string) => string): ShopData {
  const generated = generateShop(size, imageUrl)
  const changes = new Map<string, Change[]>()
  const removed = new Set<string>()
  const added = new Map<ShopResource, ShopObject[]>()

  function current(resource: ShopResource, index: number): ShopObject {
    const object = generated.at(resource, index)
    for (const change of changes.get(object.id) ?? []) change(object)
    return object
  }

  /** A product takes its stock along. */
  const isRemoved = (resource: ShopResource, index: number, id: string) => {
    if (removed.has(id)) return true
    if (resource !== 'inventory' || removed.size === 0) return false
    return removed.has(gid('Product', Math.floor(index / size.variantsPerProduct) + 1))
  }

  function* list(resource: ShopResource): Iterable<ShopObject> {
    for (let index = 0; index < generated.counts[resource]; index++) {
      const object = current(resource, index)
      if (isRemoved(resource, index, object.id)) continue
      if (resource === 'collections') object.products = object.products.filter(({ id }: ShopObject) => !removed.has(id))
      yield object
    }
    yield* (added.get(resource) ?? []).filter(({ id }) => !removed.has(id))
  }

  return {
    list,
    find: (resource, id) => findIn(list(resource), id),
    change(resource, index, change) {
      const { id } = generated.at(resource, index)
      const updatedAt = new Date().toISOString()
      const stamped: Change = (object) => {
        object.updatedAt = updatedAt
        change(object)
      }
      changes.set(id, [...(changes.get(id) ?? []), stamped])
    },
    remove: (resource, index) => void removed.add(generated.at(resource, index).id),
    add(resource, fields) {
      const object = { ...generated.at(resource, 0), updatedAt: new Date().toISOString(), ...fields }
      added.set(resource, [...(added.get(resource) ?? []), object])
    },
  }
}

function findIn(objects: Iterable<ShopObject>, id: string): ShopObject | undefined {
  for (const object of objects) if (object.id === id) return object
  return undefined
}
