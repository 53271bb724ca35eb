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
  description: 'UTF-8 with comma-separated columns. The first row contains the column names.',
  examples: ['Handle,Title,Variant SKU,Variant Price\r\nlinen-shirt,Linen shirt,LS-1,49.00\r\n'],
})

const File = Type.Unsafe<Readable>(CSV)

/** Import and export of products as CSV, with Shopify's columns. */
export const importRoutes: Routes = inOwnScope(async (app) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, file, done) => done(null, file))
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(new AppError('unsupported_media_type', 'Send the CSV file as the request body, with Content-Type: text/csv.')),
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
        summary: 'Import products from CSV',
        description: [
          'Accepts up to 20 MB. The file is processed in the background: get the import by its `id` to see its progress and errors.',
          'Columns are those of Shopify’s product CSV, by their old or new names, and our own: `Option4 Name` to `Option5 Value`, `Variant Price USD` and `Variant Compare At Price USD` (and so on, for further currencies), `Cost Currency`, `External Id`, `Variant External Id`, `Publish At`, `Unpublish At`, `Tax Class`, `Custom Fields` (JSON). Prices without a currency are in the shop currency. Use a decimal point. Unknown columns are ignored with a warning.',
          'The product files of WooCommerce and Medusa are recognized by their columns and imported in the same way. A column of a Shopify metafield, such as `Care (product.metafields.custom.care)`, changes the custom field `custom.care`.',
          'Products are matched by handle. All rows with the same handle are one product, wherever they are in the file. A product with an error in any row is not changed. A missing column changes nothing; an empty cell clears its field. Variants are matched by SKU, then by option values. Variants and images that are not in the file stay.',
          'The stock column (`Variant Inventory Qty`) sets the initial stock of new variants at the first location; it does not change existing variants. An apostrophe before `=`, `+`, `-` or `@` at the start of a cell is removed, because exports add one.',
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
        description: 'Returns imports newest first, without their errors.',
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
          'Returns the progress of an import and the outcome of its products. Errors name the row, as numbered in a spreadsheet, and the column.',
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
        summary: 'Export products as CSV',
        description: [
          'Exports all products, or those that match the filters, oldest first, with Shopify’s columns and our own. Importing the file again changes nothing.',
          'Cells that a spreadsheet would treat as a formula get a leading apostrophe. These start with `=`, `+`, `-`, `@`, a tab or a carriage return. The import removes it.',
        ].join('\n\n'),
        querystring: ExportQuery,
        response: { 200: { description: 'The CSV file.', content: { 'text/csv': { schema: File } } } },
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
