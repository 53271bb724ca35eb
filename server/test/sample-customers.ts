import { expect } from 'vitest'
import type { Shop } from './open-shop.ts'

/** Returns the id of a new customer. */
export async function addCustomer({ api }: Pick<Shop, 'api'>, more: object = {}): Promise<string> {
  const response = await api.post('/v1/customers', { name: 'Ada Lovelace', ...more })
  expect([response.status, response.body?.error]).toEqual([201, undefined])
  return response.body.id
}
