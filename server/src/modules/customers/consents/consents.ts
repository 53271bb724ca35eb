import { actorOf, type Ctx, transaction } from '../../../ctx.ts'
import { type Keyset, keyset, type Page, toPage } from '../../../db/page.ts'
import { sql } from '../../../db/sql.ts'
import { emit } from '../../../events/emit.ts'
import { newId } from '../../../kit/ids.ts'
import { getCustomer, lockCustomer } from '../customers.ts'
import { Consent, type ConsentsQuery, type NewConsent } from '../schemas.ts'

/** Entries never change: a customer who changes their mind gets another one. */
export function recordConsent(ctx: Ctx, customerId: string, input: NewConsent): Promise<Consent> {
  return transaction(ctx, async (ctx) => {
    // Locks before creating the id, so that the entry with the highest id is the latest one.
    const customer = await lockCustomer(ctx, customerId)
    const consent = await insertConsent(ctx, customerId, input)
    await saveMarketing(ctx, customerId, input)
    await emit(ctx, 'customer.consent_changed', {
      customerId: customer.id,
      channel: consent.channel,
      state: consent.state,
    })
    return consent
  })
}

export async function listConsents(ctx: Ctx, customerId: string, query: ConsentsQuery): Promise<Page<Consent>> {
  await getCustomer(ctx, customerId)
  const page = keyset(query)
  return toPage(await readConsents(ctx, customerId, page, query), page)
}

const insertConsent = (ctx: Ctx, customerId: string, { channel, state, shownText, source }: NewConsent) =>
  ctx.db.one(
    Consent,
    sql`
      insert into customer_consents (environment_id, id, customer_id, channel, state, shown_text, source, actor, created_at)
      values (${ctx.environmentId}, ${newId('cns')}, ${customerId}, ${channel}, ${state}, ${shownText ?? null}, ${source},
        ${ctx.customer ? `customer:${ctx.customer.id}` : actorOf(ctx.caller)}, ${ctx.now})
      returning id, channel, state, shown_text, source, actor, created_at`,
  )

const readConsents = (ctx: Ctx, customerId: string, { before, take }: Keyset, { channel }: ConsentsQuery) =>
  ctx.db.rows(
    Consent,
    sql`
      select id, channel, state, shown_text, source, actor, created_at from customer_consents
      where environment_id = ${ctx.environmentId} and customer_id = ${customerId} and id < ${before}
        and (${channel ?? null}::text is null or channel = ${channel ?? null})
      order by id desc
      limit ${take}`,
  )

const saveMarketing = (ctx: Ctx, customerId: string, { channel, state }: NewConsent) =>
  ctx.db.run(sql`
    update customers set
      email_marketing = case when ${channel} = 'email' then ${state} else email_marketing end,
      sms_marketing = case when ${channel} = 'sms' then ${state} else sms_marketing end,
      phone_marketing = case when ${channel} = 'phone' then ${state} else phone_marketing end,
      updated_at = ${ctx.now}
    where environment_id = ${ctx.environmentId} and id = ${customerId}`)
