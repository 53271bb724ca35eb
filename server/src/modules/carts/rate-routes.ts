import type { Routes } from '../../http/routes.ts'
import { Rates, RatesQuery } from './rate-schemas.ts'
import { listRates } from './rates.ts'

export const rateRoutes: Routes = async (app) => {
  app.get(
    '/shipping/rates',
    {
      config: { access: 'storefront', limit: 'default' },
      schema: {
        operationId: 'shipping.rates.list',
        tags: ['Shipping'],
        summary: 'Ask what shipping costs',
        description:
          'For a cart, or for items, to an address. Each rate is a quote: chosen before it ends, for the same items and place, its price holds. Where nothing is shipped the list is empty and `reason` says why.',
        querystring: RatesQuery,
        response: { 200: Rates },
      },
    },
    ({ ctx, query }) => listRates(ctx, query),
  )
}
