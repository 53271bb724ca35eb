import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openExternalServer, respondJson } from '../../../test/external-server.ts'
import type { TaxRequest } from '../../ports/tax-engine.ts'
import { httpTaxEngine } from './http-tax-engine.ts'

const REQUEST: TaxRequest = {
  currency: 'USD',
  pricesIncludeTax: true,
  to: { country: 'US', region: 'NY', postalCode: '10001' },
  items: [
    { id: 'one', variantId: 'var_1', taxClass: 'standard', quantity: 1, amount: 1000 },
    { id: 'two', variantId: 'var_2', taxClass: 'none', quantity: 2, amount: 500 },
  ],
  shipping: 490,
}
const tax = (amount: number, percentage = 8.875) => ({ name: 'Sales tax', percentage, amount })
const responseBody = (one = [tax(82)], shipping = [tax(40)]) => ({
  items: [
    { id: 'one', taxes: one },
    { id: 'two', taxes: [] },
  ],
  shipping: { taxes: shipping },
})

async function calculate(response: unknown, request = REQUEST) {
  const { url, requests } = await openExternalServer(respondJson(response))
  const engine = httpTaxEngine({ url, secret: 'secret', allowHttp: true, allowLoopback: true })
  return { result: engine.calculate(request, new AbortController().signal), requests }
}

describe('httpTaxEngine', () => {
  it('signs the request and returns taxes for every item and for shipping', async () => {
    const { result, requests } = await calculate(responseBody())
    const { items, shipping } = await result
    expect([...items]).toEqual([
      ['one', [{ name: 'Sales tax', millionths: 88_750, amount: 82 }]],
      ['two', []],
    ])
    expect(shipping).toEqual([{ name: 'Sales tax', millionths: 88_750, amount: 40 }])
    const [{ body, headers }] = requests as [(typeof requests)[0]]
    expect(JSON.parse(body)).toMatchObject(REQUEST)
    expect(headers['x-storedesk-signature']).toBe(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`)
  })

  it.each([
    ['a missing item', { ...responseBody(), items: responseBody().items.slice(1) }],
    ['an unknown item', { ...responseBody(), items: [...responseBody().items, { id: 'three', taxes: [] }] }],
    ['a duplicate item', { ...responseBody(), items: [responseBody().items[0], responseBody().items[0]] }],
    ['missing shipping taxes', { items: responseBody().items }],
    ['a negative tax', responseBody([tax(-1)])],
    ['a fractional tax', responseBody([tax(1.5)])],
    ['more tax than price', responseBody([tax(600), tax(401)])],
    ['more tax than shipping', responseBody([], [tax(491)])],
  ])('rejects %s', async (_, body) => {
    await expect((await calculate(body)).result).rejects.toThrow('The response')
  })

  it('accepts more tax than the price where tax is added on top', async () => {
    const { result } = await calculate(responseBody([tax(1001, 100)]), { ...REQUEST, pricesIncludeTax: false })
    expect((await result).items.get('one')).toMatchObject([{ amount: 1001 }])
  })
})
