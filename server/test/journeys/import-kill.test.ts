import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIsolatedShop } from '../open-shop.ts'
import { runProgram } from '../process.ts'
import { uploadFile, waitForReport } from '../product-files.ts'

it('an import whose worker is killed repeatedly runs once, with a correct report', async () => {
  const shop = await openIsolatedShop()
  const count = 1200
  const rows = Array.from({ length: count }, (_, n) => `p-${n},Product ${n},P-${n},${n}.00`)
  const { body } = await uploadFile(shop.api, ['Handle,Title,Variant SKU,Variant Price', ...rows].join('\n'))
  const startVictim = (crashWhen = '') =>
    runProgram('test/crashing-server.process.ts', {
      VICTIM_CONNECTION: JSON.stringify(shop.server.connection),
      VICTIM_MARK: join(tmpdir(), `storedesk-mark-${randomUUID()}`),
      VICTIM_ROLE: 'worker',
      VICTIM_CRASH_WHEN: crashWhen,
    })
  const done = async (): Promise<number> =>
    (await shop.server.db.pool.query('select rows_done from imports')).rows[0].rows_done

  const seen = [0]
  for (let round = 0; round < 2; round++) {
    const before = seen.at(-1) ?? 0
    expect(await startVictim(`select from imports where rows_done > ${before}`).exit()).toBeNull()
    seen.push(await done())
    expect(seen.at(-1)).toBeGreaterThan(before)
  }
  expect(seen.at(-1)).toBeLessThan(count)

  startVictim()
  const report = await waitForReport(shop, body.id)
  expect(report).toMatchObject({ status: 'completed', errors: [], rows: { done: count, total: count } })
  expect(report.counts).toEqual({ created: count, updated: 0, unchanged: 0, failed: 0 })
  const { rows: totals } = await shop.server.db.pool.query(
    `select count(*)::int as products, max(version) as version,
       (select count(*)::int from events where environment_id = $1) as events
     from products where environment_id = $1`,
    [shop.live.environmentId],
  )
  expect(totals).toEqual([{ products: count, version: 1, events: count }])
})
