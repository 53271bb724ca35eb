import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { toSinglePage } from '../../db/page.ts'
import { openEventStream } from '../../http/responses/event-stream.ts'
import type { Routes } from '../../http/routes.ts'
import { notFound } from '../../kit/errors.ts'
import { Page } from '../../kit/schema.ts'
import { findEnvironmentAccess } from '../members/members.ts'
import { newInboxFeed } from './feed.ts'
import {
  deleteDraft,
  listDraftSummaries,
  listDrafts,
  listPresence,
  PRESENCE_SECONDS,
  reportPresence,
  saveDraft,
} from './inbox.ts'
import {
  DraftContent,
  DraftPath,
  DraftSummary,
  EnvironmentPath,
  PresenceReceipt,
  PresenceReport,
  TicketDraft,
  TicketPath,
  TicketPresence,
} from './schemas.ts'

const ENVIRONMENT = '/workspaces/:workspaceId/environments/:environmentId'

/** What only people do: being present, drafting, and watching the inbox live. */
export const inboxDashboardRoutes: Routes = async (app) => {
  app.get(
    `${ENVIRONMENT}/inbox-stream`,
    {
      config: { role: 'viewer' },
      // A stream has no headers worth asking for.
      exposeHeadRoute: false,
      schema: { params: EnvironmentPath, response: { 200: Type.Unknown({ description: 'Server-sent events.' }) } },
    },
    async (request, reply) => {
      const { environmentId, perServer } = await environmentCtx(request)
      const { userId } = request.member
      const feed = perServer(newInboxFeed)
      await feed.prepare(userId)
      const stream = openEventStream(request, reply, userId)
      reply.raw.once('close', feed.subscribe({ environmentId, userId, stream }))
      stream.send('ready', {})
    },
  )

  app.get(
    `${ENVIRONMENT}/ticket-presence`,
    { config: { role: 'viewer' }, schema: { params: EnvironmentPath, response: { 200: Page(TicketPresence) } } },
    async (request) => toSinglePage(await listPresence(await environmentCtx(request))),
  )

  app.post(
    `${ENVIRONMENT}/tickets/:id/presence`,
    {
      config: { role: 'viewer' },
      schema: { params: TicketPath, body: PresenceReport, response: { 200: PresenceReceipt } },
    },
    async (request) => {
      await reportPresence(await environmentCtx(request), request.params.id, request.member.userId, request.body)
      return { expiresInSeconds: PRESENCE_SECONDS }
    },
  )

  app.get(
    `${ENVIRONMENT}/ticket-drafts`,
    { config: { role: 'agent' }, schema: { params: EnvironmentPath, response: { 200: Page(DraftSummary) } } },
    async (request) => toSinglePage(await listDraftSummaries(await environmentCtx(request), request.member.userId)),
  )

  app.get(
    `${ENVIRONMENT}/tickets/:id/drafts`,
    { config: { role: 'agent' }, schema: { params: TicketPath, response: { 200: Page(TicketDraft) } } },
    async (request) =>
      toSinglePage(await listDrafts(await environmentCtx(request), request.member.userId, request.params.id)),
  )

  app.put(
    `${ENVIRONMENT}/tickets/:id/drafts/:mode`,
    { config: { role: 'agent' }, schema: { params: DraftPath, body: DraftContent, response: { 200: DraftSummary } } },
    async (request) => {
      const { id, mode } = request.params
      return saveDraft(await environmentCtx(request), id, request.member.userId, mode, request.body)
    },
  )

  app.delete(
    `${ENVIRONMENT}/tickets/:id/drafts/:mode`,
    { config: { role: 'agent' }, schema: { params: DraftPath, response: { 204: Type.Null() } } },
    async (request, reply) => {
      const { id, mode } = request.params
      await deleteDraft(await environmentCtx(request), id, request.member.userId, mode)
      reply.code(204)
      return null
    },
  )
}

/** The environment in the path, if it belongs to the workspace whose member this is. */
async function environmentCtx({
  system,
  member,
  params,
}: Pick<FastifyRequest, 'system' | 'member'> & { params: EnvironmentPath }): Promise<Ctx> {
  const { userId, name, role, workspaceId } = member
  const access = await findEnvironmentAccess(system.db, userId, params.environmentId)
  if (access?.workspaceId !== workspaceId) throw notFound('environment', params.environmentId)
  const { environmentId, mode } = access
  return { ...system, workspaceId, environmentId, mode, caller: { kind: 'member', userId, name, role } }
}
