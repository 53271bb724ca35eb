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
        operationId: 'catalog.products.bulk',
        tags: ['Catalog'],
        summary: 'Create or change up to 500 products',
        description: [
          'Each product is created if there is none of that name, and changed otherwise; each has its own outcome, and one that fails does not keep the others from being done. The answer is 200 also when all have failed.',
          'What is not named stays, also of variants, which are known again by `id`, else by SKU, else by the values of their options. Variants that are not named stay as they are, with their stock, so a feed may name some of them; with `"otherVariants": "delete"` those that are named are the whole of them. `images`, where given, always are.',
          'A product that is as it was asked to be is `unchanged`: its version stays, and nobody is told. The body may have up to 20 MB.',
        ].join('\n\n'),
        body: BulkUpsert,
        response: { 200: BulkResponse },
      },
    },
    async ({ ctx, body }) => toBulkResponse(await bulkUpsert(ctx, body.matchBy, body.products, body.otherVariants)),
  )
}

const toBulkResponse = (outcomes: UpsertOutcome[]): BulkResponse => ({
  outcomes: outcomes.map((each, index) => {
    if (each.outcome !== 'failed') return { index, ...each }
    const { code, message, details } = each.error
    const reference = each.productId && { productId: each.productId }
    return { index, outcome: 'failed', ...reference, error: { code, message, ...(details && { details }) } }
  }),
})
