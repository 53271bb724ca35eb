import { type Caller, caller, type Shop } from './open-shop.ts'
import { run } from './process.ts'

/** The same shop, asked by visitors at several servers, each a process of its own. */
export async function openSellers(shop: Shop, count: number): Promise<[Caller, ...Caller[]]> {
  const others = Array.from({ length: count - 1 }, () =>
    run('test/seller.ts', { SELLER_CONNECTION: JSON.stringify(shop.server.connection) }),
  )
  const ports = await Promise.all(others.map(async (one) => (await one.line(/listening on (\d+)/))[1]))
  const at = (port: string | undefined) =>
    caller(`http://127.0.0.1:${port}`, { 'x-workspace-id': shop.live.workspaceId })
  return [shop.storefront, ...ports.map(at)]
}
