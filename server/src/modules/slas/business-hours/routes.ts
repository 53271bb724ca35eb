import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import { IfMatch, toEtag } from '../../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { BusinessHours, BusinessHoursChanges, BusinessHoursPath, NewBusinessHours } from '../schemas.ts'
import { createHours, deleteHours, getHours, listHours, updateHours } from './business-hours.ts'

const tags = ['SLAs']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const businessHoursRoutes: Routes = async (app) => {
  app.get(
    '/business-hours',
    {
      config: read,
      schema: {
        operationId: 'businessHours.list',
        tags,
        summary: 'List business hours',
        description: 'Returns all of them, oldest first.',
        response: { 200: Page(BusinessHours) },
      },
    },
    async ({ ctx }) => toSinglePage(await listHours(ctx)),
  )

  app.post(
    '/business-hours',
    {
      config: configure,
      schema: {
        operationId: 'businessHours.create',
        tags,
        summary: 'Create business hours',
        description: 'Weekly hours of a team in its time zone, with holidays. SLA policies count within them.',
        body: NewBusinessHours,
        response: { 201: BusinessHours },
      },
    },
    async ({ ctx, body }, reply) => {
      const hours = await createHours(ctx, body)
      reply.code(201).header('etag', toEtag(hours.version))
      return hours
    },
  )

  app.get(
    '/business-hours/:id',
    {
      config: read,
      schema: {
        operationId: 'businessHours.get',
        tags,
        summary: 'Get business hours',
        description: 'Returns weekly hours in local time, with holidays.',
        params: BusinessHoursPath,
        response: { 200: BusinessHours },
      },
    },
    async ({ ctx, params }, reply) => {
      const hours = await getHours(ctx, params.id)
      reply.header('etag', toEtag(hours.version))
      return hours
    },
  )

  app.patch(
    '/business-hours/:id',
    {
      config: configure,
      schema: {
        operationId: 'businessHours.update',
        tags,
        summary: 'Update business hours',
        description:
          'Fields you omit keep their value. Tickets follow the new hours from their next change on. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: BusinessHoursPath,
        headers: IfMatch,
        body: BusinessHoursChanges,
        response: { 200: BusinessHours },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const hours = await updateHours(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(hours.version))
      return hours
    },
  )

  app.delete(
    '/business-hours/:id',
    {
      config: configure,
      schema: {
        operationId: 'businessHours.delete',
        tags,
        summary: 'Delete business hours',
        description: 'Returns 409 while SLA policies use them.',
        params: BusinessHoursPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteHours(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
