import { Type } from 'typebox'
import type { Ctx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Id } from '../../kit/schema.ts'
import { GiftCard, type GiftCardsQuery } from './schemas.ts'

export interface NewCardRow {
  id: string
  entryId: string
  codeHash: Buffer
  last4: string
  amount: number
  currency: string
  expiresAt: string | null
  staffNote: string | null
  recipient: GiftCard['recipient']
  soldUnit: SoldUnit | null
}

/** One purchased unit of an order item. */
export interface SoldUnit {
  orderId: string
  itemId: string
  unit: number
}

/** Inserts the card and its first ledger entry; no row if the code is already used in the environment. */
export const insertCard = (ctx: Ctx, row: NewCardRow, actor: string) =>
  ctx.db.run(sql`
    with card as (
      insert into gift_cards (environment_id, id, code_hash, last4, currency, initial_amount, balance, status, expires_at, staff_note,
        recipient_name, recipient_email, order_id, order_item_id, order_unit, version, created_at, updated_at)
      values (${ctx.environmentId}, ${row.id}, ${row.codeHash}, ${row.last4}, ${row.currency}, ${row.amount}, ${row.amount},
        'active', ${row.expiresAt}, ${row.staffNote}, ${row.recipient?.name ?? null}, ${row.recipient?.email ?? null},
        ${row.soldUnit?.orderId ?? null}, ${row.soldUnit?.itemId ?? null}, ${row.soldUnit?.unit ?? null}, 1, ${ctx.now}, ${ctx.now})
      on conflict (environment_id, code_hash) do nothing
      returning id, balance
    )
    insert into gift_card_entries (environment_id, id, gift_card_id, kind, amount, balance_after, actor, created_at)
    select ${ctx.environmentId}, ${row.entryId}, id, 'issued', balance, balance, ${actor}, ${ctx.now} from card`)

export const updateCard = (ctx: Ctx, { id, expiresAt, staffNote, recipient }: GiftCard) =>
  ctx.db.run(sql`
    update gift_cards set expires_at = ${expiresAt}, staff_note = ${staffNote}, recipient_name = ${recipient?.name ?? null},
      recipient_email = ${recipient?.email ?? null}, version = version + 1, updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${id}`)

const CardId = Type.Object({ id: Id('gc') })

/** Always one lookup, even for a malformed code, so that timing reveals nothing. */
export const findCardByHash = (ctx: Ctx, codeHash: Buffer) =>
  ctx.db.row(
    GiftCard,
    sql`
      select id, last4,
        case when status = 'active' and expires_at <= ${ctx.now}::timestamptz then 'expired' else status end as status,
        json_build_object('amount', initial_amount, 'currency', currency) as initial_amount,
        json_build_object('amount', balance, 'currency', currency) as balance, expires_at, staff_note,
        case when recipient_name is null and recipient_email is null then null
          else json_build_object('name', recipient_name, 'email', recipient_email) end as recipient,
        order_id, version, created_at, updated_at
      from gift_cards
      where environment_id = ${ctx.environmentId} and code_hash = ${codeHash}`,
  )

export const listCardsById = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    GiftCard,
    sql`
      select id, last4,
        case when status = 'active' and expires_at <= ${ctx.now}::timestamptz then 'expired' else status end as status,
        json_build_object('amount', initial_amount, 'currency', currency) as initial_amount,
        json_build_object('amount', balance, 'currency', currency) as balance, expires_at, staff_note,
        case when recipient_name is null and recipient_email is null then null
          else json_build_object('name', recipient_name, 'email', recipient_email) end as recipient,
        order_id, version, created_at, updated_at
      from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id desc`,
  )

/** `text` is lowercase. Uses `strpos`, because `text` may contain wildcards of `like`. */
export const listCardIds = (ctx: Ctx, { before, take }: Keyset, { status }: GiftCardsQuery, text: string | null) =>
  ctx.db.rows(
    CardId,
    sql`
      select id from gift_cards
      where environment_id = ${ctx.environmentId} and id < ${before}
        and (${status ?? null}::text is null or ${status ?? null} =
          case when status = 'active' and expires_at <= ${ctx.now}::timestamptz then 'expired' else status end)
        and (${text}::text is null or lower(last4) = ${text} or strpos(lower(recipient_name), ${text}) > 0
          or strpos(lower(recipient_email), ${text}) > 0)
      order by id desc
      limit ${take}`,
  )

const SoldCard = Type.Object({
  id: Id('gc'),
  itemId: Type.String(),
  unit: Type.Integer(),
  currency: Type.String(),
  initialAmount: Type.Integer(),
  balance: Type.Integer(),
  isActive: Type.Boolean(),
  /** The shop has added value that the order did not pay for. */
  isToppedUp: Type.Boolean(),
  /** Taken back by a completed or pending refund of the order. */
  isTakenBack: Type.Boolean(),
})
export type SoldCard = Type.Static<typeof SoldCard>

export const listSoldCards = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    SoldCard,
    sql`
      select id, order_item_id as item_id, order_unit as unit, currency, initial_amount, balance,
        status = 'active' and (expires_at is null or expires_at > ${ctx.now}::timestamptz) as is_active,
        exists (
          select from gift_card_entries
          where gift_card_entries.environment_id = ${ctx.environmentId} and gift_card_id = gift_cards.id and kind = 'credited'
        ) as is_topped_up,
        exists (
          select from order_refunds
          join gift_card_entries on gift_card_entries.environment_id = ${ctx.environmentId}
            and gift_card_entries.holder = order_refunds.id and gift_card_id = gift_cards.id and kind = 'debited'
          where order_refunds.environment_id = ${ctx.environmentId} and order_refunds.order_id = ${orderId}
            and order_refunds.status <> 'failed'
        ) as is_taken_back
      from gift_cards
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and order_item_id is not null
      order by order_item_id, order_unit`,
  )
