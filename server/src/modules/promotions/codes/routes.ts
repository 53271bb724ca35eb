import { Type } from 'typebox'
import type { RouteConfig, Routes } from '../../../http/routes.ts'
import { Page } from '../../../kit/schema.ts'
import {
  CreatedCodes,
  NewCodes,
  PromotionCode,
  PromotionCodePath,
  PromotionCodesQuery,
  PromotionPath,
} from '../schemas.ts'
import { addCodes, deactivateCode, listCodes } from './change-codes.ts'

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
        summary: 'List promotion codes',
        description: 'The codes of a promotion, in alphabetical order.',
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
        summary: 'Add promotion codes',
        description:
          'Adds your own `codes`, or generates as many as `count` that can’t be guessed. Codes are not case-sensitive. A code belongs to one promotion: if one is already in use, returns 409 and adds none.',
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
        operationId: 'promotions.codes.deactivate',
        tags,
        summary: 'Deactivate a promotion code',
        description: 'The code can no longer be used. Its past uses stay on record.',
        params: PromotionCodePath,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx, params }, reply) => {
      await deactivateCode(ctx, params.id, params.code)
      reply.code(204)
      return null
    },
  )
}
