import { sql } from '../../../db/sql.ts'
import { CHAT_SECTIONS } from './chat-queries.ts'
import { ExportedRow, type ListRows, PAGE_SIZE } from './exported-row.ts'
import { REVIEW_SECTIONS } from './review-queries.ts'
import { TICKET_EMAIL_SECTIONS } from './ticket-email-queries.ts'
import { TICKET_SECTIONS } from './ticket-queries.ts'

/*
 * What we hold about a person, by table. Whole rows, so that a new column is exported without anybody thinking of it,
 * except secrets and what only search reads.
 */

const customers: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customers) - '{environment_id,search}'::text[] as row from customers
      where environment_id = ${ctx.environmentId} and id = ${customerId} and id > ${after}`,
  )

const customerEmails: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select address as position, to_jsonb(customer_emails) - 'environment_id' as row from customer_emails
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and address > ${after}
      order by address limit ${PAGE_SIZE}`,
  )

const customerPhones: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select number as position, to_jsonb(customer_phones) - 'environment_id' as row from customer_phones
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and number > ${after}
      order by number limit ${PAGE_SIZE}`,
  )

const customerAddresses: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customer_addresses) - 'environment_id' as row from customer_addresses
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const customerExternalIds: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select source || ' ' || external_id as position, to_jsonb(customer_external_ids) - 'environment_id' as row
      from customer_external_ids
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and source || ' ' || external_id > ${after}
      order by source || ' ' || external_id limit ${PAGE_SIZE}`,
  )

const customerConsents: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customer_consents) - 'environment_id' as row from customer_consents
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const customerNotes: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customer_notes) - 'environment_id' as row from customer_notes
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const leads: ListRows = (ctx, { customerId, emails, phones }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(leads) - '{environment_id,search}'::text[] as row from leads
      where environment_id = ${ctx.environmentId} and (customer_id = ${customerId} or email = any(${emails})
        or (customer_id is null and contact = any(${phones}))) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const leadSubmissions: ListRows = (ctx, { customerId, emails, phones }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(lead_submissions) - 'environment_id' as row from lead_submissions
      where environment_id = ${ctx.environmentId} and id > ${after} and lead_id in (
        select id from leads
        where environment_id = ${ctx.environmentId} and (customer_id = ${customerId} or email = any(${emails})
          or (customer_id is null and contact = any(${phones})))
      )
      order by id limit ${PAGE_SIZE}`,
  )

const customerMerges: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customer_merges) - 'environment_id' as row from customer_merges
      where environment_id = ${ctx.environmentId} and current_customer_id = ${customerId} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const customerLoginCodes: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select email as position, to_jsonb(customer_login_codes) - '{environment_id,code_hash}'::text[] as row
      from customer_login_codes
      where environment_id = ${ctx.environmentId} and email = any(${emails}) and email > ${after}
      order by email limit ${PAGE_SIZE}`,
  )

const chatVerificationCodes: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(chat_verification_codes) - '{environment_id,session_id,code_hash}'::text[] as row
      from chat_verification_codes
      where environment_id = ${ctx.environmentId} and email = any(${emails}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const chatToolCalls: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(chat_tool_calls) - '{environment_id,session_id}'::text[] as row from chat_tool_calls
      where environment_id = ${ctx.environmentId} and id > ${after}
        and (customer_id = any(${customerIds}) or email = any(${emails}) or session_id in (
          select id from chat_conversations
          where environment_id = ${ctx.environmentId}
            and (customer_id = any(${customerIds}) or verified_email = any(${emails}))
        ))
      order by id limit ${PAGE_SIZE}`,
  )

const customerSessions: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(customer_sessions) - 'environment_id' as row from customer_sessions
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const orders: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(orders) - '{environment_id,search}'::text[] as row from orders
      where environment_id = ${ctx.environmentId} and id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const orderItems: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select order_id || ' ' || id as position, to_jsonb(order_items) - 'environment_id' as row from order_items
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and order_id || ' ' || id > ${after}
      order by order_id || ' ' || id limit ${PAGE_SIZE}`,
  )

const orderPayments: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(order_payments) - 'environment_id' as row from order_payments
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const orderRefunds: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(order_refunds) - 'environment_id' as row from order_refunds
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const orderCancellations: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select order_id as position, to_jsonb(order_cancellations) - 'environment_id' as row from order_cancellations
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and order_id > ${after}
      order by order_id limit ${PAGE_SIZE}`,
  )

const fulfillments: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(fulfillments) - 'environment_id' as row from fulfillments
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const returns: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(returns) - 'environment_id' as row from returns
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const returnItems: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select return_id || ' ' || item_id as position, to_jsonb(return_items) - 'environment_id' as row from return_items
      where environment_id = ${ctx.environmentId} and return_id in (
        select id from returns where environment_id = ${ctx.environmentId} and order_id = any(${orderIds})
      ) and return_id || ' ' || item_id > ${after}
      order by return_id || ' ' || item_id limit ${PAGE_SIZE}`,
  )

const carts: ListRows = (ctx, { cartIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(carts) - 'environment_id' as row from carts
      where environment_id = ${ctx.environmentId} and id = any(${cartIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const checkouts: ListRows = (ctx, { cartIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(checkouts) - 'environment_id' as row from checkouts
      where environment_id = ${ctx.environmentId} and cart_id = any(${cartIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const acpSessions: ListRows = (ctx, { cartIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(acp_sessions) - 'environment_id' as row from acp_sessions
      where environment_id = ${ctx.environmentId} and cart_id = any(${cartIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

/** The secret is a gift card code, which is money. */
const emails: ListRows = (ctx, { orderIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(emails) - '{environment_id,secret}'::text[] as row from emails
      where environment_id = ${ctx.environmentId} and id > ${after}
        and (order_id = any(${orderIds}) or kind in ('login_code', 'chat_code') and lower(recipient) = any(${emails}))
      order by id limit ${PAGE_SIZE}`,
  )

const giftCards: ListRows = (ctx, { giftCardIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(gift_cards) - '{environment_id,code_hash}'::text[] as row from gift_cards
      where environment_id = ${ctx.environmentId} and id = any(${giftCardIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const ledgerEntries: ListRows = (ctx, { customerIds, giftCardIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(ledger_entries) - 'environment_id' as row from ledger_entries
      where environment_id = ${ctx.environmentId} and account_id = any(${[...customerIds, ...giftCardIds]}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const referralCodes: ListRows = (ctx, { customerId }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select code as position, to_jsonb(referral_codes) - 'environment_id' as row from referral_codes
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and code > ${after}
      order by code limit ${PAGE_SIZE}`,
  )

/** The other side appears only by their ID. */
const referrals: ListRows = (ctx, { customerIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(referrals) - 'environment_id' as row from referrals
      where environment_id = ${ctx.environmentId} and (referrer_id = any(${customerIds}) or referee_id = any(${customerIds}))
        and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const loyaltyRedemptions: ListRows = (ctx, { customerIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(loyalty_redemptions) - 'environment_id' as row from loyalty_redemptions
      where environment_id = ${ctx.environmentId} and customer_id = any(${customerIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const promotionUses: ListRows = (ctx, { customerKeys }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(promotion_uses) - 'environment_id' as row from promotion_uses
      where environment_id = ${ctx.environmentId} and customer_key = any(${customerKeys}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const events: ListRows = (ctx, { orderIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(events) - 'environment_id' as row from events
      where environment_id = ${ctx.environmentId} and order_id = any(${orderIds}) and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

const auditEntries: ListRows = (ctx, { customerIds, giftCardIds }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(audit_entries) - '{workspace_id,ip}'::text[] as row from audit_entries
      where workspace_id = ${ctx.workspaceId} and id > ${after}
        and (subject = any(${customerIds}) or details ->> 'giftCardId' = any(${giftCardIds}))
      order by id limit ${PAGE_SIZE}`,
  )

const inboundEmails: ListRows = (ctx, { customerIds, emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(inbound_emails) - 'environment_id' as row from inbound_emails
      where environment_id = ${ctx.environmentId} and id > ${after} and (
        sender = any(${emails}) or lower(envelope_from) = any(${emails}) or ticket_id in (
          select id from tickets
          where environment_id = ${ctx.environmentId}
            and (customer_id = any(${customerIds}) or lower(requester_email) = any(${emails}))
        )
      )
      order by id limit ${PAGE_SIZE}`,
  )

/** Only what the person sent themselves: others may be in a ticket of theirs. */
const inboundEmailContents: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select contents.email_id as position,
        jsonb_build_object('email_id', contents.email_id, 'content', encode(contents.content, 'escape')) as row
      from inbound_email_contents as contents
      join inbound_emails as mail on mail.environment_id = contents.environment_id and mail.id = contents.email_id
      where contents.environment_id = ${ctx.environmentId} and contents.email_id > ${after}
        and (mail.sender = any(${emails}) or lower(mail.envelope_from) = any(${emails}))
      order by contents.email_id limit ${PAGE_SIZE}`,
  )

/** The body only if nobody else is in it. */
const inboundEvents: ListRows = (ctx, { emails }, after) =>
  ctx.db.rows(
    ExportedRow,
    sql`
      select id as position, to_jsonb(inbound_events) - '{environment_id,body,emails,search}'::text[] || case
          when emails <@ ${emails}
          then jsonb_build_object('emails', emails, 'search', search, 'body', encode(body, 'escape'))
          else '{}'
        end as row
      from inbound_events
      where environment_id = ${ctx.environmentId} and emails && ${emails} and id > ${after}
      order by id limit ${PAGE_SIZE}`,
  )

/** In the order of the document. Stored responses repeat what is here, and expire within a day. */
export const SECTIONS: Record<string, ListRows> = {
  customers,
  customerEmails,
  customerPhones,
  customerAddresses,
  customerExternalIds,
  customerConsents,
  customerNotes,
  leads,
  leadSubmissions,
  customerMerges,
  customerLoginCodes,
  chatVerificationCodes,
  chatToolCalls,
  customerSessions,
  orders,
  orderItems,
  orderPayments,
  orderRefunds,
  orderCancellations,
  fulfillments,
  returns,
  returnItems,
  carts,
  checkouts,
  acpSessions,
  emails,
  inboundEmails,
  inboundEmailContents,
  inboundEvents,
  giftCards,
  ledgerEntries,
  loyaltyRedemptions,
  referralCodes,
  referrals,
  promotionUses,
  ...REVIEW_SECTIONS,
  ...TICKET_SECTIONS,
  ...TICKET_EMAIL_SECTIONS,
  ...CHAT_SECTIONS,
  events,
  auditEntries,
}
