import { expect, vi } from 'vitest'
import { type Answer, type Caller, openLoneShop, type Shop } from './open-shop.ts'

const IMPORTS = '/v1/catalog/imports'

/** A shop whose jobs are done. */
export async function openWorking(): Promise<Shop> {
  const shop = await openLoneShop()
  await shop.server.startWorker()
  return shop
}

/** A file of these rows; cells are quoted where they must be. */
export const csv = (...rows: string[][]): string =>
  rows
    .map((row) => row.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\n')

export const sendFile = (caller: Caller, file: string, query = ''): Promise<Answer> =>
  caller.send('POST', `${IMPORTS}${query}`, file, { 'content-type': 'text/csv' })

/** Hands the file in and waits for its report. A worker must be running. */
export async function importFile(shop: Shop, file: string, query = '') {
  const accepted = await sendFile(shop.api, file, query)
  expect([accepted.status, accepted.body.error]).toEqual([202, undefined])
  return reportOf(shop, accepted.body.id)
}

/** Who asked the front door again and again would be told to wait. */
export async function reportOf(shop: Shop, id: string) {
  const ended = 'select id from imports where id = $1 and finished_at is not null'
  const hasEnded = async () => expect((await shop.server.db.pool.query(ended, [id])).rows).toHaveLength(1)
  await vi.waitFor(hasEnded, { timeout: 60_000, interval: 20 })
  return (await shop.api.get(`${IMPORTS}/${id}`)).body
}
