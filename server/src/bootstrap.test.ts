import pg from 'pg'
import { expect, it } from 'vitest'
import { openServer } from '../test/open-server.ts'
import { recordQueries } from '../test/query-recorder.ts'
import { bootstrap } from './bootstrap.ts'

it('waits until another server has created the demo workspace', async () => {
  const { system, connection, db } = await openServer()
  const another = new pg.Client(connection)
  await another.connect()
  await another.query('begin')
  await another.query('select pg_advisory_xact_lock(53020002)')
  const created: string[] = []
  const options = { publicUrl: 'http://127.0.0.1', file: undefined, onCreated: () => created.push('made') }
  const { queries } = recordQueries(db)
  const attempts = () => queries().filter(({ text }) => text.includes('53020002')).length
  const waiting = Promise.all([bootstrap(system, options), bootstrap(system, options)])
  // They poll: a lock wait in the database would end after 5 s, with an error.
  await expect.poll(attempts).toBeGreaterThan(6)
  expect(created).toEqual([])
  await another.query('commit')
  await another.end()
  await waiting
  expect(created).toEqual(['made'])
})
