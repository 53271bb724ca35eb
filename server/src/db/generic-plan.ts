import type { Statement } from './sql.ts'

/**
 * For statements that find rows by their keys, so that one plan is right for all values. Left to itself, PostgreSQL takes a list
 * of two for shorter than usual and plans anew each time, which takes as long as the work; and what it has planned for a table of
 * a few rows reads all of it when there are thousands. They have connections of their own, on which everything is planned so.
 */
export const withGenericPlan = (statement: Statement): Statement => ({ ...statement, usesGenericPlan: true })

export const GENERIC_PLAN_SETTINGS = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off']
