import { expect, it } from 'vitest'
import { formatActor } from './members.ts'

it('names members, including former ones, API keys and the server', () => {
  const members = [{ userId: 'usr_1', name: 'Robin' }]
  expect(['member:usr_1', 'member:usr_2', 'key:key_1', 'system'].map((actor) => formatActor(actor, members))).toEqual([
    'Robin',
    'a former member',
    'an API key',
    'the server',
  ])
})
