import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { eraseBuyer } from '../orders/orders.ts'
import { CheckoutRow, type CheckoutSnapshot } from './queries.ts'

/** The rows stay: a payment that arrives late is refunded by them. */
export async function eraseCheckouts(ctx: Ctx, person: Person): Promise<RowCounts> {
  const checkouts = await listCheckouts(ctx, person)
  const isOwn = new Set([...person.orderIds, ...person.cartIds])
  const rows = checkouts.map(({ id, cartId, orderId, snapshot }) => ({
    id,
    snapshot: isOwn.has(orderId) || isOwn.has(cartId) ? eraseSnapshot(snapshot) : { ...snapshot, email: null },
  }))
  return { checkouts: await updateErased(ctx, rows) }
}

const eraseSnapshot = (snapshot: CheckoutSnapshot): CheckoutSnapshot => ({
  ...eraseBuyer(snapshot),
  email: null,
  customerId: null,
  items: snapshot.items.map((item) => ({ ...item, properties: {} })),
  reserved: { ...snapshot.reserved, customerKey: null },
})

const StoredCheckout = Type.Object({
  id: CheckoutRow.properties.id,
  cartId: CheckoutRow.properties.cartId,
  orderId: CheckoutRow.properties.orderId,
  snapshot: CheckoutRow.properties.snapshot,
})

const listCheckouts = (ctx: Ctx, { cartIds, orderIds, sharedOrderIds }: Person) =>
  ctx.db.rows(
    StoredCheckout,
    sql`
      select id, cart_id, order_id, snapshot from checkouts
      where environment_id = ${ctx.environmentId}
        and (cart_id = any(${cartIds}) or order_id = any(${[...orderIds, ...sharedOrderIds]}))
      for no key update`,
  )

const updateErased = (ctx: Ctx, rows: { id: string; snapshot: object }[]) =>
  ctx.db.run(sql`
    update checkouts
    set snapshot = erased.snapshot, reserved_for = null, payment = (payment::jsonb - 'fingerprint')::json
    from json_to_recordset(${JSON.stringify(rows)}::json) as erased (id text, snapshot json)
    where environment_id = ${ctx.environmentId} and checkouts.id = erased.id`)
