import { expect } from 'vitest'
import type { Ctx } from '../src/ctx.ts'
import { revealSecret } from '../src/modules/emails/secrets.ts'
import { type ApiClient, createApiClient, type Shop } from './open-shop.ts'

type Mode = 'live' | 'test'

/** Code and id, for an outbox that shows the code: that of a sandbox. */
export async function requestSandboxCode(sandbox: ApiClient, email: string) {
  const { body } = await sandbox.post('/v1/customers/login-codes', { email })
  const [newest] = (await sandbox.get('/v1/emails?kind=login_code')).body.data
  const { text } = (await sandbox.get(`/v1/emails/${newest.id}`)).body
  return { loginCodeId: body.id as string, code: findCode(text) }
}

/** The same for live, where only the recipient reads the code. */
export async function requestCode(shop: Shop, email: string, mode: Mode = 'live') {
  const api = mode === 'live' ? shop.api : shop.sandbox
  const created = await api.post('/v1/customers/login-codes', { email })
  expect([created.status, created.body.error]).toEqual([201, undefined])
  const loginCodeId: string = created.body.id
  const { rows } = await shop.server.db.pool.query(
    `select id, text, html, secret from emails where environment_id = $1 and reference = $2`,
    [shop[mode].environmentId, loginCodeId],
  )
  const ctx: Ctx = { ...shop.server.system, ...shop[mode], caller: { kind: 'system' } }
  return { loginCodeId, code: findCode(revealSecret(ctx, rows[0]).text) }
}

const findCode = (text: string): string => /^\d{6}$/m.exec(text)?.[0] ?? '000000'

export interface SignedIn {
  customerId: string
  token: string
  refreshToken: string
  headers: Record<string, string>
  /** With the workspace's identifier and the token. */
  storefront: ApiClient
  /** With a key and the token. */
  api: ApiClient
}

export async function signInCustomer(shop: Shop, email: string, mode: Mode = 'live'): Promise<SignedIn> {
  const [api, key] = mode === 'live' ? [shop.api, shop.liveKey] : [shop.sandbox, shop.testKey]
  const response = await api.post('/v1/customers/tokens', await requestCode(shop, email, mode))
  expect([response.status, response.body.error]).toEqual([201, undefined])
  const { customerId, token, refreshToken } = response.body
  return { customerId, refreshToken, ...clientsWith(shop, token, mode, key) }
}

export function clientsWith(shop: Shop, token: string, mode: Mode = 'live', key = shop.liveKey) {
  const headers = { 'x-customer-token': token }
  return {
    token,
    headers,
    storefront: createApiClient(shop.server.url, { 'x-workspace-id': shop[mode].environmentId, ...headers }),
    api: createApiClient(shop.server.url, { authorization: `Bearer ${key}`, ...headers }),
  }
}
