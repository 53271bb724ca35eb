import { type Static, Type } from 'typebox'
import type { Ctx, SystemCtx } from '../../ctx.ts'
import type { Keyset } from '../../db/page.ts'
import { sql } from '../../db/sql.ts'
import { Currency } from '../../kit/money.ts'
import { Id, Nullable, OneOf, Timestamp, Uuid } from '../../kit/schema.ts'
import { GIFT_CARD_STATUSES, GiftCard, type GiftCardsQuery } from './schemas.ts'

export interface NewCardRow {
  id: string
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

/** Inserts an empty card; no row if the code is already used in the environment. */
export const insertCard = (ctx: Ctx, row: NewCardRow) =>
  ctx.db.run(sql`
    insert into gift_cards (environment_id, id, code_hash, last4, currency, initial_amount, balance, status, expires_at, staff_note,
      recipient_name, recipient_email, order_id, order_item_id, order_unit, version, created_at, updated_at)
    values (${ctx.environmentId}, ${row.id}, ${row.codeHash}, ${row.last4}, ${row.currency}, ${row.amount}, 0, 'active',
      ${row.expiresAt}, ${row.staffNote}, ${row.recipient?.name ?? null}, ${row.recipient?.email ?? null},
      ${row.soldUnit?.orderId ?? null}, ${row.soldUnit?.itemId ?? null}, ${row.soldUnit?.unit ?? null}, 1, ${ctx.now}, ${ctx.now})
    on conflict (environment_id, code_hash) do nothing`)

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
export type SoldCard = Static<typeof SoldCard>

export const listSoldCards = (ctx: Ctx, orderId: string) =>
  ctx.db.rows(
    SoldCard,
    sql`
      select id, order_item_id as item_id, order_unit as unit, currency, initial_amount, balance,
        status = 'active' and (expires_at is null or expires_at > ${ctx.now}::timestamptz) as is_active,
        exists (
          select from ledger_entries
          where ledger_entries.environment_id = ${ctx.environmentId} and account_id = gift_cards.id and kind = 'credited'
        ) as is_topped_up,
        exists (
          select from order_refunds
          join ledger_entries on ledger_entries.environment_id = ${ctx.environmentId}
            and ledger_entries.holder = order_refunds.id and account_id = gift_cards.id and ledger_entries.kind = 'debited'
          where order_refunds.environment_id = ${ctx.environmentId} and order_refunds.order_id = ${orderId}
            and order_refunds.status <> 'failed'
        ) as is_taken_back
      from gift_cards
      where environment_id = ${ctx.environmentId} and order_id = ${orderId} and order_item_id is not null
      order by order_item_id, order_unit`,
  )

/** The fields needed to change a balance. */
export const LockedCard = Type.Object({
  id: Id('gc'),
  last4: Type.String(),
  currency: Currency,
  balance: Type.Integer(),
  /** As stored: an `active` card may already have expired. */
  status: OneOf(GIFT_CARD_STATUSES),
  expiresAt: Nullable(Timestamp),
})
export type LockedCard = Static<typeof LockedCard>

/** Blocks other balance changes until the transaction ends. Locks in id order to prevent deadlocks. */
export const lockCards = (ctx: Ctx, ids: string[]) =>
  ctx.db.rows(
    LockedCard,
    sql`
      select id, last4, currency, balance, status, expires_at
      from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${ids})
      order by id
      for no key update`,
  )

const ExpiredCards = Type.Object({ environmentId: Uuid, ids: Type.Array(Id('gc')) })

/** Up to `take` expired cards that are not written off yet, grouped by environment. */
export const listExpiredCards = (ctx: SystemCtx, take: number) =>
  ctx.db.rows(
    ExpiredCards,
    sql`
      /* all environments: maintenance of the installation */
      select environment_id, array_agg(id) as ids
      from (
        select environment_id, id from gift_cards
        where status = 'active' and expires_at <= ${ctx.now}::timestamptz
        order by expires_at
        limit ${take}
      ) as due
      group by environment_id`,
  )
