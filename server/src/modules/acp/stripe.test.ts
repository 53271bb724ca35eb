import { expect, it } from 'vitest'
import { agentOf, paidWith, readySession } from '../../../test/agent.ts'
import { openStripeShop, orderCountOf } from '../../../test/stripe-shop.ts'

it('an agent’s token is charged at Stripe as one that was granted, disputes are told, and the bank’s page is named', async () => {
  const shop = await openStripeShop()
  const agent = agentOf(shop.api)
  const paid = await agent.post(`/${(await readySession(agent)).id}/complete`, paidWith('spt_granted'))
  expect([paid.status, paid.body.status, shop.stripe.charges]).toEqual([200, 'completed', ['pi_1']])

  const dispute = { object: 'dispute', id: 'dp_1', payment_intent: 'pi_1', amount: 2989, currency: 'eur' }
  for (const [type, status, told, reason = status] of [
    ['charge.dispute.created', 'needs_response', 'pending'],
    ['charge.dispute.closed', 'lost', 'completed'],
    ['charge.dispute.closed', 'won', 'failed'],
    ['charge.dispute.created', 'needs_response', 'failed', 'won'],
  ] as const) {
    expect(await shop.webhook(shop.stripe.event(type, { ...dispute, status }))).toBe(200)
    const { order } = (await agent.get(`/${paid.body.id}`)).body
    const sum = { amount: 2989, currency: 'eur' }
    expect(order.adjustments).toMatchObject([{ id: 'dp_1', type: 'dispute', status: told, reason, ...sum }])
  }

  const asking = await readySession(agent)
  const { body } = await agent.post(`/${asking.id}/complete`, paidWith('spt_granted_3ds'))
  expect([body.status, body.continue_url]).toEqual(['requires_escalation', 'https://hooks.stripe.com/3ds/pi_2'])
  shop.stripe.pay('pi_2')
  const done = await agent.post(`/${asking.id}/complete`, paidWith('spt_granted_3ds'))
  expect([done.body.status, shop.stripe.charges]).toEqual(['completed', ['pi_1', 'pi_2']])

  const unknown = await agent.post(`/${(await readySession(agent)).id}/complete`, paidWith('spt_nobody_knows'))
  expect(JSON.stringify(unknown.body)).not.toContain('spt_nobody_knows')
  expect([unknown.status, await orderCountOf(shop)]).toEqual([400, 2])
})
