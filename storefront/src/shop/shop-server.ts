import { StoredeskConnectionError, StoredeskError } from '@storedesk/sdk'
import { BASE } from './paths.ts'

/** The shop's own small server, for what needs a key: it has the key, the browser does not. */
export interface ShopServer {
  get<Data>(path: string): Promise<Data>
  post<Data>(path: string, body?: object): Promise<Data>
}

/** Its errors are those of the API, so that pages handle one kind. */
export function createShopServer(origin: string, fetch: typeof globalThis.fetch): ShopServer {
  async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
    const url = `${origin}${BASE}/api/${path}`
    const response = await fetch(url, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }).catch((cause: unknown) => {
      throw new StoredeskConnectionError('network', { method, url }, cause)
    })
    const data = response.status === 204 ? undefined : await response.json().catch(() => undefined)
    if (response.ok) return data as Data
    const error = data?.error ?? { code: 'unexpected_response', message: 'The shop did not answer. Try again.' }
    throw new StoredeskError(response.status, error)
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
  }
}
