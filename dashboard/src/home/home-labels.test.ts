import { expect, it } from 'vitest'
import type { Activity, WaitingWork } from './home.ts'
import { activityDetails, activityPath, activityTitle, formatChange, formatRate, toTasks } from './home-labels.ts'

const NOTHING: WaitingWork = {
  ordersToFulfill: 0,
  paymentsToCapture: 0,
  returnsToReview: 0,
  disputes: 0,
  lowStock: 0,
  waitingTickets: 0,
  openTickets: 4,
  liveChats: 2,
}

it.for([
  [150, 100, '+50%'],
  [50, 100, '-50%'],
  [100, 100, '0%'],
  [50, -100, '+150%'],
  [50, 0, '–'],
] as const)('compares %i with %i as %s', ([current, previous, expected]) => {
  expect(formatChange(current, previous)).toBe(expected)
})

it('shows the conversion, and a dash without carts', () => {
  expect(formatRate({ carts: 8, converted: 1 })).toBe('12.5%')
  expect(formatRate({ carts: 0, converted: 0 })).toBe('–')
})

it('lists what waits, most urgent first, and nothing else', () => {
  expect(toTasks(NOTHING)).toEqual([])
  const tasks = toTasks({ ...NOTHING, ordersToFulfill: 1, disputes: 2, lowStock: 1001 })
  expect(tasks.map(({ label }) => label)).toEqual([
    '2 disputes to answer',
    '1 order to fulfill',
    '1000+ variants low in stock',
  ])
})

const ORDER: Activity = {
  id: 'evt_1',
  type: 'order.created',
  subject: { type: 'order', id: 'ord_1', name: '#1001' },
  person: 'Ada Lovelace',
  amount: { amount: 4181, currency: 'EUR' },
  rating: null,
  createdAt: '2026-11-15T09:30:00.000Z',
}

it('describes activity', () => {
  expect([activityTitle(ORDER), activityDetails(ORDER), activityPath(ORDER)]).toEqual([
    'Order #1001 placed',
    'Ada Lovelace · €41.81',
    '/sales/orders/ord_1',
  ])
  const ticket: Activity = {
    ...ORDER,
    type: 'ticket.rated',
    subject: { type: 'ticket', id: 'tkt_1', name: 'Late' },
    amount: null,
    rating: 4,
  }
  expect([activityTitle(ticket), activityDetails(ticket), activityPath(ticket)]).toEqual([
    'Ticket rated: Late',
    'Ada Lovelace · 4 of 5',
    '/inbox?ticket=tkt_1',
  ])
})
