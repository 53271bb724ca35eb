import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { createEmptyDatabase } from '../../../test/database.ts'
import { STUB_DEPENDENCIES } from '../../../test/stub-dependencies.ts'
import type { Ctx } from '../../ctx.ts'
import { openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { newId } from '../../kit/ids.ts'
import { listHolderBalances } from './ledger.ts'
import { auditBalances } from './queries.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

async function copyMigrationsBefore(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject('scratch'), 'migrations-'))
  for (const file of await readdir(MIGRATIONS)) if (file < name) await cp(join(MIGRATIONS, file), join(folder, file))
  return folder
}

it('turns the entries of the two former ledgers into balanced transactions', async () => {
  const connection = await createEmptyDatabase()
  await migrate(connection, { folder: await copyMigrationsBefore('0030_ledger.sql') })
  const db = openDatabase({ connection, checkRows: true })
  onTestFinished(() => db.close())
  const environmentId = randomUUID()
  await db.pool.query('insert into workspaces (id) values ($1)', [environmentId])
  await db.pool.query("insert into environments (id, workspace_id, mode, name) values ($1, $1, 'live', 'Old shop')", [
    environmentId,
  ])
  const [card, customer, order] = [newId('gc'), newId('cus'), newId('ord')]
  const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
  await db.pool.query(
    `insert into gift_cards (environment_id, id, code_hash, last4, currency, initial_amount, balance, status, version, created_at,
       updated_at)
     values ($1, $2, sha256('code'), '2345', 'EUR', 500, 0, 'deactivated', 2, $3, $3)`,
    [environmentId, card, at(1)],
  )
  await db.pool.query(
    `insert into loyalty_accounts (environment_id, customer_id, balance, created_at, updated_at) values ($1, $2, 70, $3, $3)`,
    [environmentId, customer, at(1)],
  )
  const oldRows = [
    ['gce', 'issued', 500, 500, null, null, null, 1],
    ['gce', 'credited', 40, 540, null, null, 'Late parcel', 2],
    ['gce', 'debited', -100, 440, order, null, null, 3],
    ['gce', 'restored', 60, 500, order, 'rf_1', null, 4],
    ['gce', 'deactivated', -500, 0, null, null, null, 5],
    ['lpe', 'adjusted', 100, 100, null, null, 'Welcome', 1],
    ['lpe', 'redeemed', -50, 50, order, null, null, 3],
    ['lpe', 'restored', 20, 70, order, 'rf_1', null, 4],
  ] as const
  const ids: string[] = []
  for (const [prefix, kind, amount, balance, holder, reference, reason, day] of oldRows) {
    const id = newId(prefix)
    ids.push(id)
    const [table, account, column] =
      prefix === 'gce'
        ? (['gift_card_entries', 'gift_card_id', 'amount'] as const)
        : (['loyalty_entries', 'customer_id', 'points'] as const)
    await db.pool.query(
      `insert into ${table} (environment_id, id, ${account}, kind, ${column}, balance_after, holder, reference, reason, actor,
         created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'key:key_1', $10)`,
      [
        environmentId,
        id,
        prefix === 'gce' ? card : customer,
        kind,
        amount,
        balance,
        holder,
        reference,
        reason,
        at(day),
      ],
    )
  }

  await migrate(connection)

  const { rows: own } = await db.pool.query(
    `select id, account_type, account_id, unit, kind, amount, balance_after, holder, reference, reason, actor, created_at
     from ledger_entries where account_id is not null order by id`,
  )
  expect(own).toEqual(
    oldRows.map(([prefix, kind, amount, balance, holder, reference, reason, day], index) => ({
      id: ids[index]?.replace(prefix, 'lde'),
      account_type: prefix === 'gce' ? 'gift_card' : 'points',
      account_id: prefix === 'gce' ? card : customer,
      unit: prefix === 'gce' ? 'EUR' : 'points',
      kind,
      amount,
      balance_after: balance,
      holder,
      reference,
      reason,
      actor: 'key:key_1',
      created_at: at(day),
    })),
  )
  const { rows: counters } = await db.pool.query(
    'select distinct kind, account_type from ledger_entries where account_id is null order by kind',
  )
  expect(counters.map(({ kind, account_type }) => [kind, account_type])).toEqual([
    ['adjusted', 'issued'],
    ['credited', 'issued'],
    ['deactivated', 'written_off'],
    ['debited', 'redeemed'],
    ['issued', 'issued'],
    ['redeemed', 'redeemed'],
    ['restored', 'redeemed'],
  ])
  const ctx = { ...STUB_DEPENDENCIES, db, environmentId } as unknown as Ctx
  expect(await auditBalances(ctx)).toEqual({
    checkedAccounts: 2,
    driftCount: 0,
    drift: [],
    checkedTransactions: 8,
    unbalancedCount: 0,
    unbalanced: [],
  })
  expect(await listHolderBalances(ctx, order)).toMatchObject([
    { accountType: 'gift_card', accountId: card, unit: 'EUR', amount: 40, references: ['rf_1'] },
    { accountType: 'points', accountId: customer, unit: 'points', amount: 30, references: ['rf_1'] },
  ])
  await expect(
    db.pool.query(
      `insert into ledger_entries (environment_id, id, transaction_id, account_type, account_id, unit, amount, balance_after, kind,
         holder, reference, actor, created_at)
       select environment_id, id || 'x', transaction_id, account_type, account_id, unit, amount, balance_after, kind, holder,
         reference, actor, created_at
       from ledger_entries where kind = 'restored'`,
    ),
  ).rejects.toThrow('ledger_entries_reference_idx')
})
