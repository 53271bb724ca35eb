import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { acquireInstanceLock } from './instance-lock.ts'

const query = async (connection: pg.ClientConfig, text: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const HOLDERS =
  "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"

it('lets one server hold the lock, which reacquires it after losing its connection unless another was faster', async () => {
  const connection = await copyTemplate()
  const onLost = vi.fn()
  const lock = await acquireInstanceLock(connection, 'alone', onLost)
  await expect(acquireInstanceLock(connection, 'alone', onLost)).rejects.toThrow('Another Storedesk server is running')

  const [first] = await query(connection, HOLDERS)
  await query(connection, `select pg_terminate_backend(${first.pid})`)
  await vi.waitFor(
    async () => {
      const [holder] = await query(connection, HOLDERS)
      expect(holder?.pid).toBeGreaterThan(0)
      expect(holder.pid).not.toBe(first.pid)
    },
    { timeout: 120_000 },
  )
  expect(onLost).not.toHaveBeenCalled()

  const thief = new pg.Client(connection)
  await thief.connect()
  const waiting = thief.query('select pg_advisory_lock(53020001)')
  await expect.poll(() => query(connection, `${HOLDERS} and not granted`)).toHaveLength(1)
  const [second] = await query(connection, `${HOLDERS} and granted`)
  await query(connection, `select pg_terminate_backend(${second.pid})`)
  await waiting
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 120_000 })
  await lock.release()
  await thief.end()
})

it('B4 counts only while the database confirms it, and a new holder waits until no other can rely on it', async () => {
  const connection = await copyTemplate()
  const startedMs = performance.now()
  const lock = await acquireInstanceLock(connection, 'alone', () => {})
  await expect.poll(() => lock.epoch()).toBeDefined()
  await lock.previousLeaseExpired()
  expect(performance.now() - startedMs).toBeGreaterThan(1900)
  await expect.poll(() => lock.epoch()).toBeDefined()

  // A new epoch also begins when a query took too long.
  const before = lock.epoch() ?? 0
  const [holder] = await query(connection, HOLDERS)
  await query(connection, `select pg_terminate_backend(${holder.pid})`)
  await expect.poll(() => lock.epoch()).toBeGreaterThan(before)
  await lock.release()
  expect(lock.epoch()).toBeUndefined()
})

it('D8 allows many servers with Redis, but never one without Redis next to them', async () => {
  const connection = await copyTemplate()
  const first = await acquireInstanceLock(connection, 'together', () => {})
  const second = await acquireInstanceLock(connection, 'together', () => {})
  await expect(acquireInstanceLock(connection, 'alone', () => {})).rejects.toThrow('the same REDIS_URL')
  await first.release()
  await second.release()
  const alone = await acquireInstanceLock(connection, 'alone', () => {})
  await expect(acquireInstanceLock(connection, 'together', () => {})).rejects.toThrow('Another Storedesk server')
  await alone.release()
})

it('10: takes the lock from its own dead connection that the database still considers alive', async () => {
  const proxy = await openDatabaseProxy(await copyTemplate())
  const onLost = vi.fn()
  const lock = await acquireInstanceLock(proxy.connection, 'alone', onLost)
  proxy.freeze()
  await expect.poll(() => lock.epoch()).toBeGreaterThan(1)
  expect(onLost).not.toHaveBeenCalled()
  await lock.release()
})
