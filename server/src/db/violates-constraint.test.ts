import pg from 'pg'
import { expect, it } from 'vitest'
import { copyTemplate } from '../../test/database.ts'
import { violatesConstraint } from './violates-constraint.ts'

it('recognizes a constraint by its name, and that of a shard', async () => {
  const client = new pg.Client(await copyTemplate())
  await client.connect()
  await client.query('create table things (id integer, constraint things_key unique (id))')
  const error = await client.query('insert into things values (1), (1)').catch((error: unknown) => error)
  await client.query('alter table things rename constraint things_key to things_key_102008')
  const shardError = await client.query('insert into things values (1), (1)').catch((error: unknown) => error)
  await client.end()
  for (const one of [error, shardError]) expect(violatesConstraint(one, 'things_key')).toBe(true)
  expect(violatesConstraint(error, 'things')).toBe(false)
  expect(violatesConstraint(new Error('"things_key"'), 'things_key')).toBe(false)
})
