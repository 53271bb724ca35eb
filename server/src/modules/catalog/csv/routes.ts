import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { inOwnScope, type RouteConfig, type Routes } from '../../../http/routes.ts'
import { compileValidator } from '../../../http/validation/validators.ts'
import { AppError } from '../../../kit/errors.ts'
import { Page } from '../../../kit/schema.ts'
import { exportProducts } from './export.ts'
import { createImport, getImport, listImports } from './imports.ts'
import { ExportQuery, Import, ImportOptions, ImportPath, ImportSummary, ImportsQuery } from './schemas.ts'

const tags = ['Catalog']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const MAX_BYTES = 20 * 1_048_576

const CSV = Type.String({
  description: 'UTF-8, columns parted by commas, the first row names them.',
  examples: ['Handle,Title,Variant SKU,Variant Price\r\nlinen-shirt,Linen shirt,LS-1,49.00\r\n'],
})

const File = Type.Unsafe<Readable>(CSV)

/** Import and export of products as CSV, with Shopify's columns. */
export const importRoutes: Routes = inOwnScope(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, file, done) => done(null, file))
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported_media_type', 'Send the file as the body, with Content-Type: text/csv.')),
  )

  app.post(
    '/catalog/imports',
    {
      config,
      bodyLimit: MAX_BYTES,
      // The body is raw CSV and is validated when it is parsed.
      validatorCompiler: ({ schema, httpPart }) =>
        httpPart === 'body' ? () => true : compileValidator(schema as object, httpPart),
      schema: {
        operationId: 'catalog.imports.create',
        tags,
        summary: 'Import products from a CSV file',
        description: [
          'Up to 20 MB. The file is taken in and worked on later: ask for the import by its `id` to see how far it is and what was wrong.',
          'Columns are those of Shopify’s product files, by their old or new names, and our own: `Option4 Name` to `Option5 Value`, `Variant Price USD` and `Variant Compare At Price USD` (and so on, for further currencies), `Cost Currency`, `External Id`, `Variant External Id`, `Publish At`, `Unpublish At`, `Tax Class`, `Custom Fields` (JSON). Prices that name no currency are in the shop’s own, with a point before the decimals. Columns that are not known are left out, with a warning.',
          'Products are known again by their handle; all rows with one handle are one product, wherever they stand. A product with a fault in any of its rows is not touched. A column that is not there changes nothing; an empty cell empties its field. Variants are known again by SKU, else by the values of their options; variants and images that the file does not name stay.',
          'The column of stock (`Variant Inventory Qty`) is what new variants start with, at the first location; of known ones it changes nothing. An apostrophe before `=`, `+`, `-`, `@` at the beginning of a cell is taken off, as exports put one there.',
        ].join('\n\n'),
        querystring: ImportOptions,
        body: { content: { 'text/csv': { schema: CSV } } },
        response: { 202: Import },
      },
    },
    async ({ ctx, body, query }, reply) => {
      const accepted = await createImport(ctx, body as Buffer | undefined, query)
      reply.code(202)
      return accepted
    },
  )

  app.get(
    '/catalog/imports',
    {
      config,
      schema: {
        operationId: 'catalog.imports.list',
        tags,
        summary: 'List imports',
        description: 'Newest first, without their errors.',
        querystring: ImportsQuery,
        response: { 200: Page(ImportSummary) },
      },
    },
    ({ ctx, query }) => listImports(ctx, query),
  )

  app.get(
    '/catalog/imports/:id',
    {
      config,
      schema: {
        operationId: 'catalog.imports.get',
        tags,
        summary: 'Get an import',
        description:
          'How far it is, and what became of its products. Errors name the row, as a spreadsheet counts, and the column.',
        params: ImportPath,
        response: { 200: Import },
      },
    },
    ({ ctx, params }) => getImport(ctx, params.id),
  )

  app.get(
    '/catalog/export',
    {
      config,
      // A HEAD request would generate the whole file only to discard it.
      exposeHeadRoute: false,
      schema: {
        operationId: 'catalog.export',
        tags,
        summary: 'Export products as a CSV file',
        description: [
          'All of them, or those that the filters name, oldest first, in Shopify’s columns and our own. Imported again, the file changes nothing.',
          'A cell that a spreadsheet would take for a formula, because it begins with `=`, `+`, `-`, `@`, a tab or a carriage return, has an apostrophe in front; the import takes it off.',
        ].join('\n\n'),
        querystring: ExportQuery,
        response: { 200: { description: 'The file.', content: { 'text/csv': { schema: File } } } },
      },
    },
    async ({ ctx, query }, reply) => {
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="products-${ctx.now.toISOString().slice(0, 10)}.csv"`)
      return Readable.from(exportProducts(ctx, query))
    },
  )
})
