import type { Routes } from '../../http/routes.ts'
import { compileValidator } from '../../http/validation/validators.ts'
import { BulkEnvelope, BulkResponse, BulkUpsert } from './bulk-schemas.ts'
import { bulkUpsert, type UpsertOutcome } from './bulk-upsert.ts'

const MAX_BYTES = 20 * 1_048_576

export const bulkRoutes: Routes = async (app) => {
  app.post(
    '/catalog/products/bulk',
    {
      config: { access: 'key', limit: 'default' },
      bodyLimit: MAX_BYTES,
      validatorCompiler: ({ schema, httpPart }) =>
        compileValidator(httpPart === 'body' ? BulkEnvelope : (schema as object), httpPart),
      schema: {
        operationId: 'catalog.products.upsert',
        tags: ['Catalog'],
        summary: 'Create or update products',
        description: [
          'Takes up to 500 products. Each one is created if `matchBy` finds no match, and updated otherwise. Each product has its own result: a failure does not affect the others. Returns 200 even if all products fail.',
          'Fields you omit keep their value, in variants too. Variants are matched by `id`, then by SKU, then by option values. Variants you omit stay, with their stock, so a feed can send only some of them; `"otherVariants": "delete"` deletes them. `images`, if sent, replaces all images.',
          'A product that already has the requested state is `unchanged`: its version stays the same and no event is emitted. The body can be up to 20 MB.',
        ].join('\n\n'),
        body: BulkUpsert,
        response: { 200: BulkResponse },
      },
    },
    async ({ ctx, body }) => toBulkResponse(await bulkUpsert(ctx, body.matchBy, body.products, body.otherVariants)),
  )
}

const toBulkResponse = (outcomes: UpsertOutcome[]): BulkResponse => ({
  results: outcomes.map((each, index) => {
    if (each.outcome !== 'failed') return { index, ...each }
    const { code, message, details, fields } = each.error
    const reference = each.productId && { productId: each.productId }
    return { index, outcome: 'failed', ...reference, error: { code, message, ...(details && { details }), ...fields } }
  }),
})
