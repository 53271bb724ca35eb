import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { changeRegion, createRegion, deleteRegion, getRegion, listRegions } from './regions.ts'
import { NewRegion, Region, RegionChanges, RegionPath, RegionsQuery } from './schemas.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Taxes']

export const regionRoutes: Routes = async (app) => {
  app.get(
    '/taxes/regions',
    {
      config: read,
      schema: {
        operationId: 'taxes.regions.list',
        tags,
        summary: 'List tax regions',
        description:
          'Newest first. If several contain an address, the narrowest applies: by postal code, then by region, then by country.',
        querystring: RegionsQuery,
        response: { 200: Page(Region) },
      },
    },
    ({ ctx, query }) => listRegions(ctx, query),
  )

  app.post(
    '/taxes/regions',
    {
      config: write,
      schema: {
        operationId: 'taxes.regions.create',
        tags,
        summary: 'Create a tax region',
        description: 'The tax rates of one area. At most 1,000 per shop, and one per area (409).',
        body: NewRegion,
        response: { 201: Region },
      },
    },
    async ({ ctx, body }, reply) => {
      const region = await createRegion(ctx, body)
      reply.code(201).header('etag', toEtag(region.version))
      return region
    },
  )

  app.get(
    '/taxes/regions/:id',
    {
      config: read,
      schema: {
        operationId: 'taxes.regions.get',
        tags,
        summary: 'Get a tax region',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: RegionPath,
        response: { 200: Region },
      },
    },
    async ({ ctx, params }, reply) => {
      const region = await getRegion(ctx, params.id)
      reply.header('etag', toEtag(region.version))
      return region
    },
  )

  app.patch(
    '/taxes/regions/:id',
    {
      config: write,
      schema: {
        operationId: 'taxes.regions.update',
        tags,
        summary: 'Update a tax region',
        description: 'Fields you omit keep their value. `rates` is replaced as a whole.',
        params: RegionPath,
        headers: IfMatch,
        body: RegionChanges,
        response: { 200: Region },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const region = await changeRegion(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(region.version))
      return region
    },
  )

  app.delete(
    '/taxes/regions/:id',
    {
      config: write,
      schema: {
        operationId: 'taxes.regions.delete',
        tags,
        summary: 'Delete a tax region',
        description: 'The area is no longer taxed, unless a wider region contains it.',
        params: RegionPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteRegion(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
