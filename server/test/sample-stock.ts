import { expect } from 'vitest'
import type { Shop } from './open-shop.ts'
import { addProduct } from './sample-products.ts'

export const adjustStock = (shop: Pick<Shop, 'api'>, changes: object[], reason = 'correction') =>
  shop.api.post('/v1/inventory/adjustments', { reason, changes })

/** Adjusts stock; fails when the request is rejected. */
export async function setStock(shop: Pick<Shop, 'api'>, ...changes: object[]) {
  const response = await adjustStock(shop, changes)
  expect([response.status, response.body?.error?.message]).toEqual([201, undefined])
  return response.body.levels
}

export async function addVariants(shop: Shop, more: object = {}): Promise<string[]> {
  const { variants } = await addProduct(shop.api, more)
  return variants.map(({ id }: { id: string }) => id)
}

export async function addLocation(shop: Shop, name: string): Promise<string> {
  const { status, body } = await shop.api.post('/v1/inventory/locations', { name })
  expect(status).toBe(201)
  return body.id
}

/** Stock events, oldest first. */
export async function listStockEvents(shop: Shop): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await shop.server.db.pool.query(
    "select type, data from events where environment_id = $1 and type like 'inventory.%' and type <> 'inventory.adjusted' order by id",
    [shop.live.environmentId],
  )
  return rows
}
