import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { createEmptyDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

it('waits for a table without blocking others behind it', async () => {
  const connection = await createEmptyDatabase()
  const [owner, other] = [new pg.Client(connection), new pg.Client(connection)]
  for (const client of [owner, other]) await client.connect()
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  await writeFile(join(folder, '0001_things.sql'), 'alter table things set (fillfactor = 70);')
  await owner.query('create table things ()')
  await owner.query('begin; lock table things in share mode')

  const printed: string[] = []
  const migrating = migrate(connection, { print: (line) => printed.push(line), lockTimeoutMs: 100, folder })
  await expect.poll(() => printed).toContainEqual(expect.stringContaining('Waiting'))
  // Would wait for the migration, which waits for the owner, if that did not give up.
  await other.query(`set lock_timeout = '60s'; begin; lock table things in share mode; commit`)
  expect(printed).toHaveLength(1)
  await owner.query('commit')
  await migrating
  expect(printed.at(-1)).toContain('Migrated the database')
  for (const client of [owner, other]) await client.end()
})
