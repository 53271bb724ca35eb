import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import { IfMatch, toEtag } from '../../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { NewSlaPolicy, SlaPolicy, SlaPolicyChanges, SlaPolicyPath } from '../schemas.ts'
import { createPolicy, deletePolicy, getPolicy, listPolicies, updatePolicy } from './policies.ts'

const tags = ['SLAs']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const slaPolicyRoutes: Routes = async (app) => {
  app.get(
    '/sla-policies',
    {
      config: read,
      schema: {
        operationId: 'slaPolicies.list',
        tags,
        summary: 'List SLA policies',
        description: 'Returns all of them by position: the first one that matches a ticket applies.',
        response: { 200: Page(SlaPolicy) },
      },
    },
    async ({ ctx }) => toSinglePage(await listPolicies(ctx)),
  )

  app.post(
    '/sla-policies',
    {
      config: configure,
      schema: {
        operationId: 'slaPolicies.create',
        tags,
        summary: 'Create an SLA policy',
        description:
          'Targets for replies and resolution. `ticket.sla_warning` and `ticket.sla_breached` tell when one is about to be missed, or was. Tickets follow a new policy from their next change on.',
        body: NewSlaPolicy,
        response: { 201: SlaPolicy },
      },
    },
    async ({ ctx, body }, reply) => {
      const policy = await createPolicy(ctx, body)
      reply.code(201).header('etag', toEtag(policy.version))
      return policy
    },
  )

  app.get(
    '/sla-policies/:id',
    {
      config: read,
      schema: {
        operationId: 'slaPolicies.get',
        tags,
        summary: 'Get an SLA policy',
        description: 'Returns the conditions and targets of the policy.',
        params: SlaPolicyPath,
        response: { 200: SlaPolicy },
      },
    },
    async ({ ctx, params }, reply) => {
      const policy = await getPolicy(ctx, params.id)
      reply.header('etag', toEtag(policy.version))
      return policy
    },
  )

  app.patch(
    '/sla-policies/:id',
    {
      config: configure,
      schema: {
        operationId: 'slaPolicies.update',
        tags,
        summary: 'Update an SLA policy',
        description:
          'Fields you omit keep their value. Tickets follow the new targets from their next change on. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: SlaPolicyPath,
        headers: IfMatch,
        body: SlaPolicyChanges,
        response: { 200: SlaPolicy },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const policy = await updatePolicy(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(policy.version))
      return policy
    },
  )

  app.delete(
    '/sla-policies/:id',
    {
      config: configure,
      schema: {
        operationId: 'slaPolicies.delete',
        tags,
        summary: 'Delete an SLA policy',
        description: 'Its targets no longer count for any ticket.',
        params: SlaPolicyPath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deletePolicy(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )
}
