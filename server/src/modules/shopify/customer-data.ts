import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import { sql } from '../../db/sql.ts'
import type { Person, RowCounts } from '../customers/identity/identity.ts'
import { erasedIdOf } from './objects/customers.ts'

const CustomerObject = Type.Object({ externalId: Type.String() })

/** Leaves a keyed hash of the shop's ID, so that a later sync does not bring the person back. */
export async function eraseShopifyCustomers(ctx: Ctx, { customerIds }: Person): Promise<RowCounts> {
  const objects = await ctx.db.rows(
    CustomerObject,
    sql`
      select external_id from shopify_objects
      where environment_id = ${ctx.environmentId} and resource = 'customers' and local_id = any(${customerIds})
        and external_id not like 'erased %'`,
  )
  for (const { externalId } of objects) {
    await ctx.db.run(sql`
      update shopify_objects set external_id = ${erasedIdOf(ctx, externalId)}, content_hash = ''
      where environment_id = ${ctx.environmentId} and resource = 'customers' and external_id = ${externalId}`)
  }
  return {
    shopify_objects: objects.length,
    shopify_run_items: await ctx.db.run(sql`
      delete from shopify_run_items
      where environment_id = ${ctx.environmentId} and local_id = any(${customerIds})`),
  }
}
