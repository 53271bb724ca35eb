import { expect, it } from 'vitest'
import { assertValidPlaceholders, fillPlaceholders } from './placeholders.ts'

it('fills placeholders once, and names those without a value', () => {
  const text = 'Hi {{ customer.firstName }}, order {{order.number}} of {{order.date}}: {{order.number}}'
  expect(fillPlaceholders(text, { 'customer.firstName': '{{order.date}}', 'order.date': '  ' })).toEqual({
    body: 'Hi {{order.date}}, order  of : ',
    missing: ['order.number', 'order.date'],
  })
})

it.each([
  ['an unknown name', 'Hi {{customer.fristName}}', /fristName/],
  ['an open brace', 'Hi {{customer.name', /close every/],
  ['too many', '{{shop.name}}'.repeat(101), /more than 100/],
])('rejects %s', (_, text, message) => {
  expect(() => assertValidPlaceholders(text, '/body')).toThrow(
    expect.objectContaining({ details: [{ path: '/body', message: expect.stringMatching(message) }] }),
  )
})
