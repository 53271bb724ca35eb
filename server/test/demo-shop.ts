import { transaction } from '../src/ctx.ts'
import { loadDemoShop } from '../src/demo/load-demo-shop.ts'
import { demoShopKey } from '../src/demo/shop-server/shop-key.ts'
import { createKey } from '../src/modules/keys/keys.ts'
import type { TestServer } from './open-server.ts'
import { openShop, type Shop } from './open-shop.ts'

/** What a first start creates: the filled demo workspace, with the key that opens `/shop`. */
export async function openFilledDemoShop(server: TestServer): Promise<Shop> {
  const shop = await openShop(server)
  const { live, test } = shop
  await transaction(server.system, async (ctx) => {
    await loadDemoShop(ctx, { live, test })
    await createKey(ctx, live.workspaceId, { label: 'Demo shop', mode: 'live' }, { actor: null }, demoShopKey(ctx))
  })
  return shop
}
