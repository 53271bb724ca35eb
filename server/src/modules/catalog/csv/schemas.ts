import { type Static, Type } from 'typebox'
import { Id, Nullable, OneOf, PageQuery, Timestamp } from '../../../kit/schema.ts'
import { ProductsQuery } from '../schemas.ts'

export const ImportError = Type.Object({
  row: Type.Integer({ description: 'As a spreadsheet numbers them: the header is row 1.' }),
  column: Nullable(Type.String({ description: 'As the file calls it; null when it is about the whole row.' })),
  reason: Type.String({ examples: ['"19,99" is not an amount in EUR such as 1234.56'] }),
})
export type ImportError = Static<typeof ImportError>

export const ImportWarning = Type.Object({ column: Type.String(), reason: Type.String() })
export type ImportWarning = Static<typeof ImportWarning>

export const ON_ERROR = ['keep-good', 'nothing'] as const
const IMPORT_STATUSES = ['queued', 'running', 'done', 'failed'] as const

export const ImportOptions = Type.Object({
  onError: Type.Optional(
    OneOf(ON_ERROR, {
      default: 'keep-good',
      description:
        'When something is wrong with some of the products: `keep-good` takes the others over, `nothing` takes over none.',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Says what would happen, and changes nothing.' })),
})
export type ImportOptions = Static<typeof ImportOptions>

const count = Type.Integer({ minimum: 0 })

export const ImportSummary = Type.Object({
  id: Id('imp'),
  status: OneOf(IMPORT_STATUSES, {
    description: '`done`: it went through, with or without errors. `failed`: nothing of it was taken over.',
  }),
  onError: OneOf(ON_ERROR),
  dryRun: Type.Boolean(),
  sizeBytes: count,
  rows: Type.Object(
    { done: count, total: Nullable(count) },
    { description: 'How far it is; the total is known when the file was read.' },
  ),
  counts: Type.Object(
    { created: count, updated: count, unchanged: count, failed: count },
    { description: 'Products. Rows of which nobody can tell whose they are count as failed, too.' },
  ),
  errorCount: count,
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
})

export const Import = Type.Object({
  ...ImportSummary.properties,
  errors: Type.Array(ImportError, { description: 'The first 1,000, by row.' }),
  errorsCut: Type.Boolean({ description: 'There are more errors than are listed.' }),
  warnings: Type.Array(ImportWarning, { description: 'Columns that were left out.' }),
})
export type Import = Static<typeof Import>

export const ImportPath = Type.Object({ id: Id('imp') })
export const ImportsQuery = PageQuery({})
export type ImportsQuery = Static<typeof ImportsQuery>

const { status, vendor, type, tag } = ProductsQuery.properties

export const ExportQuery = Type.Object({ status, vendor, type, tag })
export type ExportQuery = Static<typeof ExportQuery>
