import { formatDecimal } from '../../../../sdk/src/money.ts'
import type { Ctx } from '../../ctx.ts'
import { escapeFormula, formatCsv, joinTags } from '../../kit/csv.ts'
import { listCustomers } from './customers.ts'
import type { Customer, CustomersExportQuery } from './schemas.ts'

const BATCH_SIZE = 100

const COLUMNS: [name: string, cell: (customer: Customer) => string | null | undefined][] = [
  ['Customer ID', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Email', ({ emails }) => emails[0]?.address],
  ['Phone', ({ phones }) => phones[0]?.number],
  ['Address 1', ({ addresses }) => addresses[0]?.address.line1],
  ['Address 2', ({ addresses }) => addresses[0]?.address.line2],
  ['Postal Code', ({ addresses }) => addresses[0]?.address.postalCode],
  ['City', ({ addresses }) => addresses[0]?.address.city],
  ['Region', ({ addresses }) => addresses[0]?.address.region],
  ['Country', ({ addresses }) => addresses[0]?.address.country],
  ['Language', ({ locale }) => locale],
  ['Tags', ({ tags }) => joinTags(tags)],
  ['Email Marketing', ({ marketing }) => marketing.email],
  ['SMS Marketing', ({ marketing }) => marketing.sms],
  ['Phone Marketing', ({ marketing }) => marketing.phone],
  ['Currency', ({ statistics }) => statistics[0]?.spent.currency],
  ['Orders', ({ statistics }) => String(statistics[0]?.orders ?? 0)],
  ['Spent', ({ statistics }) => statistics[0] && formatDecimal(statistics[0].spent)],
  ['Last Order', ({ statistics }) => statistics[0]?.lastOrderAt],
  ['Created', ({ createdAt }) => createdAt],
]

/** Streams the customers of a list as one CSV file, at the pace of the reader. */
export async function* exportCustomers(ctx: Ctx, query: CustomersExportQuery): AsyncGenerator<string> {
  yield formatCsv([COLUMNS.map(([name]) => name)])
  for (let cursor: string | undefined; ; ) {
    const page = await listCustomers(ctx, { ...query, limit: BATCH_SIZE, ...(cursor !== undefined && { cursor }) })
    yield formatCsv(page.data.map((customer) => COLUMNS.map(([, cell]) => escapeFormula(cell(customer) ?? ''))))
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
