import { type Static, Type } from 'typebox'
import type { EngineTax, TaxEngine, TaxRequest } from '../../ports/tax-engine.ts'
import { type Asked, questionOf } from '../signed-question.ts'

const Taxes = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    percentage: Type.Number({ minimum: 0, maximum: 100 }),
    amount: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
  }),
  { maxItems: 20 },
)

const Answer = Type.Object({
  lines: Type.Array(Type.Object({ id: Type.String({ maxLength: 100 }), taxes: Taxes }), { maxItems: 1000 }),
  shipping: Type.Object({ taxes: Taxes }),
})

const ask = questionOf(Answer)

/** A tax engine that answers at an address of the shop's: docs/shipping-and-taxes.md has the shapes. */
export const httpTaxEngine = (asked: Asked): TaxEngine => ({
  taxesOf: async (request, signal) => {
    const answer = await ask(asked, { ...request, sentAt: new Date().toISOString() }, signal)
    const lines = new Map(answer.lines.map(({ id, taxes }) => [id, taxes.map(toTax)]))
    const shipping = answer.shipping.taxes.map(toTax)
    refuseUnfit(request, { lines, shipping, count: answer.lines.length })
    return { lines, shipping }
  },
})

const toTax = ({ name, percentage, amount }: Static<typeof Taxes>[number]): EngineTax => ({
  name,
  millionths: Math.round(percentage * 10_000),
  amount,
})

interface Answered {
  lines: Map<string, EngineTax[]>
  shipping: EngineTax[]
  count: number
}

/** A line without an answer would be sold untaxed; a tax that is more than its price can't lie in it. */
function refuseUnfit(
  { lines: asked, shipping: shippingAmount, pricesIncludeTax }: TaxRequest,
  answered: Answered,
): void {
  const { lines, shipping, count } = answered
  if (count !== asked.length || asked.some(({ id }) => !lines.has(id))) {
    throw new Error('The answer does not name each line exactly once.')
  }
  if (!pricesIncludeTax) return
  const parts = [
    ...asked.map(({ id, amount }) => ({ amount, taxes: lines.get(id) ?? [] })),
    { amount: shippingAmount, taxes: shipping },
  ]
  if (parts.some(({ amount, taxes }) => taxes.reduce((sum, tax) => sum + tax.amount, 0) > amount)) {
    throw new Error('The answer has a tax that is more than the price in which it lies.')
  }
}
