import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeProduct, createProduct, deleteProduct, getProduct, listProducts } from './catalog.ts'
import { NewProduct, Product, ProductChanges, ProductPath, ProductsQuery } from './schemas.ts'

const tags = ['Catalog']
const defaultConfig = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** Staff and server-side endpoints: include unpublished products and costs. */
export const catalogRoutes: Routes = async (app) => {
  app.get(
    '/catalog/products',
    {
      config: { access: 'key', limit: 'catalog-list', cache: {} },
      schema: {
        operationId: 'catalog.products.list',
        tags,
        summary: 'List products',
        description:
          'Returns products newest first, including drafts and archived products. With `updatedFrom`, oldest change first.',
        querystring: ProductsQuery,
        response: { 200: Page(Product) },
      },
    },
    ({ ctx, query }) => listProducts(ctx, query),
  )

  app.post(
    '/catalog/products',
    {
      config: defaultConfig,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.products.create',
        tags,
        summary: 'Create a product',
        description:
          'Creates a product with its options, variants, prices and images. If you omit `handle`, it is derived from the title.',
        body: NewProduct,
        response: { 201: Product },
      },
    },
    async ({ ctx, body }, reply) => {
      const product = await createProduct(ctx, body)
      reply.code(201).header('etag', toEtag(product.version))
      return product
    },
  )

  app.get(
    '/catalog/products/:id',
    {
      config: { access: 'key', limit: 'catalog-item' },
      schema: {
        operationId: 'catalog.products.get',
        tags,
        summary: 'Get a product',
        description: 'Returns the product with all its variants, whatever its status.',
        params: ProductPath,
        response: { 200: Product },
      },
    },
    async ({ ctx, params }, reply) => {
      const product = await getProduct(ctx, params.id)
      reply.header('etag', toEtag(product.version))
      return product
    },
  )

  app.patch(
    '/catalog/products/:id',
    {
      config: defaultConfig,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'catalog.products.update',
        tags,
        summary: 'Update a product',
        description:
          'Fields you omit keep their value. `variants` and `images`, if sent, replace the whole list; to change a single variant, use `PATCH /v1/catalog/products/{id}/variants/{variantId}`. Variants are matched by `id`, then by SKU, then by option values. Matched variants keep the fields you omit; variants you omit are deleted with their stock.',
        params: ProductPath,
        headers: IfMatch,
        body: ProductChanges,
        response: { 200: Product },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const product = await changeProduct(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(product.version))
      return product
    },
  )

  app.delete(
    '/catalog/products/:id',
    {
      config: defaultConfig,
      schema: {
        operationId: 'catalog.products.delete',
        tags,
        summary: 'Delete a product',
        description: 'Also deletes its variants and their stock. Orders keep their items.',
        params: ProductPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteProduct(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
