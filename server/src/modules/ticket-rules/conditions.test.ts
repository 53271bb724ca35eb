import { expect, it } from 'vitest'
import { matches, type TicketFacts } from './conditions.ts'
import type { Condition } from './schemas.ts'

const facts: TicketFacts = {
  subject: 'Where is my ORDER?',
  body: 'I paid for express.',
  requesterEmail: 'ada@example.com',
  channel: 'email',
  priority: 'normal',
  category: 'open',
  statusId: 'tst_1',
  assigneeId: null,
  teamId: 'team_1',
  mailboxId: null,
  tags: ['shipping', 'vip'],
  customFields: { size: 'L', gift: true },
  customerTags: [],
  customerOrders: 3,
  customerSpent: 12_000,
  waitingMinutes: null,
  idleMinutes: 90,
  statusMinutes: 30,
  ageMinutes: 200,
}

it.each([
  [true, { field: 'subject', operator: 'contains', value: 'order' }],
  [false, { field: 'subject', operator: 'not_contains', value: 'order' }],
  [true, { field: 'subject_or_body', operator: 'contains', value: 'EXPRESS' }],
  [false, { field: 'body', operator: 'contains', value: 'order' }],
  [true, { field: 'requester_email', operator: 'contains', value: '@example.com' }],
  [true, { field: 'channel', operator: 'any_of', value: ['email', 'chat'] }],
  [false, { field: 'channel', operator: 'none_of', value: ['email'] }],
  [true, { field: 'assignee', operator: 'any_of', value: ['none'] }],
  [true, { field: 'team', operator: 'none_of', value: ['none'] }],
  [true, { field: 'tags', operator: 'all_of', value: ['vip', 'shipping'] }],
  [false, { field: 'tags', operator: 'all_of', value: ['vip', 'other'] }],
  [true, { field: 'customer_tags', operator: 'none_of', value: ['blocked'] }],
  [true, { field: 'customer_orders', operator: 'at_least', value: 3 }],
  [false, { field: 'customer_spent', operator: 'at_most', value: 11_999 }],
  // Nothing waits, so it has not waited for less than a day either.
  [false, { field: 'waiting_minutes', operator: 'at_most', value: 1440 }],
  [true, { field: 'idle_minutes', operator: 'at_least', value: 90 }],
  [true, { field: 'custom_field', key: 'gift', operator: 'is', value: true }],
  [true, { field: 'custom_field', key: 'color', operator: 'is_not', value: 'red' }],
] as [boolean, Condition][])('is %s: %j', (expected, condition) => {
  expect(matches({ match: 'all', conditions: [condition] }, facts)).toBe(expected)
})

it('combines conditions and groups', () => {
  const yes: Condition = { field: 'category', operator: 'any_of', value: ['open'] }
  const no: Condition = { field: 'category', operator: 'any_of', value: ['resolved'] }
  const both = (match: 'all' | 'any') => ({ match, conditions: [no, yes] })
  expect(matches({ match: 'all', conditions: [] }, facts)).toBe(true)
  expect(matches({ match: 'any', conditions: [] }, facts)).toBe(true)
  expect(matches({ match: 'all', conditions: [yes], groups: [both('any')] }, facts)).toBe(true)
  expect(matches({ match: 'all', conditions: [yes], groups: [both('all')] }, facts)).toBe(false)
  expect(matches({ match: 'any', conditions: [no], groups: [both('all')] }, facts)).toBe(false)
})
