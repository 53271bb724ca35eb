import { IfMatch, toEtag } from '../../../http/responses/etag.ts'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { getProgram, replaceProgram } from './program.ts'
import { LoyaltyProgram, LoyaltyProgramInput } from './schemas.ts'

const tags = ['Loyalty']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig
/** For routes that create value. */
const adminConfig = { ...config, staff: 'admin' } as const satisfies RouteConfig

export const programRoutes: Routes = async (app) => {
  app.get(
    '/loyalty/program',
    {
      config,
      schema: {
        operationId: 'loyalty.program.get',
        tags,
        summary: 'Get the loyalty program',
        description: 'Until you set it, the program is inactive and points pay nothing.',
        response: { 200: LoyaltyProgram },
      },
    },
    async ({ ctx }, reply) => {
      const program = await getProgram(ctx)
      reply.header('etag', toEtag(program.version))
      return program
    },
  )

  app.put(
    '/loyalty/program',
    {
      config: adminConfig,
      schema: {
        operationId: 'loyalty.program.replace',
        tags,
        summary: 'Set the loyalty program',
        description:
          'Replaces the whole program. It applies to every cart from then on. Refunds of earlier payments restore the number of points that were used. Requires the admin role in the dashboard.',
        headers: IfMatch,
        body: LoyaltyProgramInput,
        response: { 200: LoyaltyProgram },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const program = await replaceProgram(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(program.version))
      return program
    },
  )
}
