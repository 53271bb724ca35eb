import { beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/open-shop.ts'
import { allSchedules } from '../app.ts'
import type { SystemCtx } from '../ctx.ts'
import { inBatches } from './retention.ts'

const BATCH = 1000
/** More than a batch of old rows, and one that is recent. */
const OLD_ROWS = 1050

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
  await query(`insert into users (id, name, email) values ('usr_1', 'Ada', 'ada@example.com')`)
})

/** For each schedule, tables and the columns of a row: SQL with `$env`, `n` and `at`, an old time except for `n = 0`. */
const ROWS: Record<string, Record<string, Record<string, string>>> = {
  'emails.prune-login-codes': {
    emails: {
      environment_id: '$env',
      id: `'eml_' || n`,
      kind: `case when n % 2 = 0 then 'login_code' else 'chat_code' end`,
      reference: `'' || n`,
      recipient: `'ada@example.com'`,
      sender_name: `'Shop'`,
      subject: `'Code'`,
      status: `'sent'`,
      created_at: 'at',
    },
  },
  'leads.prune-spam': {
    leads: {
      environment_id: '$env',
      id: `'lead_' || n`,
      contact: `n || '@example.com'`,
      status: `'spam'`,
      source: `'shop'`,
      first_touch: `'{}'`,
      last_touch: `'{}'`,
      product_ids: `'{}'`,
      custom_fields: `'{}'`,
      consents: `'[]'`,
      tags: `'{}'`,
      score: '0',
      score_reasons: `'[]'`,
      spam_reasons: `'{}'`,
      submission_count: '1',
      search: `''`,
      version: '1',
      created_at: 'at',
      updated_at: 'at',
    },
  },
  'sign-in.prune': {
    sessions: {
      id: `'ses_' || n`,
      token: `'token ' || n`,
      user_id: `'usr_1'`,
      expires_at: 'at',
    },
    verifications: { id: `'ver_' || n`, identifier: `'identifier ' || n`, value: `''`, expires_at: 'at' },
    sign_in_attempts: { counter_hash: `sha256(('' || n)::bytea)`, count: '1', ends_at: 'at' },
  },
  'chat-tools.prune-codes': {
    chat_verification_codes: {
      environment_id: '$env',
      session_id: `'session ' || n`,
      id: `'code ' || n`,
      email: `'ada@example.com'`,
      code_hash: `''`,
      attempts: '0',
      created_at: 'at',
      expires_at: 'at',
    },
    chat_tool_limits: { environment_id: '$env', subject: `'subject ' || n`, name: `'code'`, count: '1', ends_at: 'at' },
  },
  'customer-accounts.prune-login-codes': {
    customer_login_codes: {
      environment_id: '$env',
      email: `n || '@example.com'`,
      id: `'code ' || n`,
      code_hash: `''`,
      attempts: '0',
      expires_at: 'at',
      hour_started_at: 'at',
      codes_in_hour: '1',
    },
  },
  'inbound-email.prune': {
    inbound_email_tokens: {
      environment_id: '$env',
      mailbox_id: `'mailbox'`,
      token: `'token ' || n`,
      content_hash: `''`,
      received_at: 'at',
    },
  },
  'shopify.prune-syncs': {
    shopify_runs: {
      environment_id: '$env',
      id: `'syn_' || n`,
      mode: `'full'`,
      resources: `'{}'`,
      dry_run: 'false',
      delete_missing: 'false',
      confirm_deletions: 'false',
      status: `'completed'`,
      stage: `'products'`,
      phase: `'read'`,
      step: '1',
      next_byte: '0',
      roots_read: '0',
      exports: '1',
      failures: '0',
      image_cursor: `''`,
      warnings: `'[]'`,
      counts: `'{}'`,
      actor: `'system'`,
      created_at: 'at',
      updated_at: 'at',
    },
    // All of the same old run, except the recent one.
    shopify_run_items: {
      environment_id: '$env',
      id: `'item_' || n`,
      run_id: `case when n = 0 then 'syn_0' else 'syn_1' end`,
      resource: `'products'`,
      external_id: `'' || n`,
      outcome: `'created'`,
      changes: `'[]'`,
    },
  },
  'assistant.prune-usage': {
    assistant_usage: {
      environment_id: '$env',
      scope: `'visitor'`,
      subject: `'' || n`,
      tokens: '1',
      cost: '1',
      updated_at: 'at',
    },
  },
}

const query = async (text: string) =>
  (await shop.server.db.pool.query(text.replaceAll('$env', `'${shop.live.environmentId}'::uuid`))).rows

const count = async (table: string) => Number((await query(`select count(*) from ${table}`))[0]?.count)

async function fill(table: string, columns: Record<string, string>): Promise<void> {
  await query(`delete from ${table}`)
  await query(
    `insert into ${table} (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')} from generate_series(0, ${OLD_ROWS}) as n,
       lateral (select now() + case when n = 0 then interval '1 minute' else interval '-1 year' end as at) as time`,
  )
}

/** Records how many rows each statement changes. */
function recordCounts({ system }: { system: SystemCtx }, counts: number[]): SystemCtx {
  const run: SystemCtx['db']['run'] = async (statement) => {
    const changed = await system.db.run(statement)
    counts.push(changed)
    return changed
  }
  return { ...system, now: new Date(), db: Object.assign(Object.create(system.db), { run }) }
}

describe('deletes at most a thousand old rows per statement, until only recent ones are left', () => {
  it.each(Object.keys(ROWS))('%s', async (name) => {
    const schedule = allSchedules().find((schedule) => schedule.name === name)
    const tables = ROWS[name] ?? {}
    for (const [table, columns] of Object.entries(tables)) await fill(table, columns)
    const counts: number[] = []
    await schedule?.run(recordCounts(shop.server, counts))
    expect(Math.max(...counts)).toBe(BATCH)
    for (const table of Object.keys(tables)) expect([table, await count(table)]).toEqual([table, 1])
  })

  it('forgets what merges have moved', async () => {
    await fill('customer_merges', {
      environment_id: '$env',
      id: `'mrg_' || n`,
      customer_id: `'cus_1'`,
      merged_customer_id: `'cus_' || n`,
      current_customer_id: `'cus_1'`,
      undo: `'{}'`,
      actor: `'system'`,
      created_at: 'at',
    })
    const counts: number[] = []
    const schedule = allSchedules().find(({ name }) => name === 'customers.prune-merges')
    await schedule?.run(recordCounts(shop.server, counts))
    expect(counts).toEqual([BATCH, OLD_ROWS - BATCH])
    expect(await count('customer_merges where undo is not null')).toBe(1)
  })

  it('stops when the worker stops', async () => {
    const stop = new AbortController()
    let batches = 0
    await inBatches({ ...shop.server.system, signal: stop.signal }, async (limit) => {
      batches += 1
      stop.abort()
      return limit
    })
    expect(batches).toBe(1)
  })
})
