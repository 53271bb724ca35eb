import { Type } from 'typebox'
import type { Carrier } from '../../ports/carrier.ts'
import { defineSignedRequest, type SignedEndpoint } from '../signed-request.ts'

const Days = Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 365 }), Type.Null()]))

const ResponseBody = Type.Object({
  services: Type.Array(
    Type.Object({
      service: Type.String({ minLength: 1, maxLength: 100 }),
      title: Type.String({ minLength: 1, maxLength: 100 }),
      amount: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
      minDays: Days,
      maxDays: Days,
    }),
    { maxItems: 50 },
  ),
})

const requestQuotes = defineSignedRequest(ResponseBody)

/** A carrier at a URL of the shop: docs/shipping-and-taxes.md has the schemas. */
export const httpCarrier = (endpoint: SignedEndpoint): Carrier => ({
  quote: async (request, signal) => {
    const { services } = await requestQuotes(endpoint, { ...request, sentAt: new Date().toISOString() }, signal)
    return services.map(({ service, title, amount, minDays = null, maxDays = null }) => ({
      service,
      title,
      amount,
      minDays,
      maxDays,
    }))
  },
})
