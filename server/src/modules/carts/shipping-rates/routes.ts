import type { Routes } from '../../../http/routes.ts'
import { ShippingRates, ShippingRatesQuery } from './schemas.ts'
import { listShippingRates } from './shipping-rates.ts'

export const shippingQuoteRoutes: Routes = async (app) => {
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
        querystring: ShippingRatesQuery,
        response: { 200: ShippingRates },
      },
    },
    ({ ctx, query }) => listShippingRates(ctx, query),
  )
}
