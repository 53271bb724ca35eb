import { sql } from '../../../db/sql.ts'
import { ExportedRow, type ListRows, PAGE_SIZE } from './exported-row.ts'

const reviews: ListRows = (ctx, { customerKeys }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(reviews) - '{environment_id,customer_key}'::text[] as row from reviews
      where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const trackingEvents: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(tracking_events) - '{environment_id,fingerprint}'::text[] as row from tracking_events
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

export const REVIEW_SECTIONS: Record<string, ListRows> = { trackingEvents, reviews }
