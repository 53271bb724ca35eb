import type pg from 'pg'

/** Ids in the order of n, as if ticket n had been created n minutes after the first. */
export const ticketId = (n: number): string => `tkt_${String(n).padStart(26, '0')}`
export const userId = (n: number): string => `usr_${String(n).padStart(26, '0')}`
export const teamId = (n: number): string => `team_${String(n).padStart(26, '0')}`

const MESSAGES_PER_TICKET = 5

/**
 * Inserts tickets in bulk, each with five messages. One in fifty is open and one in fifty pending, the rest is resolved.
 * Ten agents in two teams have most of the open ones. The words of messages are from a vocabulary of 50,000, some of them
 * common and most of them rare, as in a real shop.
 */
export async function seedTickets(client: pg.Client, environmentId: string, count: number): Promise<void> {
  // Filling them row by row takes many times longer than building them at the end.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('tickets', 'ticket_messages') and indexdef like '%USING gin%'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  const run = (text: string) => client.query(text.replaceAll('$env', `'${environmentId}'::uuid`))
  const at = `timestamptz '2024-01-01' + n * interval '1 minute'`
  await run(`insert into teams (environment_id, id, name, created_at)
    select $env, 'team_' || lpad(n::text, 26, '0'), 'Team ' || n, now() from generate_series(1, 2) as n`)
  await run(`insert into tickets (environment_id, id, number, subject, channel, status_id, category, priority, customer_id,
      requester_email, requester_name, assignee_id, team_id, follower_ids, mentioned_ids, tags, custom_fields, order_ids,
      snoozed_until, waiting_since, first_responded_at, resolved_at, last_message_id, last_message_at, last_message_kind,
      last_message_preview, message_count, reopened_count, is_spam, search, version, created_at, updated_at)
    select $env, 'tkt_' || lpad(n::text, 26, '0'), 1000 + n, 'Question ' || md5(n::text),
      case when n % 3 = 0 then 'contact_form' else 'email' end,
      'tst_' || lpad(case category when 'open' then '1' when 'pending' then '2' else '4' end, 26, '0'), category,
      case when n % 97 = 0 then 4 when n % 11 = 0 then 3 when n % 7 = 0 then 1 else 2 end,
      'cus_' || lpad((n % (${count} / 3 + 1))::text, 26, '0'), 'person' || n % (${count} / 3 + 1) || '@example.com',
      'Person ' || md5((n % (${count} / 3 + 1))::text),
      -- Not by n % 10: all pending tickets would be of one agent, and no open one of any.
      case when n % 5 > 0 or n % 50 < 2 and n % 3 > 0 then 'usr_' || lpad((1 + (hashint4(n) & 7))::text, 26, '0') end,
      case when n % 4 > 0 then 'team_' || lpad((1 + n % 2)::text, 26, '0') end,
      case when n % 500 = 1 then array['usr_' || lpad((1 + n % 10)::text, 26, '0')] else '{}' end,
      case when n % 500 = 0 then array['usr_' || lpad((1 + n % 10)::text, 26, '0')] else '{}' end,
      case when n % 10000 = 0 then array['rare', 'common'] when n % 3 = 0 then array['common'] else '{}' end, '{}',
      case when n % 2 = 0 then array['ord_' || lpad(n::text, 26, '0')] else '{}' end,
      case when category = 'pending' and n % 4 = 1 then now() + interval '1 day' end,
      case when category = 'open' and n % 3 > 0 then ${at} end, ${at} + interval '1 hour',
      case when category = 'resolved' then ${at} + interval '1 day' end,
      'msg_' || lpad((n * ${MESSAGES_PER_TICKET})::text, 26, '0'), ${at} + n % 100 * interval '1 hour', 'reply', 'Thanks',
      ${MESSAGES_PER_TICKET}, 0, n % 200 = 199,
      'question ' || md5(n::text) || e'\\n#' || 1000 + n || e'\\nperson ' || md5((n % (${count} / 3 + 1))::text) || e'\\nperson'
        || n % (${count} / 3 + 1) || '@example.com', 3, ${at}, now()
    from generate_series(1, ${count}) as n, lateral (
      select case when n % 50 = 0 then 'open' when n % 50 = 1 then 'pending' else 'resolved' end as category
    ) as one`)
  await run(`insert into ticket_messages (environment_id, id, ticket_id, kind, author_type, author_email, text, is_automatic,
      mentioned_ids, recipients_to, recipients_cc, email_message_id, created_at)
    select $env, 'msg_' || lpad(m::text, 26, '0'), 'tkt_' || lpad(n::text, 26, '0'),
      case m % 5 when 1 then 'customer' when 3 then 'customer' when 4 then 'note' else 'reply' end,
      case m % 5 when 1 then 'customer' when 3 then 'customer' else 'member' end,
      case when m % 5 in (1, 3) then 'person' || n % (${count} / 3 + 1) || '@example.com' end,
      'hello order ' || (
        select string_agg('w' || (50000 * ((hashint4((m * 31 + word)::int) & 65535) / 65536.0) ^ 3)::int, ' ')
        from generate_series(1, 25) as word
      ), false, '{}', array['help@shop.example'], '{}', m || '@mail.example', ${at} + m % 5 * interval '1 hour'
    from generate_series(1, ${count * MESSAGES_PER_TICKET}) as m, lateral (
      select (m + ${MESSAGES_PER_TICKET - 1}) / ${MESSAGES_PER_TICKET} as n
    ) as ticket`)
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze')
}
