import { expect, it } from 'vitest'
import { findForeignWrites, findUnownedTables } from './table-owners.ts'

const CARTS = 'server/src/modules/carts/loading/cart-queries.ts:12'

it.each([
  'insert into orders (environment_id) values ($1)',
  'update only orders set total = 1',
  'delete from public.orders where id = $1',
  'merge into orders using carts on true when matched then do nothing',
  'with o as (update orders set total = 1 returning id) select id from carts, o',
])('finds a write to a table of another module: %s', (text) => {
  expect(findForeignWrites(CARTS, text)).toEqual([{ table: 'orders', owner: 'modules/orders' }])
})

it.each([
  'update carts set version = 1',
  'select id from orders for update of orders',
  'select id from orders for no key update',
  'insert into carts (id) select id from orders on conflict (id) do update set version = 1',
  '/* update orders */ select 1 -- delete from orders',
])('accepts a write to its own tables, and any read: %s', (text) => {
  expect(findForeignWrites(CARTS, text)).toEqual([])
})

it('asks for the owner of a new table', () => {
  expect(findUnownedTables(['orders', 'announcements'])).toEqual(['announcements'])
})
