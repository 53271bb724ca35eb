import { expect, it } from 'vitest'
import { openCheckoutShop } from '../../../test/checkout-shop.ts'
import { importJugs, orderMugs } from '../../../test/sample-orders.ts'
it('scale', async () => {
  const shop = await openCheckoutShop()
  const order = await orderMugs(shop, 1)
  await importJugs(shop.api)
  const { pool } = shop.server.db
  const env = shop.live.environmentId
  const N = 100000
  await pool.query(`insert into orders (environment_id,id,number,status,payment_status,fulfillment_status,return_status,currency,total,refunded,email,customer_id,source,contents,tags,staff_note,search,version,placed_at,canceled_at,updated_at)
   select environment_id, id || '-' || n, 100000 + n, 'archived', payment_status, 'fulfilled', return_status, currency,total,refunded,email,customer_id,source,contents,tags,staff_note,search,version, now() - (n * interval '1 day' * 365 / ${N}), canceled_at, updated_at
   from orders, generate_series(1, ${N}) n where environment_id = $1 and orders.id = $2`, [env, order.id])
  await pool.query(`insert into order_items select environment_id, order_id || '-' || n, id, position, variant_id, product_id, ordered, current, fulfilled, returned, refunded, requires_shipping, total, details from order_items, generate_series(1, ${N}) n where environment_id = $1 and order_id = $2`, [env, order.id])
  await pool.query('analyze orders'); await pool.query('analyze order_items')
  for (const path of ['/v1/reports/sales?days=1','/v1/reports/sales?days=7','/v1/reports/sales?days=30','/v1/home/waiting-work','/v1/home/activity','/v1/home/setup-checklist','/v1/search?q=ada','/v1/search?q=100500','/v1/search?q=mu']) {
    const times: number[] = []
    for (let i = 0; i < 5; i += 1) { const s = performance.now(); const r = await shop.api.get(path); times.push(Math.round(performance.now() - s)); expect(r.status).toBe(200); if (i===0 && path.includes('30')) console.log(r.body.data[0].current.orders) }
    console.log(path, times.join(' '))
  }
}, 600000)
