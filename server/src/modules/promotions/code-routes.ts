import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../http/routes.ts'
import { Page } from '../../kit/schema.ts'
import { addCodes, disableCode, listCodes } from './codes.ts'
import {
  CreatedCodes,
  NewCodes,
  PromotionCode,
  PromotionCodePath,
  PromotionCodesQuery,
  PromotionPath,
} from './schemas.ts'

const tags = ['Promotions']
const config = { access: 'key', limit: 'default' } as const satisfies RouteConfig

/** The codes buyers type in. */
export const codeRoutes: Routes = async (app) => {
  app.get(
    '/promotions/:id/codes',
    {
      config,
      schema: {
        operationId: 'promotions.codes.list',
        tags,
        summary: 'List the codes of a promotion',
        description: 'By the alphabet.',
        params: PromotionPath,
        querystring: PromotionCodesQuery,
        response: { 200: Page(PromotionCode) },
      },
    },
    ({ ctx, params, query }) => listCodes(ctx, params.id, query),
  )

  app.post(
    '/promotions/:id/codes',
    {
      config,
      schema: {
        operationId: 'promotions.codes.create',
        tags,
        summary: 'Add codes to a promotion',
        description:
          'Either your own (`codes`) or so many that nobody can guess (`count`). Whether letters are small or large makes no difference. A code stands for one promotion: if one is taken, none is added (409).',
        params: PromotionPath,
        body: NewCodes,
        response: { 201: CreatedCodes },
      },
    },
    async ({ ctx, params, body }, reply) => {
      reply.code(201)
      return addCodes(ctx, params.id, body)
    },
  )

  app.delete(
    '/promotions/:id/codes/:code',
    {
      config,
      schema: {
        operationId: 'promotions.codes.disable',
        tags,
        summary: 'Disable a code',
        description: 'Nobody can use it any more; what it was used for stays known.',
        params: PromotionCodePath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await disableCode(ctx, params.id, params.code)
      reply.code(204)
      return null
    },
  )
}
