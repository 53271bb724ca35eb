import { createHash } from 'node:crypto'

export interface Statement {
  /** Name of the prepared statement: the same text has the same name on every connection. */
  name: string
  text: string
  values: unknown[]
  /** See `db/generic-plan.ts`. */
  usesGenericPlan?: boolean
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
