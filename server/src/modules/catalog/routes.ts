import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeProduct, createProduct, deleteProduct, getProduct, listProducts } from './products.ts'
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
        description: 'Newest first, drafts and archived ones too.',
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
        description: 'With its options, variants, prices and images. Without a handle one is made of the title.',
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
        summary: 'Change a product',
        description:
          'What is not named stays. `variants` and `images`, where given, are the whole of them; to change one variant alone, see `PATCH /v1/catalog/products/:id/variants/:variantId`. Variants are known again by their `id`, else by SKU, else by the values of their options; of those, what is not named stays, and whoever is not named is gone, with its stock. With `If-Match` it is refused (412) when somebody else was faster.',
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
