import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { ProductPath, Variant } from './schemas.ts'
import { NewVariant, VariantChanges, VariantPath, VariantsQuery } from './variant-schemas.ts'
import { addVariant, changeVariant, deleteVariant, listVariants } from './variants.ts'

const tags = ['Catalog']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const PRODUCT_CHANGE_NOTE = 'This updates the product: the version, `ETag` and event are the product’s.'

/** Endpoints for single variants; the full list is part of the product. */
export const variantRoutes: Routes = async (app) => {
  app.get(
    '/catalog/products/:id/variants',
    {
      config,
      schema: {
        operationId: 'catalog.variants.list',
        tags,
        summary: 'List variants of a product',
        description: 'Returns variants in the order of the product, which can have up to 2,000.',
        params: ProductPath,
        querystring: VariantsQuery,
        response: { 200: Page(Variant) },
      },
    },
    ({ ctx, params, query }) => listVariants(ctx, params.id, query),
  )

  app.post(
    '/catalog/products/:id/variants',
    {
      config,
      schema: {
        operationId: 'catalog.variants.create',
        tags,
        summary: 'Add a variant',
        description: `Adds the variant at the end. Its option values must exist on the product, and no other variant may have the same combination. ${PRODUCT_CHANGE_NOTE}`,
        params: ProductPath,
        headers: IfMatch,
        body: NewVariant,
        response: { 201: Variant },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const { variant, version } = await addVariant(ctx, params.id, body, headers['if-match'])
      reply.code(201).header('etag', toEtag(version))
      return variant
    },
  )

  app.patch(
    '/catalog/products/:id/variants/:variantId',
    {
      config,
      schema: {
        operationId: 'catalog.variants.update',
        tags,
        summary: 'Update a variant',
        description: `Fields you omit keep their value. \`prices\` and \`options\`, if sent, replace all of them. To change stock, use \`POST /v1/inventory/adjustments\`. ${PRODUCT_CHANGE_NOTE}`,
        params: VariantPath,
        headers: IfMatch,
        body: VariantChanges,
        response: { 200: Variant },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const { variant, version } = await changeVariant(ctx, params, body, headers['if-match'])
      reply.header('etag', toEtag(version))
      return variant
    },
  )

  app.delete(
    '/catalog/products/:id/variants/:variantId',
    {
      config,
      schema: {
        operationId: 'catalog.variants.delete',
        tags,
        summary: 'Delete a variant',
        description: `Deletes the variant and its stock. The only variant of a product can’t be deleted (409). ${PRODUCT_CHANGE_NOTE}`,
        params: VariantPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteVariant(ctx, params, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
