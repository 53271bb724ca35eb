import { type Ctx, transaction } from '../../../ctx.ts'
import { auditAction } from '../../audit/audit.ts'
import { getCustomer } from '../../customers/customers.ts'
import type { Person } from '../../customers/identity/identity.ts'
import { findPerson } from '../person.ts'
import { PAGE_SIZE } from './exported-row.ts'
import { SECTIONS } from './queries.ts'

/**
 * Everything about a customer as one JSON document, in pieces. Nothing is stored, so nothing expires or leaks; a document
 * that breaks off is not valid JSON.
 */
export async function exportCustomer(ctx: Ctx, customerId: string): Promise<AsyncGenerator<string>> {
  const person = await transaction(ctx, async (ctx) => {
    const { emails } = await getCustomer(ctx, customerId)
    await auditAction(ctx, 'customer.exported', customerId)
    return findPerson(
      ctx,
      customerId,
      emails.map(({ address }) => address),
    )
  })
  return writeDocument(ctx, person)
}

async function* writeDocument(ctx: Ctx, person: Person): AsyncGenerator<string> {
  yield `{"customerId":${JSON.stringify(person.customerId)},"exportedAt":${JSON.stringify(ctx.now)}`
  for (const [name, listRows] of Object.entries(SECTIONS)) {
    yield `,\n${JSON.stringify(name)}:[`
    let separator = ''
    for (let after = ''; ; ) {
      const page = await listRows(ctx, person, after)
      for (const { row } of page) {
        yield `${separator}\n${JSON.stringify(toExportedRow(row))}`
        separator = ','
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE_SIZE) break
      after = last.position
    }
    yield ']'
  }
  yield '}\n'
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/

/** Fields and times as everywhere in the API. */
const toExportedRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && TIMESTAMP.test(value) ? new Date(value).toISOString() : value,
    ]),
  )
