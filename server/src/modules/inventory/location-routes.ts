import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { listLocations } from './location-queries.ts'
import { changeLocation, createLocation, deleteLocation } from './locations.ts'
import { Location, LocationChanges, LocationPath, Locations, NewLocation } from './schemas.ts'

const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const tags = ['Inventory']

export const locationRoutes: Routes = async (app) => {
  app.get(
    '/inventory/locations',
    {
      config,
      schema: {
        operationId: 'inventory.locations.list',
        tags,
        summary: 'List locations',
        description:
          'Returns locations in order of position. A shop without locations gets "Main location" automatically when stock is first added.',
        response: { 200: Locations },
      },
    },
    async ({ ctx }) => ({ data: await listLocations(ctx), nextCursor: null }),
  )

  app.post(
    '/inventory/locations',
    {
      config,
      schema: {
        operationId: 'inventory.locations.create',
        tags,
        summary: 'Create a location',
        description:
          'The name must be unique. Without a position, the location comes last. A shop can have at most 200 locations.',
        body: NewLocation,
        response: { 201: Location },
      },
    },
    async ({ ctx, body }, reply) => {
      const location = await createLocation(ctx, body)
      reply.code(201)
      return location
    },
  )

  app.patch(
    '/inventory/locations/:id',
    {
      config,
      schema: {
        operationId: 'inventory.locations.update',
        tags,
        summary: 'Update a location',
        description:
          'Fields you omit keep their value. Returns 409 if you deactivate the last active location, or one that still has stock or a pickup rate.',
        params: LocationPath,
        body: LocationChanges,
        response: { 200: Location },
      },
    },
    ({ ctx, params, body }) => changeLocation(ctx, params.id, body),
  )

  app.delete(
    '/inventory/locations/:id',
    {
      config,
      schema: {
        operationId: 'inventory.locations.delete',
        tags,
        summary: 'Delete a location',
        description:
          'Returns 409 if the location is the last active one, still has stock or has a pickup rate. Movements of a deleted location stay in the ledger.',
        params: LocationPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteLocation(ctx, params.id)
      reply.code(204)
      return null
    },
  )
}
