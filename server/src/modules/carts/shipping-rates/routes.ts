import type { Routes } from '../../../http/routes.ts'
import { ShippingQuoteList, ShippingRatesQuery } from './schemas.ts'
import { listShippingRates } from './shipping-rates.ts'

export const shippingQuoteRoutes: Routes = async (app) => {
  app.get(
    '/shipping/rates',
    {
      config: { access: 'storefront', limit: 'default' },
      schema: {
        operationId: 'shipping.rates.list',
        tags: ['Shipping'],
        summary: 'Calculate shipping rates',
        description:
          'Returns the rates for shipping a cart, or items, to an address. Each rate is a quote: its price is guaranteed until it expires, for the same items and address. If shipping is not available, the list is empty and `reason` says why.',
        querystring: ShippingRatesQuery,
        response: { 200: ShippingQuoteList },
      },
    },
    ({ ctx, query }) => listShippingRates(ctx, query),
  )
}
