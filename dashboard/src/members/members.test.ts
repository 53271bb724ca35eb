import { expect, it } from 'vitest'
import { formatActor } from './members.ts'

it('names members, including former ones, and says what other actors are', () => {
  const members = [{ userId: 'usr_1', name: 'Robin' }]
  const actors = ['member:usr_1', 'member:usr_2', 'customer:cus_1', 'key:key_1', 'system']
  expect(actors.map((actor) => formatActor(actor, members))).toEqual([
    'Robin',
    'a former member',
    'the customer',
    'an API key',
    'the server',
  ])
})
