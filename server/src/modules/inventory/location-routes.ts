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
        summary: 'List the locations',
        description:
          'In the order of their positions. A shop without any gets "Main location" by itself when stock is first put somewhere.',
        response: { 200: Locations },
      },
    },
    async ({ ctx }) => ({ data: await listLocations(ctx) }),
  )

  app.post(
    '/inventory/locations',
    {
      config,
      schema: {
        operationId: 'inventory.locations.create',
        tags,
        summary: 'Create a location',
        description: 'Its name must be unique. Without a position it becomes the last. A shop has at most 200.',
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
        summary: 'Change a location',
        description:
          'What is not named stays. The last active location, one with units on hand, reserved or incoming, and one of a pickup rate can not be deactivated (409).',
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
          'The last active location, one with units on hand, reserved or incoming, and one of a pickup rate can not be deleted (409). Its movements stay in the ledger.',
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
