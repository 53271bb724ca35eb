import type { Statement } from './sql.ts'

/**
 * For statements that find rows by key, so that one plan fits all values. By default PostgreSQL considers a list of two
 * cheaper than usual and replans each time, which takes as long as the work; and a plan made for a table of a few rows
 * scans all of it when there are thousands. These statements have their own connections, with generic plans only.
 */
export const withGenericPlan = (statement: Statement): Statement => ({ ...statement, usesGenericPlan: true })

export const GENERIC_PLAN_SETTINGS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']
