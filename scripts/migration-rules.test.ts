import { describe, expect, it } from 'vitest'
import { findMigrationProblems } from './migration-rules.ts'

const check = (source: string, file = '0200_test.sql') => findMigrationProblems([{ file, source }])

describe('rejects with advice', () => {
  it.each([
    ['alter table orders alter column total type bigint', 'rewrites the table'],
    ['alter table orders add note text, alter total set data type numeric(12, 2)', 'rewrites the table'],
    [
      'alter table orders add column token uuid not null default gen_random_uuid()',
      'computes the default for every row',
    ],
    ['alter table orders add token text default md5(random()::text)', 'computes the default for every row'],
    ['alter table orders add column day date generated always as (created_at::date) stored', 'rewrites the table'],
    ['alter table orders add number bigserial', 'rewrites the table'],
    ['alter table orders add column source text not null', 'fails when the table has rows'],
    ['alter table orders add column size integer default 1 check (size > 0)', 'checks every row'],
    ['alter table orders alter column email set not null', 'check (email is not null) not valid'],
    ['alter table orders add constraint positive check (total >= 0)', 'Add "not valid"'],
    ['alter table orders add foreign key (environment_id, customer_id) references customers', 'Add "not valid"'],
    ['alter table orders add constraint orders_number_key unique (environment_id, number)', 'using index'],
    ['alter table orders validate constraint positive', 'Write it in a file with "-- no transaction"'],
    ['create index orders_note_idx on orders (environment_id, note)', 'create index concurrently'],
    ['drop index orders_note_idx', 'drop index concurrently'],
    ['create index concurrently if not exists a_idx on orders (a)', 'Begin the file with "-- no transaction"'],
    ['-- no transaction\ncreate index concurrently a_idx on orders (a)', 'cannot be repeated'],
    ['-- no transaction\nalter table orders add note text', 'cannot be repeated'],
    ['alter table orders drop column note', 'unused since'],
    ['alter table orders drop note', 'unused since'],
    ['alter table orders rename column note to remark', "Don't rename"],
    ['drop table carts', 'unused since'],
    ["update orders set note = 'a; where' where note is null", 'changes a whole table'],
    ['with old as (select id from orders) delete from orders using old', 'changes a whole table'],
    ['insert into notes (id) select id from orders', 'changes a whole table'],
    ["-- backfill orders\nupdate orders set note = ''", 'Join `batch`'],
    ["do $$ begin update orders set note = ''; end $$", 'no rule reads the statements of a block'],
    ['do language plpgsql $$ begin alter table orders alter total type bigint; end $$', 'no rule reads'],
    ['-- safe:\ndo $$ begin perform 1; end $$', 'no rule reads'],
    ['create trigger t after update on orders for each row execute function f()', 'waits for all who write'],
    ['create or replace trigger t before insert on orders execute function f()', 'waits for all who write'],
    ['create constraint trigger t after insert on orders for each row execute function f()', 'waits for all'],
    ['refresh materialized view best_sellers', 'refresh materialized view concurrently'],
    ['cluster orders using orders_pkey', 'rewrites the table'],
    ['vacuum full orders', 'rewrites the table'],
    ['vacuum (full, analyze) orders', 'rewrites the table'],
    ['reindex table orders', 'reindex index concurrently'],
    ['-- no transaction\nreindex index orders_pkey', 'reindex index concurrently'],
    ['alter type kind alter attribute size type bigint cascade', 'may rewrite all tables'],
    ["alter type kind add value 'gift'", 'may rewrite all tables'],
  ])('%s', (source, advice) => {
    expect(check(source)).toEqual([expect.stringContaining(advice)])
  })
})

describe('accepts', () => {
  it.each([
    'alter table orders add column note text',
    "alter table orders add column tags text[] not null default '{}', add size integer not null default 0",
    "alter table orders add column kind text not null default 'sale', add at timestamptz default now()",
    'alter table orders add constraint positive check (total >= 0) not valid',
    'alter table orders add constraint orders_number_key unique using index orders_number_idx',
    'alter table orders drop constraint positive',
    'alter table orders alter column note set default gen_random_uuid()',
    '-- no transaction\ncreate unique index concurrently if not exists a_idx on orders (a);\ndrop index concurrently if exists b_idx',
    '-- no transaction\nalter table orders validate constraint positive',
    '-- contract: unused since 0.3\n-- The total replaces it.\nalter table orders drop column sum',
    '-- small: one row per workspace\nupdate workspaces set rate_limit_factor = 1',
    "-- backfill orders\nupdate orders set note = '' from batch where orders.id = batch.id",
    'create table notes (id text primary key);\ncreate index notes_id_idx on notes (id);\ninsert into notes (id) select id from orders;',
    "create or replace function f() returns void language plpgsql as $$ begin update orders set note = ''; end $$",
    '-- safe: only a server with Citus has it, and it has one row\n-- Why.\ndo $$ begin perform 1; end $$',
    '-- safe: the previous release writes no such rows\ncreate trigger t after insert on orders execute function f()',
    '-- safe: one row per workspace\nrefresh materialized view plans',
    '-- no transaction\nrefresh materialized view concurrently best_sellers',
    '-- no transaction\nreindex index concurrently orders_pkey',
    '-- safe: one row per workspace\nreindex table workspaces',
    "-- safe: no table has a column of it yet\nalter type kind add value 'gift'",
    "create type kind as enum ('sale');\nalter type kind add value 'gift'",
    'create table notes (id text primary key);\ncreate trigger t after insert on notes execute function f();',
    'create materialized view plans as select 1;\nrefresh materialized view plans',
    "select set_config('storedesk.migrating', 'on', true)",
  ])('%s', (source) => {
    expect(check(source)).toEqual([])
  })

  it('set not null after a check that an earlier file validated', () => {
    const files = [
      ['0200_a.sql', 'alter table orders add constraint has_email check (email is not null) not valid'],
      ['0201_b.sql', '-- no transaction\nalter table orders validate constraint has_email'],
      [
        '0202_c.sql',
        'alter table orders alter column email set not null;\nalter table orders drop constraint has_email',
      ],
    ].map(([file = '', source = '']) => ({ file, source }))
    expect(findMigrationProblems(files)).toEqual([])
    expect(findMigrationProblems(files.filter(({ file }) => file !== '0201_b.sql'))).toHaveLength(1)
  })

  it('a call of a function that only reads', () => {
    const reads =
      'create function f() returns void language plpgsql as $$ begin perform id from orders for update; end $$'
    expect(check(`${reads};\nselect f()`)).toEqual([])
  })

  it('whatever was written before the first release', () => {
    expect(check('alter table orders drop column note', '0097_old.sql')).toEqual([])
  })
})

describe('a call of a function that changes tables', () => {
  const f = "create function f() returns void language plpgsql as $$ begin update orders set note = ''; end $$"
  const g = 'create function g() returns void language sql as $$ select f() $$'

  it.each([
    `${f};\nselect f()`,
    `${f};\nselect public.f () from orders`,
    `${f};\n${g};\nselect g()`,
    "create procedure f() language plpgsql as $$ begin execute 'truncate orders'; end $$;\ncall f()",
    'create function f() returns void language sql as $$ delete from orders $$;\ncreate table notes (id text);\ninsert into notes values (f())',
  ])('is rejected: %s', (source) => {
    expect(check(source)).toEqual([expect.stringMatching(/calls [fg]\(\), which changes tables/)])
  })

  it('is rejected when an old file created the function, until another replaces it', () => {
    const old = { file: '0097_old.sql', source: f }
    const call = { file: '0201_call.sql', source: 'select f()' }
    const harmless = {
      file: '0200_f.sql',
      source: 'create or replace function f() returns void language sql as $$ select 1 $$',
    }
    expect(findMigrationProblems([old, call])).toEqual([expect.stringMatching(/^0201_call\.sql:1 calls f\(\)/)])
    expect(findMigrationProblems([old, harmless, call])).toEqual([])
  })

  it('is accepted with a reason', () => {
    expect(check(`${f};\n-- safe: the table is empty until the next release\nselect f()`)).toEqual([])
  })
})

it('names the file and the line', () => {
  expect(check('-- Why; because.\n\n/* a */ drop table carts;')).toEqual([expect.stringMatching(/^0200_test\.sql:3 /)])
})

it.each(['/* a /* b */ ; */ select 1', 'create function f() returns int language sql begin atomic; select 1; end'])(
  'rejects what cannot be split into statements: %s',
  (source) => {
    expect(check(source)).toContainEqual(expect.stringMatching(/^0200_test\.sql: (?:a comment inside|begin atomic)/))
  },
)

describe('a new table that references a tenant table', () => {
  const columns = 'environment_id uuid not null references environments, cart_id text'

  it('is rejected: Citus distributes it later', () => {
    const source = `create table notes (${columns}, foreign key (environment_id, cart_id) references carts)`
    expect(check(source)).toEqual([expect.stringMatching(/^0200_test\.sql:1 references carts, which Citus/)])
    expect(check(source, '0152_before.sql')).toEqual([])
  })

  it('is accepted with the foreign key in a statement of its own', () => {
    const key = 'alter table notes add constraint notes_fkey foreign key (environment_id, cart_id) references carts'
    expect(check(`create table notes (${columns});\n${key}`)).toEqual([])
  })
})
