import { describe, expect, it } from 'vitest'
import { findUnscopedTables, findUnscopedTablesOfView } from './tenancy-rule.ts'

const TABLES = ['events', 'orders']

describe('findUnscopedTables', () => {
  it.each([
    'select id from events where id = $1',
    'select id, environment_id from events',
    'select 1 from environments, events',
    'select id from public.events',
    'delete from only events',
    'select a.id from events a join events b on a.id = b.id where a.environment_id = $1',
    'insert into events (id) values ($1) on conflict (environment_id, id) do nothing',
    'update events set type = $1',
    'with o as (insert into orders (environment_id, id) values ($1, $2)) select id from events',
    // The condition of one use does not count for another.
    'select 1 from events e, orders o where e.environment_id = $1 and e.environment_id = $2 and o.id = e.order_id',
    'select 1 from orders where environment_id = $1 and exists (select 1 from events where order_id = orders.id)',
    'select 1 from orders o join lateral (select id from events where order_id = o.id) e on true where o.environment_id = $1',
    'with e as (select id from events) select 1 from orders where environment_id = $1',
    'select id from events where environment_id = $1 union all select id from orders where id = $2',
    'update orders set total = 1 from events e where orders.environment_id = $1 and e.order_id = orders.id',
    'delete from orders using events e where e.environment_id = $1 and e.order_id = orders.id',
    'insert into orders (environment_id, id) select $1, order_id from events',
    'select 1 from orders o join events e using (id) where o.environment_id = $1',
    'select 1 from orders join events on events.order_id = orders.id where orders.environment_id = $1',
    'select 1 from orders join events using (environment_id, order_id)',
    'select 1 from orders o join events e using (environment_id, order_id)',
    'select 1 from orders o, events e where o.environment_id = e.environment_id',
    'select id from events where environment_id = environment_id',
    'select id from events where environment_id = any($1)',
    "select id from events where type = 'environment_id = 1'",
    'select id from events -- where environment_id = $1',
  ])('finds a statement that leaks: %s', (text) => {
    expect(findUnscopedTables(text, TABLES)).not.toEqual([])
  })

  it.each([
    'select events.id from events where events.environment_id = $1',
    'insert into events (environment_id, id) values ($1, $2) on conflict (environment_id, id) do nothing',
    'select 1 from events join orders using (environment_id, order_id) where events.environment_id = $1',
    '/* all environments: maintenance */ delete from events where created_at < $1',
    'select id from workspaces',
    'select 1 from orders o join events e on e.environment_id = o.environment_id where o.environment_id = $1',
    'select 1 from orders o where o.environment_id = $1 and exists (select 1 from events where environment_id = o.environment_id)',
    'with o as (select id from orders where environment_id = $1) select 1 from o join events on events.environment_id = $1',
    'select id from events where (environment_id, id) in (select environment_id, order_id from orders where environment_id = $1)',
    'select id from events where environment_id = $1 union all select id from orders where environment_id = $1',
  ])('accepts a statement scoped to its environment: %s', (text) => {
    expect(findUnscopedTables(text, TABLES)).toEqual([])
  })
})

describe('findUnscopedTablesOfView', () => {
  it.each([
    'select id, type from events;',
    'select orders.environment_id, orders.id from orders, events where events.order_id = orders.id;',
    'select environment_id, id, (select count(*) from events where events.order_id = orders.id) as count from orders;',
    'select environment_id, id from events union all select environment_id, id from orders;',
  ])('finds a view that leaks: %s', (definition) => {
    expect(findUnscopedTablesOfView(definition, TABLES)).not.toEqual([])
  })

  it.each([
    'select environment_id, id from events;',
    "select distinct on (environment_id, (data ->> 'id')) environment_id, id from events order by environment_id;",
    'select orders.environment_id, orders.id from orders join events on events.environment_id = orders.environment_id;',
    'select environment_id, (select count(*) from events where events.environment_id = orders.environment_id) from orders;',
  ])('accepts a view that its caller can filter by environment: %s', (definition) => {
    expect(findUnscopedTablesOfView(definition, TABLES)).toEqual([])
  })
})
