import { type ApiClient, createApiClient, type Shop } from './open-shop.ts'
import { runProgram } from './process.ts'

/** Visitors of the same shop on several servers, each a separate process. */
export async function openExtraServers(shop: Shop, count: number): Promise<[ApiClient, ...ApiClient[]]> {
  const processes = Array.from({ length: count - 1 }, () =>
    runProgram('test/extra-server.process.ts', { SELLER_CONNECTION: JSON.stringify(shop.server.connection) }),
  )
  const ports = await Promise.all(processes.map(async (one) => (await one.waitForLine(/listening on (\d+)/))[1]))
  const at = (port: string | undefined) =>
    createApiClient(`http://127.0.0.1:${port}`, { 'x-workspace-id': shop.live.workspaceId })
  return [shop.storefront, ...ports.map(at)]
}
