import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Statement } from './sql.ts'

const validators = new WeakMap<TSchema, Validator>()

/**
 * A row schema is a claim about a statement. Tests check every row against it; production trusts what tests have shown.
 */
export function assertRows(schema: TSchema, rows: unknown[], statement: Statement): void {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile({ additionalProperties: false, ...schema })
    validators.set(schema, validator)
  }
  for (const row of rows) {
    if (validator.Check(row)) continue
    throw new TypeError(`A row does not match its schema: ${JSON.stringify(validator.Errors(row))}\n${statement.text}`)
  }
}
