import type { Ctx } from '../../../ctx.ts'
import { sql } from '../../../db/sql.ts'
import type { OrderRow } from '../queries.ts'

type Edited = Pick<OrderRow, 'id' | 'email' | 'contents' | 'tags' | 'staffNote'>

export const writeEdit = (ctx: Ctx, { id, email, contents, tags, staffNote }: Edited, search: string) =>
  ctx.db.run(sql`
    update orders
    set email = ${email}, contents = ${JSON.stringify(contents)}, tags = ${tags}, staff_note = ${staffNote}, search = ${search}
    where environment_id = ${ctx.environmentId} and id = ${id}`)
