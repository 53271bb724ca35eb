import { formatDecimal } from '../../../../sdk/src/money.ts'
import type { Ctx } from '../../ctx.ts'
import { escapeFormula, formatCsv, joinTags } from '../../kit/csv.ts'
import { type ExportedMember, listMembersAfter } from './queries.ts'

const BATCH_SIZE = 500

const COLUMNS: [name: string, cell: (member: ExportedMember) => string | null][] = [
  ['Customer ID', ({ id }) => id],
  ['Name', ({ name }) => name],
  ['Company', ({ company }) => company],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Country', ({ country }) => country],
  ['Language', ({ locale }) => locale],
  ['Tags', ({ tags }) => joinTags(tags)],
  ['Email Marketing', ({ emailMarketing }) => emailMarketing],
  ['SMS Marketing', ({ smsMarketing }) => smsMarketing],
  ['Phone Marketing', ({ phoneMarketing }) => phoneMarketing],
  ['Currency', ({ currency }) => currency],
  ['Orders', ({ orders }) => String(orders)],
  ['Spent', ({ spent, currency }) => formatDecimal({ amount: spent, currency })],
  ['Last Order', ({ lastOrderAt }) => lastOrderAt],
  ['Created', ({ createdAt }) => createdAt],
  ['Member Since', ({ since }) => since],
]

/** Streams the members as one CSV file, at the pace of the reader. */
export async function* exportMembers(ctx: Ctx, segmentId: string): AsyncGenerator<string> {
  yield formatCsv([COLUMNS.map(([name]) => name)])
  for (let after = ''; ; ) {
    const members = await listMembersAfter(ctx, segmentId, after, BATCH_SIZE)
    yield formatCsv(members.map((member) => COLUMNS.map(([, cell]) => escapeFormula(cell(member) ?? ''))))
    const last = members.at(-1)
    if (!last || members.length < BATCH_SIZE) return
    after = last.id
  }
}
