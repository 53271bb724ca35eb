import { expect, it, onTestFinished, vi } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { openServer } from '../../test/open-server.ts'
import { openShop } from '../../test/open-shop.ts'
import { openDatabase } from './database.ts'
import { openReplica } from './replica.ts'

it('serves reads that may be old from the replica, and from the primary while it is down', async () => {
  const connection = await copyTemplate()
  const primary = openDatabase({ connection })
  // An empty copy stands for the replica, so every response shows where it was read.
  const proxy = await openDatabaseProxy(await copyTemplate())
  const changes: boolean[] = []
  const replica = await openReplica({
    connection: proxy.connection,
    primary,
    checkIntervalMs: 50,
    onChange: (isInUse) => void changes.push(isInUse),
  })
  onTestFinished(async () => {
    await Promise.all([replica.close(), primary.close()])
  })
  const shop = await openShop(await openServer({ connection, replica: replica.db }))
  expect((await shop.api.post('/v1/customers', { name: 'Ada', emails: [{ address: 'ada@example.com' }] })).status).toBe(
    201,
  )
  const found = async () => (await shop.api.get('/v1/search?q=ada@example.com')).body.data.length
  const listed = async () => (await shop.api.get('/v1/customers')).body.data.length

  expect([await found(), await listed()]).toEqual([0, 1])
  proxy.close()
  expect([await found(), await listed()]).toEqual([1, 1])
  proxy.open()
  await vi.waitFor(async () => expect(await found()).toBe(0), { timeout: 60_000 })
  expect(changes).toEqual([true, false, true])
})
