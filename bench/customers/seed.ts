import type pg from 'pg'

/** Ids in the order of n, as if customer n had signed up n minutes after the first. */
export const customerId = (n: number): string => `cus_${String(n).padStart(26, '0')}`

/**
 * Inserts customers in bulk: all have an email, totals, tags and points; a third has orders, a fifth a phone, some have external
 * ids, consents, RFM scores and a segment. The common values are common and the rare ones rare, as in a real shop.
 */
export async function seedCustomers(client: pg.Client, environmentId: string, count: number): Promise<void> {
  // Filling them row by row takes many times longer than building them at the end.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename in ('customers', 'leads') and indexdef like '%USING gin%'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const run = (text: string) => client.query(text.replaceAll('$env', `'${environmentId}'::uuid`))
  const id = `'cus_' || lpad(n::text, 26, '0')`
  const numbers = `generate_series(1, ${count}) as n`
  await run(`insert into customers (environment_id, id, name, tags, custom_fields, email_marketing, search, version, created_at, updated_at)
    select $env, ${id}, 'Person ' || md5(n::text),
      case when n % 10000 = 0 then array['rare', 'common'] when n % 3 = 0 then array['common'] else '{}' end, '{}',
      case when n % 2 = 0 then 'subscribed' when n % 1000 = 1 then 'pending' when n % 5 = 0 then 'unsubscribed' end,
      'person ' || md5(n::text) || e'\\n' || 'person' || n || '@example.com', 1,
      timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2024-01-01' + n * interval '1 minute'
    from ${numbers}`)
  await run(`insert into customer_emails (environment_id, address, customer_id, position)
    select $env, 'person' || n || '@example.com', ${id}, 0 from ${numbers}`)
  await run(`insert into customer_phones (environment_id, number, customer_id, position)
    select $env, '+43' || (1000000 + n), ${id}, 0 from ${numbers} where n % 5 = 0`)
  await run(`insert into customer_external_ids (environment_id, source, external_id, customer_id)
    select $env, 'crm', n::text, ${id} from ${numbers} where n % 5 = 0`)
  await run(`insert into customer_totals (environment_id, customer_id, currency, orders, spent, first_order_ms, last_order_ms)
    select $env, ${id}, 'EUR', orders, orders * (1000 + n % 9000), case when orders > 0 then at else 0 end,
      case when orders > 0 then at + n % 1000 else 0 end
    from ${numbers}, lateral (
      select case when n % 100000 = 0 then 200 when n % 1000 = 0 then 20 when n % 3 = 0 then 1 + n % 4 else 0 end as orders,
        1704067200000 + n * 60000::bigint as at
    ) as one`)
  await run(`insert into segments (environment_id, id, name, filter, as_of, status, member_count, version, created_at, updated_at)
    select $env, 'seg_' || lpad(n::text, 26, '0'), 'Segment', '{"match": "all", "conditions": []}', now(), 'ready', 0, 1, now(), now()
    from generate_series(1, 2) as n`)
  // A large one and a small one.
  await run(`insert into segment_members (environment_id, segment_id, customer_id, since)
    select $env, 'seg_' || lpad('1', 26, '0'), ${id}, now() from ${numbers} where n % 4 = 0
    union all
    select $env, 'seg_' || lpad('2', 26, '0'), ${id}, now() from ${numbers} where n % 20000 = 0`)
  await run(`insert into customer_rfm (environment_id, customer_id, recency, frequency, monetary, rfm_group)
    select $env, ${id}, 3, 3, 3, case when n % 30000 = 0 then 'champions' when hashtext(n::text) % 2 = 0 then 'loyal' else 'lost' end
    from ${numbers} where n % 3 = 0`)
  await run(`insert into loyalty_accounts (environment_id, customer_id, balance, tier, created_at, updated_at)
    select $env, ${id}, n % 5000 - 10, case when n % 10000 = 0 then 'gold' when n % 4 = 0 then 'silver' end,
      timestamptz '2024-01-01' + n * interval '1 minute', now()
    from ${numbers}`)
  await run(`insert into loyalty_lots (environment_id, id, customer_id, source, points, remaining, state, available_at, created_at)
    select $env, 'lot_' || lpad(n::text, 26, '0'), ${id}, 'adjustment', 50, 50, 'available', now(), now() from ${numbers}`)
  const touch = `'{"source": "newsletter", "page": null, "referrer": null, "utm": {}, "clickIds": {}, "at": "2024-01-01T00:00:00.000Z"}'`
  // One of a hundred is spam; the newest and the best are rarely lost.
  await run(`insert into leads (environment_id, id, contact, status, email, name, source, first_touch, last_touch, product_ids,
      custom_fields, consents, tags, score, score_reasons, spam_reasons, customer_id, assignee_id, submission_count, search,
      version, created_at, updated_at)
    select $env, 'lead_' || lpad(n::text, 26, '0'), 'person' || n || '@example.com',
      case when n % 100 = 0 then 'spam' when n % 5000 = 1 then 'qualified' when n % 3 = 1 then 'lost' when n % 7 = 1 then 'converted'
        else 'new' end,
      'person' || n || '@example.com', 'Person ' || md5(n::text), case when n % 20000 = 1 then 'fair' else 'newsletter' end,
      ${touch}, ${touch}, '{}', '{}', '[]', '{}', case when n % 50000 = 1 then 100 else (hashtext(n::text) & 15) * 5 end, '[]', '{}',
      case when n % 100 > 0 then ${id} end, case when n % 1000 = 1 then 'usr_1' end, 1,
      'person ' || md5(n::text) || e'\\n' || 'person' || n || '@example.com', 1,
      timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2024-01-01' + n * interval '1 minute'
    from ${numbers}`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
}
