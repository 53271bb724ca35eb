import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { ProductsQuery } from '../schemas.ts'

export const ImportError = Type.Object({
  row: Type.Integer({ description: 'Row number as in a spreadsheet: the header is row 1.' }),
  column: Nullable(
    Type.String({ description: 'Column name as in the file; null if the error concerns the whole row.' }),
  ),
  message: Type.String({ examples: ['must be an amount in EUR, such as 1234.56, not "19,99"'] }),
})
export type ImportError = Static<typeof ImportError>

export const ImportWarning = Type.Object({ column: Type.String(), message: Type.String() })
export type ImportWarning = Static<typeof ImportWarning>

export const ON_ERROR = ['skip', 'abort'] as const
const IMPORT_STATUSES = ['queued', 'running', 'completed', 'failed'] as const

export const ImportOptions = Type.Object({
  onError: Type.Optional(
    OneOf(ON_ERROR, {
      default: 'skip',
      description: 'What to do if some products have errors: `skip` imports the others, `abort` imports none.',
    }),
  ),
  dryRun: Type.Optional(
    Type.Boolean({ default: false, description: 'Reports what would happen without changing anything.' }),
  ),
})
export type ImportOptions = Static<typeof ImportOptions>

const count = Type.Integer({ minimum: 0 })

export const ImportSummary = Type.Object({
  id: Id('imp'),
  status: OneOf(IMPORT_STATUSES, {
    description: '`completed`: finished, with or without errors. `failed`: nothing was imported.',
  }),
  onError: OneOf(ON_ERROR),
  dryRun: Type.Boolean(),
  sizeBytes: count,
  rows: Type.Object(
    { done: count, total: Nullable(count) },
    { description: 'Progress in rows. `total` is set once the file has been read.' },
  ),
  counts: Type.Object(
    { created: count, updated: count, unchanged: count, failed: count },
    { description: 'Number of products by outcome. Rows that belong to no product also count as failed.' },
  ),
  errorCount: count,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
})

export const Import = Type.Object({
  ...ImportSummary.properties,
  errors: Type.Array(ImportError, { description: 'The first 1,000 errors, by row.' }),
  errorsTruncated: Type.Boolean({ description: 'Whether there are more errors than listed.' }),
  warnings: Type.Array(ImportWarning, { description: 'Columns that were ignored.' }),
})
export type Import = Static<typeof Import>

export const ImportPath = Type.Object({ id: Id('imp') })
export const ImportsQuery = PageQuery({})
export type ImportsQuery = Static<typeof ImportsQuery>

const { q, sku, status, vendor, type, tag } = ProductsQuery.properties

export const ExportQuery = Type.Object({ q, sku, status, vendor, type, tag })
export type ExportQuery = Static<typeof ExportQuery>
