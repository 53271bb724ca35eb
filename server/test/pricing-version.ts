import type { Shop } from './open-shop.ts'

/** Increases when carts of the shop must be repriced. */
export async function pricingVersion({ server, live }: Shop): Promise<number> {
  const { rows } = await server.db.pool.query('select version from pricing_versions where environment_id = $1', [
    live.environmentId,
  ])
  return Number(rows[0]?.version ?? 0)
}
