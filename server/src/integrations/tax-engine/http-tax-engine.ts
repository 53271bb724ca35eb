import { type Static, Type } from 'typebox'
import { sum } from '../../kit/sum.ts'
import type { EngineTax, TaxEngine, TaxRequest } from '../../ports/tax-engine.ts'
import { defineSignedRequest, type SignedEndpoint } from '../signed-request.ts'

const Taxes = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    percentage: Type.Number({ minimum: 0, maximum: 100 }),
    amount: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
  }),
  { maxItems: 20 },
)

const ResponseBody = Type.Object({
  items: Type.Array(Type.Object({ id: Type.String({ maxLength: 100 }), taxes: Taxes }), { maxItems: 1000 }),
  shipping: Type.Object({ taxes: Taxes }),
})

const requestTaxes = defineSignedRequest(ResponseBody)

/** A tax engine at a URL of the shop: docs/shipping-and-taxes.md has the schemas. */
export const httpTaxEngine = (endpoint: SignedEndpoint): TaxEngine => ({
  calculate: async (request, signal) => {
    const response = await requestTaxes(endpoint, { ...request, sentAt: new Date().toISOString() }, signal)
    const items = new Map(response.items.map(({ id, taxes }) => [id, taxes.map(toTax)]))
    const shipping = response.shipping.taxes.map(toTax)
    assertValidResponse(request, { items, shipping, count: response.items.length })
    return { items, shipping }
  },
})

const toTax = ({ name, percentage, amount }: Static<typeof Taxes>[number]): EngineTax => ({
  name,
  millionths: Math.round(percentage * 10_000),
  amount,
})

interface ParsedResponse {
  items: Map<string, EngineTax[]>
  shipping: EngineTax[]
  count: number
}

/** An item missing in the response would be sold untaxed; an included tax can't exceed its price. */
function assertValidResponse(
  { items: requestedItems, shipping: shippingAmount, pricesIncludeTax }: TaxRequest,
  response: ParsedResponse,
): void {
  const { items, shipping, count } = response
  if (count !== requestedItems.length || requestedItems.some(({ id }) => !items.has(id))) {
    throw new Error('The response does not contain each item exactly once.')
  }
  if (!pricesIncludeTax) return
  const parts = [
    ...requestedItems.map(({ id, amount }) => ({ amount, taxes: items.get(id) ?? [] })),
    { amount: shippingAmount, taxes: shipping },
  ]
  if (parts.some(({ amount, taxes }) => sum(taxes.map((tax) => tax.amount)) > amount)) {
    throw new Error('The response has a tax that exceeds the price that includes it.')
  }
}
