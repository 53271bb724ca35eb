import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { openIsolatedShop, type Shop } from '../../test/open-shop.ts'
import { waitForPreparedTransactions } from './prepared-transactions.ts'

/** A transaction that is prepared on all nodes, as those of Citus are for a moment. */
async function prepareTransaction({ server }: Shop, name: string): Promise<{ commit(): Promise<void> }> {
  const clients = inject('template').nodes.map(({ host, port }) => new pg.Client({ ...server.connection, host, port }))
  onTestFinished(async () => void (await Promise.all(clients.map((client) => client.end()))))
  for (const client of clients) {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    await client.query(`prepare transaction '${name}'`)
  }
  return {
    commit: async () => {
      for (const client of clients) await client.query(`commit prepared '${name}'`)
    },
  }
}

it('waits until the transactions that were prepared before are decided, not for later ones', async () => {
  const shop = await openIsolatedShop()
  const wait = () => waitForPreparedTransactions(shop.server.db, shop.live.environmentId)
  await wait()
  const earlier = await prepareTransaction(shop, 'earlier')
  let isCommitting = false
  const waiting = wait().then(() => expect(isCommitting).toBe(true))
  await sleep(200)
  const later = await prepareTransaction(shop, 'later')
  isCommitting = true
  await earlier.commit()
  await waiting
  await later.commit()
})

it('does not wait for other databases of the node', async () => {
  const [shop, other] = [await openIsolatedShop(), await openIsolatedShop()]
  const prepared = await prepareTransaction(other, 'foreign')
  await waitForPreparedTransactions(shop.server.db, shop.live.environmentId)
  await prepared.commit()
})
