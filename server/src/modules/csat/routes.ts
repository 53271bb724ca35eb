import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { getSettings, listResponses, replaceSettings } from './csat.ts'
import { CsatResponse, CsatResponsesQuery, CsatSettings, CsatSettingsInput } from './schemas.ts'

const tags = ['Satisfaction']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

export const csatRoutes: Routes = async (app) => {
  app.get(
    '/csat-settings',
    {
      config,
      schema: {
        operationId: 'csat.settings',
        tags,
        summary: 'Get the satisfaction survey',
        description: 'Whether and when customers get the survey, and the text of its email.',
        response: { 200: CsatSettings },
      },
    },
    async ({ ctx }, reply) => {
      const settings = await getSettings(ctx)
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.put(
    '/csat-settings',
    {
      config: { ...config, staff: 'admin' },
      schema: {
        operationId: 'csat.replaceSettings',
        tags,
        summary: 'Change the satisfaction survey',
        description:
          'When a ticket by email is resolved, its requester is asked once how satisfied they are. Send `If-Match` to detect concurrent changes; a stale version returns 412.',
        headers: IfMatch,
        body: CsatSettingsInput,
        response: { 200: CsatSettings },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const settings = await replaceSettings(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.get(
    '/csat-responses',
    {
      config,
      schema: {
        operationId: 'csat.responses',
        tags,
        summary: 'List ratings',
        description: 'Returns the answers to satisfaction surveys, newest first.',
        querystring: CsatResponsesQuery,
        response: { 200: Page(CsatResponse) },
      },
    },
    ({ ctx, query }) => listResponses(ctx, query),
  )
}
