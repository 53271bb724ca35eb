import pg from 'pg'
import { StartError } from '../kit/start-error.ts'
import { CONTROL_PLANE } from './control-plane.ts'

/**
 * Converts a database to one that Citus distributes over many machines (decision 52): tenant tables by `environment_id`,
 * so that all rows of an environment are on one node; the control plane as `control-plane.ts` says. Each table is
 * converted in a transaction of its own. When it is interrupted or new tables were added, run it again.
 */
export async function distribute(
  connection: pg.ClientConfig,
  { print = () => {}, shardCount }: { print?: (line: string) => void; shardCount?: number } = {},
): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(53020052)')
    await enableCitus(client)
    if (shardCount !== undefined) await client.query(`set citus.shard_count = ${Number(shardCount)}`)
    const pending = await listPendingTables(client)
    const interrupted = await listTablesWithLocalRows(client)
    await detachForeignKeys(client, [...pending, ...interrupted])
    await copyExtensions(client)
    for (const name of interrupted) await deleteLocalRows(client, name)
    for (const name of pending.filter((name) => CONTROL_PLANE[name]?.distribution === 'reference')) {
      await client.query('select create_reference_table($1)', [name])
      await deleteLocalRows(client, name)
    }
    const tenantTables = pending.filter((name) => !(name in CONTROL_PLANE))
    for (const name of tenantTables) await distributeTable(client, name)
    await copyFunctions(client)
    await attachForeignKeys(client)
    await commitJobsInTwoPhases(client)
    if (pending.length > 0) print(`Distributed ${tenantTables.length} tables by environment_id.`)
  } finally {
    await client.end()
  }
}

/**
 * After migrations, for new tables. Also completes a run that was interrupted: without its foreign keys, no server may
 * use the database. Does nothing in a database that is not distributed.
 */
export async function distributeNewTables(connection: pg.ClientConfig, print?: (line: string) => void): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await isUnfinished(client))) return
  } finally {
    await client.end()
  }
  await distribute(connection, { ...(print && { print }) })
}

/** Whether `distribute` has begun here, now or before the last migrations, and has something left to do. */
async function isUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ hasCitus: boolean; hasBegun: boolean }>(`
    select to_regclass('pg_dist_partition') is not null as "hasCitus",
      to_regclass('distribution.foreign_keys') is not null as "hasBegun"`)
  if (!rows[0]?.hasCitus || !rows[0].hasBegun) return false
  const { rows: foreignKeys } = await client.query('select from distribution.foreign_keys limit 1')
  if (foreignKeys.length > 0) return true
  const { rows: tables } = await client.query(`select from pg_dist_partition where ${IS_CONVERTED} limit 1`)
  if (tables.length === 0) return false
  // The last thing that the first run does.
  const { rows: triggers } = await client.query("select from pg_trigger where tgname = 'commit_in_two_phases'")
  const unfinished = [...(await listPendingTables(client)), ...(await listTablesWithLocalRows(client))]
  return triggers.length === 0 || unfinished.length > 0
}

async function enableCitus(client: pg.Client): Promise<void> {
  try {
    await client.query('create extension if not exists citus')
  } catch (error) {
    throw new StartError(`This PostgreSQL cannot distribute tables: ${(error as Error).message}. Install Citus first.`)
  }
  const { rows } = await client.query("select from pg_dist_node where noderole = 'primary' and groupid > 0")
  if (rows.length === 0) throw new StartError('The cluster has no workers. Add them with citus_add_node first.')
}

/** Distributed tables and reference tables. */
const IS_CONVERTED = "(partmethod = 'h' or repmodel = 't')"

/**
 * Converted by a run that was interrupted before it deleted the rows that it had copied to the nodes. No statement sees
 * them any more, but they are on the disk, and fail new constraints.
 */
async function listTablesWithLocalRows(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and ${IS_CONVERTED} and pg_relation_size(pg_class.oid) > 0
    order by 1`)
  return rows.map(({ name }) => name)
}

const deleteLocalRows = (client: pg.Client, name: string) =>
  client.query('select truncate_local_data_after_distributing_table($1)', [name])

/** Tables that are not yet what they shall be. Local tables stay as they are. */
async function listPendingTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name
    from pg_class left join pg_dist_partition on logicalrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      -- A new table that references a distributed one is already known to Citus, as a local table ('n', 's').
      and (logicalrelid is null or (partmethod = 'n' and repmodel = 's'))
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    order by 1`)
  return rows.map(({ name }) => name).filter((name) => CONTROL_PLANE[name]?.distribution !== 'local')
}

/**
 * Takes every foreign key from or to these tables away and remembers it: Citus accepts one only between tables that are
 * both distributed. In one transaction, so none is lost.
 */
async function detachForeignKeys(client: pg.Client, tables: string[]): Promise<void> {
  await client.query('create schema if not exists distribution')
  await client.query(
    'create table if not exists distribution.foreign_keys (table_name text, name text, definition text, primary key (table_name, name))',
  )
  await client.query('begin')
  const { rows } = await client.query<{ table: string; name: string }>(
    `insert into distribution.foreign_keys (table_name, name, definition)
     select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
       and (conrelid = any($1::text[]::regclass[]) or confrelid = any($1::text[]::regclass[]))
     returning table_name as table, name`,
    [tables],
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  await client.query('commit')
}

const NEW_FOREIGN_KEY = /^alter table (\w+)\s+add constraint (\w+)\s+(foreign key\b[^;]*)$/i

/**
 * Of a migration: in a distributed database a new table is distributed only after it, and can't have a foreign key before.
 * Returns whether `distributeNewTables` is going to add it.
 */
export async function postponeForeignKey(client: pg.ClientBase, statement: string): Promise<boolean> {
  const [, table, name, definition] = NEW_FOREIGN_KEY.exec(statement) ?? []
  if (!definition) return false
  const { rows } = await client.query("select from pg_class where oid = to_regclass('distribution.foreign_keys')")
  if (rows.length === 0) return false
  await client.query('insert into distribution.foreign_keys (table_name, name, definition) values ($1, $2, $3)', [
    table,
    name,
    definition.replaceAll(/\s+/g, ' '),
  ])
  return true
}

/**
 * Citus does not support references from local tables to distributed ones, nor columns that become null when the other
 * row is deleted. The modules that own these tables see to it.
 */
async function attachForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select table_name as table, name, definition from distribution.foreign_keys order by table_name, name`)
  for (const { table, name, definition } of rows) {
    const [, target = ''] = / REFERENCES "?(\w+)/i.exec(definition) ?? []
    const isLocal = CONTROL_PLANE[table]?.distribution === 'local'
    const isAllowed = (!isLocal || target in CONTROL_PLANE) && !/ ON DELETE SET NULL \(/i.test(definition)
    await client.query('begin')
    if (isAllowed) {
      // Of a statement that writes several tables Citus makes several, and the order is not ours.
      const keepsTiming = target in CONTROL_PLANE || definition.includes('DEFERRABLE')
      const timing = keepsTiming ? '' : 'deferrable initially deferred'
      const constraint = `add constraint ${pg.escapeIdentifier(name)} ${definition} ${timing}`
      await client.query(`alter table ${pg.escapeIdentifier(table)} ${constraint}`)
    }
    await client.query('delete from distribution.foreign_keys where table_name = $1 and name = $2', [table, name])
    await client.query('commit')
  }
}

async function distributeTable(client: pg.Client, name: string): Promise<void> {
  // The largest tables of a shop have the same key as the smallest one: all are in one group of colocated tables.
  const { rows } = await client.query<{ name: string }>(
    "select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' limit 1",
  )
  const colocated = rows[0]?.name ?? 'none'
  await client.query("select create_distributed_table($1, 'environment_id', colocate_with => $2)", [name, colocated])
  await deleteLocalRows(client, name)
}

/** Those of migrations that ran before the database was distributed, which Citus therefore did not copy. */
async function copyExtensions(client: pg.Client): Promise<void> {
  const { rows: extensions } = await client.query<{ name: string }>(
    "select extname as name from pg_extension where extname not in ('plpgsql', 'citus', 'citus_columnar')",
  )
  // Exists here, so that this only creates it on the workers.
  for (const { name } of extensions) await client.query(`create extension if not exists ${pg.escapeIdentifier(name)}`)
}

/** The same for functions. One that returns rows of a table stays on the coordinator: a shard has another row type. */
async function copyFunctions(client: pg.Client): Promise<void> {
  const { rows: functions } = await client.query<{ signature: string }>(`
    select oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
      and not exists (select from pg_type where pg_type.oid = prorettype and typrelid <> 0)
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      and not exists (select from pg_catalog.pg_dist_object where classid = 'pg_proc'::regclass and objid = pg_proc.oid)
    -- A function may call those before it.
    order by oid`)
  for (const { signature } of functions) await client.query('select create_distributed_function($1)', [signature])
}

/**
 * A change and its jobs are committed together, although they are on two machines. Citus does not see that a transaction
 * also writes the job queue, a table of the coordinator alone: it would commit the change first, and a crash in between
 * would lose the job. A write to any table that it knows makes it commit in two phases, even if it has no rows.
 */
async function commitJobsInTwoPhases(client: pg.Client): Promise<void> {
  await client.query('create table if not exists distribution.two_phase_commits (id integer primary key)')
  await client.query(`
    select citus_add_local_table_to_metadata('distribution.two_phase_commits')
    where not exists (select from pg_dist_partition where logicalrelid = 'distribution.two_phase_commits'::regclass)`)
  await client.query(`
    create or replace function distribution.commit_in_two_phases() returns trigger language plpgsql as $$
    begin
      delete from distribution.two_phase_commits;
      return null;
    end
    $$`)
  await client.query(`
    create or replace trigger commit_in_two_phases after insert on graphile_worker._private_jobs
    for each statement execute function distribution.commit_in_two_phases()`)
}
