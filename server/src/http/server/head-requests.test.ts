import { expect, it } from 'vitest'
import { openShop } from '../../../test/open-shop.ts'

it('serves HEAD with the headers of GET, and without a body', async () => {
  const { server, live, liveKey } = await openShop()
  const send = (method: string, path: string, headers = {}) => fetch(server.url + path, { method, headers })
  const key = { authorization: `Bearer ${liveKey}` }
  const storefront = { 'x-workspace-id': live.workspaceId }
  const calls: [path: string, headers: object, status: number][] = [
    ['/v1/workspace', key, 200],
    ['/v1/theme', storefront, 200],
    ['/v1/workspace', {}, 401],
    ['/v1/orders/ord_nothing', key, 404],
    ['/v1/nothing', key, 404],
    ['/v1/contact', key, 405],
    ['/demo-images/mug-sea.svg', {}, 200],
    ['/openapi.json', {}, 200],
  ]
  for (const [path, headers, status] of calls) {
    const [head, get] = [await send('HEAD', path, headers), await send('GET', path, headers)]
    const read = ({ status, headers }: Response) => [path, status, headers.get('content-type'), headers.get('allow')]
    expect(read(head)).toEqual([path, status, get.headers.get('content-type'), get.headers.get('allow')])
    expect([get.status, await head.text()]).toEqual([status, ''])
    // Errors name the method.
    if (status === 200) expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  }
})
