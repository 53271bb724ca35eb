import { Type } from 'typebox'
import { toSinglePage } from '../../../db/page.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import { NewTeam, Team, TeamChanges, TeamPath } from './schemas.ts'
import { createTeam, deleteTeam, getTeam, listTeams, updateTeam } from './teams.ts'

const tags = ['Tickets']
const read = { access: 'key', limit: 'default' } as const satisfies RouteConfig
const configure = { access: 'key', limit: 'default', staff: 'admin' } as const satisfies RouteConfig

export const teamRoutes: Routes = async (app) => {
  app.get(
    '/teams',
    {
      config: read,
      schema: {
        operationId: 'teams.list',
        tags,
        summary: 'List teams',
        description: 'Returns all teams by name.',
        response: { 200: Page(Team) },
      },
    },
    async ({ ctx }) => toSinglePage(await listTeams(ctx)),
  )

  app.post(
    '/teams',
    {
      config: configure,
      schema: {
        operationId: 'teams.create',
        tags,
        summary: 'Create a team',
        description: 'Tickets can be assigned to a team and to one of its members, or to anyone else.',
        body: NewTeam,
        response: { 201: Team },
      },
    },
    async ({ ctx, body }, reply) => {
      reply.code(201)
      return createTeam(ctx, body)
    },
  )

  app.get(
    '/teams/:id',
    {
      config: read,
      schema: {
        operationId: 'teams.get',
        tags,
        summary: 'Get a team',
        description: 'Returns the team with its members.',
        params: TeamPath,
        response: { 200: Team },
      },
    },
    ({ ctx, params }) => getTeam(ctx, params.id),
  )

  app.patch(
    '/teams/:id',
    {
      config: configure,
      schema: {
        operationId: 'teams.update',
        tags,
        summary: 'Update a team',
        description: 'Fields you omit keep their value; `memberIds` replaces all members.',
        params: TeamPath,
        body: TeamChanges,
        response: { 200: Team },
      },
    },
    ({ ctx, params, body }) => updateTeam(ctx, params.id, body),
  )

  app.delete(
    '/teams/:id',
    {
      config: configure,
      schema: {
        operationId: 'teams.delete',
        tags,
        summary: 'Delete a team',
        description: 'Only if it has no tickets.',
        params: TeamPath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deleteTeam(ctx, params.id)
      reply.code(204)
      return null
    },
  )
}
