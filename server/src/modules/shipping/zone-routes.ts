import { Type } from 'typebox'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type RouteConfig, type Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { NewZone, SettingsQuery, Zone, ZoneChanges, ZonePath } from './schemas.ts'
import { changeZone, createZone, deleteZone, getZone, listZones } from './zones.ts'

const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const write = { ...read, staff: 'admin' } as const satisfies RouteConfig
const tags = ['Shipping']

export const zoneRoutes: Routes = async (app) => {
  app.get(
    '/shipping/zones',
    {
      config: read,
      schema: {
        operationId: 'shipping.zones.list',
        tags,
        summary: 'List shipping zones',
        description: 'Newest first. A zone is a list of areas with the same rates.',
        querystring: SettingsQuery,
        response: { 200: Page(Zone) },
      },
    },
    ({ ctx, query }) => listZones(ctx, query),
  )

  app.post(
    '/shipping/zones',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.zones.create',
        tags,
        summary: 'Create a shipping zone',
        description: 'At most 100 per shop, with 250 areas each. Only one zone can cover the rest of the world (409).',
        body: NewZone,
        response: { 201: Zone },
      },
    },
    async ({ ctx, body }, reply) => {
      const zone = await createZone(ctx, body)
      reply.code(201).header('etag', toEtag(zone.version))
      return zone
    },
  )

  app.get(
    '/shipping/zones/:id',
    {
      config: read,
      schema: {
        operationId: 'shipping.zones.get',
        tags,
        summary: 'Get a shipping zone',
        description: 'To update it, send its `ETag` as `If-Match`.',
        params: ZonePath,
        response: { 200: Zone },
      },
    },
    async ({ ctx, params }, reply) => {
      const zone = await getZone(ctx, params.id)
      reply.header('etag', toEtag(zone.version))
      return zone
    },
  )

  app.patch(
    '/shipping/zones/:id',
    {
      config: write,
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'shipping.zones.update',
        tags,
        summary: 'Update a shipping zone',
        description: 'Fields you omit keep their value. `areas` is replaced as a whole.',
        params: ZonePath,
        headers: IfMatch,
        body: ZoneChanges,
        response: { 200: Zone },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const zone = await changeZone(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(zone.version))
      return zone
    },
  )

  app.delete(
    '/shipping/zones/:id',
    {
      config: write,
      schema: {
        operationId: 'shipping.zones.delete',
        tags,
        summary: 'Delete a shipping zone',
        description: 'Deletes its rates too.',
        params: ZonePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteZone(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
