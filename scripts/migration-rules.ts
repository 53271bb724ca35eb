import { CONTROL_PLANE } from '../server/src/db/control-plane.ts'
import { type Migration, parseMigration } from '../server/src/db/migrations/read-migrations.ts'
import type { MigrationStatement } from '../server/src/db/migrations/split-statements.ts'
import { findChangingCall, rememberFunctions } from './migration-functions.ts'

/** Older ones were written before the first release, when nobody had a large table. */
const FIRST_CHECKED = '0120'

export interface SourceFile {
  /** As in `0120_closings.sql`. */
  file: string
  source: string
}

interface Context {
  migration: Migration
  statement: MigrationStatement
  /** Columns with a check that they are not null, which an earlier migration validated: `table.column`. */
  notNull: ReadonlySet<string>
  /** Functions of this and earlier migrations that change tables. */
  changing: ReadonlySet<string>
}

/**
 * Finds what rewrites a table, locks it for long, or removes what servers of the previous release still use while the
 * database is migrated (decision 53). Everything is allowed on a table, type or view that the same file creates.
 */
export function findMigrationProblems(files: readonly SourceFile[]): string[] {
  const notNull = new Set<string>()
  const checks = new Map<string, string>()
  const changing = new Set<string>()
  return files.flatMap(({ file, source }) => {
    const migration = parseMigration(file.replace(/\.sql$/, ''), source)
    rememberFunctions(migration.statements, changing)
    const problems =
      file < FIRST_CHECKED
        ? []
        : migration.statements.flatMap((statement) =>
            checkStatement({ migration, statement, notNull, changing }).map(
              (message) => `${file}:${statement.line} ${message}`,
            ),
          )
    rememberNotNull(migration, checks, notNull)
    return [...splitProblems(file, source), ...problems]
  })
}

/** `splitStatements` does not understand what no migration has needed so far. */
function splitProblems(file: string, source: string): string[] {
  return [
    ...(/\/\*(?:(?!\*\/)[\s\S])*\/\*/.test(source)
      ? [`${file}: a comment inside a comment: end the first one before`]
      : []),
    ...(/\bbegin\s+atomic\b/i.test(source) ? [`${file}: begin atomic: write the body of the function in $$`] : []),
  ]
}

function checkStatement(context: Context): string[] {
  const { migration, statement } = context
  const { outline } = statement
  const created = migration.statements.flatMap(
    (other) => /^create (?:table|type|materialized view) (?:if not exists )?(\w+)/.exec(other.outline)?.[1] ?? [],
  )
  const unread = [...(unreadProblem(context) ?? []), ...foreignKeyProblems(context, created)]
  const table = targetTable(outline)
  if (table && created.includes(table) && migration.mode === 'transaction') return unread
  return [
    ...unread,
    ...(lockProblem(context) ?? []),
    ...alterTableActions(outline).flatMap((action) => actionProblem(action, table, context) ?? []),
    ...(indexProblem(context) ?? []),
    ...(rowProblem(context) ?? []),
    ...(repeatProblem(context) ?? []),
    ...(removalProblem(context) ?? []),
  ]
}

/** The first migration that a distributed database may get after it was distributed. */
const FIRST_ON_CITUS = '0153'

/** Of new tables: Citus rejects them while they are not distributed themselves. */
function foreignKeyProblems({ migration, statement: { outline } }: Context, created: string[]): string[] {
  if (!outline.startsWith('create table ') || migration.name < FIRST_ON_CITUS) return []
  return [...outline.matchAll(/\breferences "?(\w+)/g)].flatMap(([, target = '']) =>
    target in CONTROL_PLANE || created.includes(target)
      ? []
      : [
          `references ${target}, which Citus has distributed already. Use a statement of its own: "alter table … add constraint … foreign key".`,
        ],
  )
}

const TARGET = new RegExp(
  [
    '^alter table (?:if exists )?(?:only )?"?(\\w+)',
    '^create (?:unique )?index .*? on (?:only )?"?(\\w+)',
    '^(?:update|delete from|insert into) (?:only )?"?(\\w+)',
    '^create (?:or replace )?(?:constraint )?trigger .*? on "?(\\w+)',
    '^(?:alter type|refresh materialized view) "?(\\w+)',
  ].join('|'),
)

function targetTable(outline: string): string | undefined {
  return TARGET.exec(outline)?.slice(1).find(Boolean)
}

/** `alter table t add a integer, drop b` has two. */
function alterTableActions(outline: string): string[] {
  const actions = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/.exec(outline)?.[1]
  if (!actions) return []
  let depth = 0
  const separated = [...actions].map((char) => {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0
    return char === ',' && depth === 0 ? '\n' : char
  })
  return separated
    .join('')
    .split('\n')
    .map((action) => action.trim())
}

/** Defaults that PostgreSQL stores once for all existing rows; others may be computed for each of them. */
const CONSTANT_DEFAULT =
  /\bdefault (?:'\s*'|-?[\d.]+|true\b|false\b|null\b|now\(\)|current_timestamp\b|array\[\])(?:::[\w[\] ]+)?(?= |$)/

function actionProblem(action: string, table: string | undefined, { notNull, migration }: Context): string | undefined {
  const added =
    /^add (?:column )?(?:if not exists )?(?!constraint\b|check\b|foreign\b|unique\b|primary\b)"?\w+"? (.*)$/.exec(
      action,
    )?.[1]
  if (added !== undefined) return columnProblem(added)
  if (/^alter (?:column )?\S+ (?:set data )?type\b/.test(action)) {
    return 'rewrites the table under a lock. Add a column of the new type, let the code write both, backfill it ("-- backfill <table>"), and drop the old one in a later release.'
  }
  const column = /^alter (?:column )?"?(\w+)"? set not null$/.exec(action)?.[1]
  if (column !== undefined && !notNull.has(`${table}.${column}`)) {
    return `reads the whole table under a lock. In files before this one, "add constraint … check (${column} is not null) not valid" and validate it; then PostgreSQL need not look.`
  }
  if (/^add (?:constraint \S+ )?(?:check|foreign key)\b/.test(action) && !action.endsWith('not valid')) {
    return 'checks every row under a lock. Add "not valid", and "validate constraint" in a later file with "-- no transaction".'
  }
  if (/^add (?:constraint \S+ )?(?:unique|primary key|exclude)\b/.test(action) && !/\busing index\b/.test(action)) {
    return 'builds an index under a lock. Build it with "create unique index concurrently" in a file with "-- no transaction"; then "add constraint … unique using index".'
  }
  if (/^validate constraint\b/.test(action) && migration.mode === 'transaction') {
    return 'reads the whole table while the transaction holds its locks. Write it in a file with "-- no transaction".'
  }
  if (/^set (?:logged|unlogged|tablespace|access method)\b/.test(action)) return 'rewrites the table under a lock.'
  return undefined
}

function columnProblem(definition: string): string | undefined {
  if (/\b(?:generated|\w*serial)\b/.test(definition)) {
    return 'rewrites the table under a lock. Add a plain column that the code writes, and backfill it ("-- backfill <table>").'
  }
  if (/\b(?:references|unique|primary key|check)\b/.test(definition)) {
    return 'checks every row under a lock. Add the column alone, then the constraint by its name with "not valid", and validate it in a later file.'
  }
  const hasDefault = /\bdefault\b/.test(definition)
  if (hasDefault && !CONSTANT_DEFAULT.test(definition)) {
    return 'computes the default for every row under a lock. Add the column without one, then "alter column … set default", and backfill the existing rows ("-- backfill <table>").'
  }
  if (/\bnot null\b/.test(definition) && !hasDefault) {
    return 'fails when the table has rows, and for servers of the previous release, which do not write the column. Give it a constant default, or let it be null.'
  }
  return undefined
}

function indexProblem({ statement: { outline }, migration: { mode } }: Context): string[] | undefined {
  if (/^(?:create (?:unique )?|drop )index (?!.*\bconcurrently\b)/.test(outline)) {
    return [
      'blocks the table: all writes while an index is built, everything while one is dropped. Write "create index concurrently if not exists" or "drop index concurrently if exists" in a file that begins with "-- no transaction".',
    ]
  }
  if (/^(?:lock|truncate)\b/.test(outline)) return ['locks the table for long.']
  if (/\bconcurrently\b/.test(outline) && mode !== 'no transaction') {
    return ['cannot run in a transaction. Begin the file with "-- no transaction".']
  }
  return undefined
}

const SAY_WHY = 'or say why it is harmless in the line above: "-- safe: the table has one row per workspace".'

/** What these rules can't read: the statements of a block or of a function. */
function unreadProblem(context: Context): string[] | undefined {
  const { statement, changing } = context
  const called = findChangingCall(statement, changing)
  const problem = /^do\b/.test(statement.outline)
    ? 'may do anything: no rule reads the statements of a block.'
    : called && `calls ${called}(), which changes tables, and no rule reads how many rows.`
  if (!problem || hasNote(context, 'safe')) return undefined
  return [`${problem} Write the statements in the file; ${SAY_WHY}`]
}

/** Statements with locks that depend on the size of the table. */
const LOCKS: [RegExp, string][] = [
  [
    /^create (?:or replace )?(?:constraint )?trigger\b/,
    'waits for all who write the table, and then runs for servers of the previous release, too. Let the code write what the trigger would;',
  ],
  [
    /^refresh materialized view (?!concurrently\b)/,
    'locks the view until it is computed. Write "refresh materialized view concurrently" in a file that begins with "-- no transaction";',
  ],
  [/^cluster\b|^vacuum\b.*\bfull\b/, 'rewrites the table under a lock. PostgreSQL reuses the space by itself;'],
  [
    /^reindex\b(?!.*\bconcurrently\b)/,
    'blocks the table until the index is built. Write "reindex index concurrently" in a file that begins with "-- no transaction";',
  ],
  [
    /^alter type\b/,
    'may rewrite all tables with the type under a lock, and servers of the previous release don\'t know its new values. Use text with a check that is "not valid" at first;',
  ],
]

function lockProblem(context: Context): string[] | undefined {
  const advice = LOCKS.find(([pattern]) => pattern.test(context.statement.outline))?.[1]
  return advice && !hasNote(context, 'safe') ? [`${advice} ${SAY_WHY}`] : undefined
}

function rowProblem(context: Context): string[] | undefined {
  const { statement, migration } = context
  const { outline } = statement
  if (migration.mode === 'backfill') {
    if (/\bbatch\b/.test(outline)) return undefined
    return ['changes all rows once per batch. Join `batch`, which has the primary keys of the rows of a batch.']
  }
  const changesRows =
    /^(?:update|delete from)\b|^with\b.*\b(?:update|delete from|insert into)\b|^insert into\b.*\bselect\b.*\bfrom\b/.test(
      outline,
    )
  if (!changesRows || hasNote(context, 'small')) return undefined
  return [
    'changes a whole table in one transaction. Write it in a file that begins with "-- backfill <table>", which runs in batches and can be interrupted; or say why the table is small in the line above: "-- small: one row per workspace".',
  ]
}

/** A file without a transaction runs again from its beginning when it was interrupted. */
function repeatProblem({ statement: { outline }, migration: { mode } }: Context): string[] | undefined {
  if (mode !== 'no transaction') return undefined
  const isRepeatable =
    /^(?:create|drop) .*\bif (?:not )?exists\b|^create or replace\b|^alter table .* validate constraint \S+$|^(?:reindex|refresh|analyze)\b/.test(
      outline,
    )
  if (isRepeatable) return undefined
  return [
    'cannot be repeated after an interruption. Add "if not exists" or "if exists", or move it to a file that runs in a transaction.',
  ]
}

function removalProblem(context: Context): string[] | undefined {
  const { outline } = context.statement
  const removes =
    /^drop (?:table|view|materialized view|function|type)\b|^alter \w+ .*\brename\b/.test(outline) ||
    alterTableActions(outline).some((action) => /^drop (?!constraint\b)/.test(action))
  if (!removes || hasNote(context, 'contract')) return undefined
  return [
    'removes what servers of the previous release still use. Stop using it in one release and remove it in the next, and name the first in the line above: "-- contract: unused since 0.3". Don\'t rename: add, backfill, remove.',
  ]
}

/** A note is a comment above the statement with a reason: `-- small: one row per workspace`. */
function hasNote({ migration, statement }: Context, word: 'small' | 'contract' | 'safe'): boolean {
  const above = migration.source.split('\n').slice(0, statement.line - 1)
  for (const line of above.reverse()) {
    if (!line.trim().startsWith('--')) return false
    if (new RegExp(`^\\s*--\\s*${word}: \\S`).test(line)) return true
  }
  return false
}

function rememberNotNull(migration: Migration, checks: Map<string, string>, notNull: Set<string>): void {
  for (const { outline } of migration.statements) {
    const table = targetTable(outline)
    for (const action of alterTableActions(outline)) {
      const [, name, column] =
        /^add constraint (\S+) check \(\(?"?(\w+)"? is not null\)?\) not valid$/.exec(action) ?? []
      if (name && column) checks.set(`${table}.${name}`, column)
      const validated = /^validate constraint (\S+)$/.exec(action)?.[1]
      const checked = validated && checks.get(`${table}.${validated}`)
      if (checked) notNull.add(`${table}.${checked}`)
    }
  }
}
