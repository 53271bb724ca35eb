import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { takeInstanceLock } from './instance-lock.ts'

const query = async (connection: pg.ClientConfig, text: string) => {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const HOLDERS =
  "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"

it('one server holds the lock; when its connection is lost it takes the lock again, unless another was faster', async () => {
  const connection = await copyTemplate()
  const onLost = vi.fn()
  const lock = await takeInstanceLock(connection, 'alone', onLost)
  await expect(takeInstanceLock(connection, 'alone', onLost)).rejects.toThrow('Another Storedesk server is running')

  const [first] = await query(connection, HOLDERS)
  await query(connection, `select pg_terminate_backend(${first.pid})`)
  await vi.waitFor(async () => {
    const [holder] = await query(connection, HOLDERS)
    expect(holder?.pid).toBeGreaterThan(0)
    expect(holder.pid).not.toBe(first.pid)
  })
  expect(onLost).not.toHaveBeenCalled()

  const thief = new pg.Client(connection)
  await thief.connect()
  const waiting = thief.query('select pg_advisory_lock(53020001)')
  const [second] = await query(connection, `${HOLDERS} and granted`)
  await query(connection, `select pg_terminate_backend(${second.pid})`)
  await waiting
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), { timeout: 10_000 })
  await lock.release()
  await thief.end()
})
