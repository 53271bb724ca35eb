import { createHash } from 'node:crypto'

export interface Statement {
  /** Name of the prepared statement: the same text has the same name on every connection. */
  name: string
  text: string
  values: unknown[]
  /** See `withGenericPlan`. */
  usesGenericPlan?: boolean
  /** See `withCustomPlan`. */
  usesCustomPlan?: boolean
  /** See `quickRead`. */
  isQuick?: boolean
}

const preparedStatements = new WeakMap<TemplateStringsArray, { name: string; text: string }>()

/**
 * SQL as SQL: values travel only as parameters. There are no fragments on purpose: every statement is complete in the
 * source, so `check-sql` can prepare it and `check-tenancy` can read it.
 */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let statement = preparedStatements.get(strings)
  if (!statement) {
    const text = strings.reduce((before, part, index) => `${before}$${index}${part}`)
    statement = { name: createHash('sha1').update(text).digest('base64url'), text }
    preparedStatements.set(strings, statement)
  }
  return { ...statement, values }
}

/**
 * For statements that find rows by key, or a page in the order of an index, so that one plan fits all values. By default
 * PostgreSQL considers a list of two cheaper than usual and replans each time, which takes as long as the work; and a
 * plan made for a table of a few rows scans all of it when there are thousands. These statements have their own
 * connections, with generic plans only.
 */
export const withGenericPlan = (statement: Statement): Statement => ({ ...statement, usesGenericPlan: true })

/**
 * For lists with optional filters: the plan is made for these values, each time. Otherwise PostgreSQL may decide after
 * five executions that one plan fits all, and that one can't use the index of any filter.
 */
export const withCustomPlan = (statement: Statement): Statement => ({ ...statement, usesCustomPlan: true })

/**
 * For statements that read a few rows by key or in the order of an index, and take about a millisecond in shops of any
 * usual shape: on a busy server they share round trips (`share-round-trips.ts`).
 */
export const quickRead = (statement: Statement): Statement => ({ ...statement, isQuick: true })

export const GENERIC_PLAN_SETTINGS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']

/**
 * Citus finds the node of a statement by its values, and reuses plans by itself: with generic plans some statements
 * fail and others crash the coordinator. So on a distributed database these connections plan as usual.
 */
export const RESET_GENERIC_PLAN = `
  select set_config('plan_cache_mode', 'auto', false), set_config('enable_seqscan', 'on', false)
  from pg_extension where extname = 'citus'`
