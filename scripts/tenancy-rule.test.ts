import { describe, expect, it } from 'vitest'
import { findUnscopedTables } from './tenancy-rule.ts'

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
  ])('finds a statement that leaks: %s', (text) => {
    expect(findUnscopedTables(text, TABLES)).not.toEqual([])
  })

  it.each([
    'select events.id from events where events.environment_id = $1',
    'insert into events (environment_id, id) values ($1, $2) on conflict (environment_id, id) do nothing',
    'select 1 from events join orders using (environment_id, order_id) where events.environment_id = $1',
    '/* all environments: house keeping */ delete from events where created_at < $1',
    'select id from workspaces',
  ])('accepts a statement scoped to its environment: %s', (text) => {
    expect(findUnscopedTables(text, TABLES)).toEqual([])
  })
})
