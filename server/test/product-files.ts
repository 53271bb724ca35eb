import { expect, vi } from 'vitest'
import { type ApiClient, type ApiResponse, openIsolatedShop, type Shop } from './open-shop.ts'

const IMPORTS = '/v1/catalog/imports'

/** A shop with a running worker. */
export async function openShopWithWorker(): Promise<Shop> {
  const shop = await openIsolatedShop()
  await shop.server.startWorker()
  return shop
}

/** A CSV file of these rows; quotes cells where necessary. */
export const csv = (...rows: string[][]): string =>
  rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')

export const uploadFile = (caller: ApiClient, file: string, query = ''): Promise<ApiResponse> =>
  caller.send('POST', `${IMPORTS}${query}`, file, { 'content-type': 'text/csv' })

/** Uploads the file and waits for its report. A worker must be running. */
export async function importFile(shop: Shop, file: string, query = '') {
  const accepted = await uploadFile(shop.api, file, query)
  expect([accepted.status, accepted.body.error]).toEqual([202, undefined])
  return waitForReport(shop, accepted.body.id)
}

/** Polls the database: polling the API would hit its rate limit. */
export async function waitForReport(shop: Shop, id: string) {
  const finishedQuery = 'select id from imports where id = $1 and finished_at is not null'
  const hasFinished = async () => expect((await shop.server.db.pool.query(finishedQuery, [id])).rows).toHaveLength(1)
  await vi.waitFor(hasFinished, { timeout: 120_000, interval: 20 })
  return (await shop.api.get(`${IMPORTS}/${id}`)).body
}
