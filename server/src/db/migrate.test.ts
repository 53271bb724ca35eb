import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createEmptyDatabase } from '../../test/database.ts'
import { migrate } from './migrate.ts'

let connection: pg.ClientConfig
let admin: pg.Client

beforeAll(async () => {
  connection = await createEmptyDatabase()
  admin = new pg.Client(connection)
  await admin.connect()
})
afterAll(() => admin.end())

async function writeMigrations(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  for (const [name, source] of Object.entries(files)) await writeFile(join(folder, `${name}.sql`), source)
  return folder
}

const query = async (text: string) => (await admin.query<Record<string, unknown>>(text)).rows

it('waits for a table without blocking others behind it, and lets an older release start meanwhile', async () => {
  const [owner, other] = [new pg.Client(connection), new pg.Client(connection)]
  for (const client of [owner, other]) await client.connect()
  const oldRelease = await writeMigrations({ '0001_things': 'create table things ()' })
  await migrate(connection, { folder: oldRelease })
  const folder = await writeMigrations({
    '0001_things': 'create table things ()',
    '0002_fill': 'alter table things set (fillfactor = 70);',
  })
  await owner.query('begin; lock table things in share mode')

  const printed: string[] = []
  const migrating = migrate(connection, { print: (line) => printed.push(line), lockTimeoutMs: 100, folder })
  await expect.poll(() => printed).toContainEqual(expect.stringContaining('Waiting'))
  // Would wait for the migration, which waits for the owner, if that did not give up.
  await other.query(`set lock_timeout = '60s'; begin; lock table things in share mode; commit`)
  await migrate(connection, { folder: oldRelease })
  expect(printed).toHaveLength(1)
  await owner.query('commit')
  await migrating
  expect(printed.at(-1)).toContain('Migrated the database')
  for (const client of [owner, other]) await client.end()
})

it('keeps what was applied before a migration that fails, and names it', async () => {
  const folder = await writeMigrations({
    '0011_shelves': 'create table shelves (id integer primary key)',
    '0012_broken': 'create table half (); select 1 / 0;',
  })
  await expect(migrate(connection, { folder })).rejects.toThrow('Migration 0012_broken failed: division by zero')
  expect(await query(`select to_regclass('shelves') as shelves, to_regclass('half') as half`)).toEqual([
    { shelves: 'shelves', half: null },
  ])
  expect(await query(`select name from migrations where name like '001%'`)).toEqual([{ name: '0011_shelves' }])
})

it('builds an index concurrently, and again after an attempt that left an invalid one', async () => {
  await admin.query('create table books (isbn text); insert into books values (1), (1)')
  const source = `-- no transaction
    -- Each; alone.
    create unique index concurrently if not exists books_isbn_idx on books (isbn);
    alter table books set (fillfactor = 70);`
  const folder = await writeMigrations({ '0021_index': source })
  await expect(migrate(connection, { folder })).rejects.toThrow('could not create unique index')
  const state = `select indisvalid from pg_index where indexrelid = 'books_isbn_idx'::regclass`
  expect(await query(state)).toEqual([{ indisvalid: false }])

  await admin.query('delete from books')
  // Servers that start at once: the one that waits must not hold up the index.
  await Promise.all([migrate(connection, { folder }), migrate(connection, { folder })])
  expect(await query(state)).toEqual([{ indisvalid: true }])
  expect(await query(`select count(*)::int from migrations where name = '0021_index'`)).toEqual([{ count: 1 }])
})

it('backfills in batches, and continues after the last complete one', async () => {
  await admin.query(`
    create table parcels (shop uuid, id text collate "C", weight integer, visits integer not null default 0,
      primary key (shop, id));
    insert into parcels select gen_random_uuid(), 'p' || number, 1 from generate_series(1, 7) as number`)
  // One that cannot be changed, in the third batch.
  const [fifth] = await query('select shop from parcels order by shop, id limit 1 offset 4')
  await admin.query(`update parcels set weight = 0 where shop = '${String(fifth?.shop)}'`)
  const folder = await writeMigrations({
    '0031_visits': `-- backfill parcels
      with scale as (select 10 as factor)
      update parcels set visits = visits + factor / weight from batch, scale
      where parcels.shop = batch.shop and parcels.id = batch.id;`,
  })
  const printed: string[] = []
  const run = () => migrate(connection, { folder, batchSize: 2, print: (line) => printed.push(line) })
  await expect(run()).rejects.toThrow('division by zero')
  expect(await query('select count(*)::int from parcels where visits = 10')).toEqual([{ count: 4 }])

  await admin.query('update parcels set weight = 1')
  await run()
  expect(printed).toEqual([
    '0031_visits: continuing after 4 rows of parcels.',
    '0031_visits: 7 rows of parcels done.',
    'Migrated the database (migrations applied: 1).',
  ])
  expect(await query('select distinct visits from parcels')).toEqual([{ visits: 10 }])
  expect(await query('select * from migration_progress')).toEqual([])
})

it('repeats a batch when a row that it refers to was deleted meanwhile', async () => {
  await admin.query(`
    create table crates (id text primary key, checked boolean);
    insert into crates values ('c1'), ('c2');
    -- Counts attempts, also those that are rolled back.
    create sequence attempts;
    create function check_crate() returns boolean language plpgsql as $$
    begin
      if nextval('attempts') < 3 then raise foreign_key_violation; end if;
      return true;
    end $$`)
  const folder = await writeMigrations({
    '0041_checks': `-- backfill crates
      update crates set checked = check_crate() from batch where crates.id = batch.id;`,
  })
  await migrate(connection, { folder })
  expect(await query('select count(*)::int from crates where checked')).toEqual([{ count: 2 }])

  await admin.query(`create or replace function check_crate() returns boolean language plpgsql as $$
    begin raise foreign_key_violation; end $$`)
  const failing = await writeMigrations({
    '0042_checks': `-- backfill crates
      update crates set checked = check_crate() from batch where crates.id = batch.id;`,
  })
  await expect(migrate(connection, { folder: failing })).rejects.toThrow('foreign_key_violation')
})
