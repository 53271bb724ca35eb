import { expect } from 'vitest'
import type { Role } from '../src/kit/roles.ts'
import type { Shop } from './open-shop.ts'
import { browserClient, signIn } from './sign-in.ts'

export const NEW_TICKET = {
  subject: 'Where is my order?',
  requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
  message: { text: 'It should have arrived on Monday.' },
}

/** Fields that are undefined are not sent. */
export async function addTicket({ api }: Pick<Shop, 'api'>, fields: object = {}) {
  const { status, body } = await api.post('/v1/tickets', { ...NEW_TICKET, ...fields })
  expect([status, body.error]).toEqual([201, undefined])
  return body
}

/** A signed-in member in the live environment; paths are those of the API. */
export async function openDesk(shop: Shop, role: Role = 'agent') {
  const { userId, name, cookies } = await signIn(shop, role)
  const client = browserClient(shop.server, cookies, { 'x-environment-id': shop.live.environmentId })
  const path = (rest: string) => `/dashboard/api${rest}`
  return {
    userId,
    name,
    get: (rest: string) => client.get(path(rest)),
    post: (rest: string, body?: unknown) => client.post(path(rest), body),
    patch: (rest: string, body?: unknown) => client.patch(path(rest), body),
  }
}
export type Desk = Awaited<ReturnType<typeof openDesk>>
