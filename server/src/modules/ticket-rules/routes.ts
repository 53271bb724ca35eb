import { Type } from 'typebox'
import { toSinglePage } from '../../db/page.ts'
import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getAutoClose, replaceAutoClose } from './auto-close.ts'
import { dryRunRule } from './dry-run.ts'
import {
  AutoCloseInput,
  AutoCloseSettings,
  NewTicketRule,
  RuleDryRun,
  RuleDryRunResult,
  TicketRule,
  TicketRuleChanges,
  TicketRulePath,
} from './schemas.ts'
import { createRule, deleteRule, getRule, listRules, updateRule } from './ticket-rules.ts'

const tags = ['Ticket rules']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const ticketRuleRoutes: Routes = async (app) => {
  app.get(
    '/ticket-rules',
    {
      config: read,
      schema: {
        operationId: 'ticketRules.list',
        tags,
        summary: 'List ticket rules',
        description: 'Returns all of them in the order in which they run.',
        response: { 200: Page(TicketRule) },
      },
    },
    async ({ ctx }) => toSinglePage(await listRules(ctx)),
  )

  app.post(
    '/ticket-rules',
    {
      config: configure,
      schema: {
        operationId: 'ticketRules.create',
        tags,
        summary: 'Create a ticket rule',
        description:
          'Changes tickets that match, when something happens or as time passes. Changes made by rules start no rules. Try it with `POST /v1/ticket-rules/dry-run` first.',
        body: NewTicketRule,
        response: { 201: TicketRule },
      },
    },
    async ({ ctx, body }, reply) => {
      const rule = await createRule(ctx, body)
      reply.code(201).header('etag', toEtag(rule.version))
      return rule
    },
  )

  app.get(
    '/ticket-rules/:id',
    {
      config: read,
      schema: {
        operationId: 'ticketRules.get',
        tags,
        summary: 'Get a ticket rule',
        description: 'Returns the rule with the number of tickets it has changed.',
        params: TicketRulePath,
        response: { 200: TicketRule },
      },
    },
    async ({ ctx, params }, reply) => {
      const rule = await getRule(ctx, params.id)
      reply.header('etag', toEtag(rule.version))
      return rule
    },
  )

  app.patch(
    '/ticket-rules/:id',
    {
      config: configure,
      schema: {
        operationId: 'ticketRules.update',
        tags,
        summary: 'Update a ticket rule',
        description:
          'Fields you omit keep their value. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        params: TicketRulePath,
        headers: IfMatch,
        body: TicketRuleChanges,
        response: { 200: TicketRule },
      },
    },
    async ({ ctx, params, body, headers }, reply) => {
      const rule = await updateRule(ctx, params.id, body, headers['if-match'])
      reply.header('etag', toEtag(rule.version))
      return rule
    },
  )

  app.delete(
    '/ticket-rules/:id',
    {
      config: configure,
      schema: {
        operationId: 'ticketRules.delete',
        tags,
        summary: 'Delete a ticket rule',
        description: 'What it has done stays.',
        params: TicketRulePath,
        headers: IfMatch,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params, headers }, reply) => {
      await deleteRule(ctx, params.id, headers['if-match'])
      reply.code(204)
      return null
    },
  )

  app.post(
    '/ticket-rules/dry-run',
    {
      config: { ...configure, idempotency: 'none' },
      schema: {
        operationId: 'ticketRules.dryRun',
        tags,
        summary: 'Try a ticket rule',
        description:
          'Evaluates the tickets of the last 30 days as they are now, and returns how many match and what would change. Nothing is stored or sent.',
        body: RuleDryRun,
        response: { 200: RuleDryRunResult },
      },
    },
    ({ ctx, body }) => dryRunRule(ctx, body),
  )

  app.get(
    '/ticket-rules/auto-close',
    {
      config: read,
      schema: {
        operationId: 'ticketRules.autoClose',
        tags,
        summary: 'Get the auto-close setting',
        description: 'Whether tickets that stay pending are resolved, and when.',
        response: { 200: AutoCloseSettings },
      },
    },
    async ({ ctx }, reply) => {
      const settings = await getAutoClose(ctx)
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.put(
    '/ticket-rules/auto-close',
    {
      config: configure,
      schema: {
        operationId: 'ticketRules.replaceAutoClose',
        tags,
        summary: 'Change the auto-close setting',
        description:
          'Resolves tickets that have been pending without a message for this many days. Checked every hour. A customer who answers reopens the ticket.',
        headers: IfMatch,
        body: AutoCloseInput,
        response: { 200: AutoCloseSettings },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const settings = await replaceAutoClose(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )
}
