import pg from 'pg'
import { expect, it } from 'vitest'
import { openServer } from '../test/open-server.ts'
import { bootstrap } from './bootstrap.ts'

it('waits until another server has created the demo workspace', async () => {
  const { system, connection } = await openServer()
  const another = new pg.Client(connection)
  await another.connect()
  await another.query('begin')
  await another.query('select pg_advisory_xact_lock(53020002)')
  const created: string[] = []
  const options = { publicUrl: 'http://127.0.0.1', file: undefined, onCreated: () => created.push('made') }
  const waiting = Promise.all([bootstrap(system, options), bootstrap(system, options)])
  // Longer than a statement may wait for a lock.
  await another.query('select pg_sleep(5.5)')
  expect(created).toEqual([])
  await another.query('commit')
  await another.end()
  await waiting
  expect(created).toEqual(['made'])
})
