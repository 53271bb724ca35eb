import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Provider } from '../src/events/inbound-handler.ts'
import { newId } from '../src/kit/ids.ts'
import { runTool } from '../src/modules/chat-tools/chat-tools.ts'
import { receiveEvent } from '../src/modules/connections/inbound-events/inbound-events.ts'
import { receiveEmail } from '../src/modules/inbound-email/inbound-email.ts'
import { saveDraft } from '../src/modules/inbox/inbox.ts'
import { createMailbox } from '../src/modules/mailboxes/mailboxes.ts'
import { reviewsModule } from '../src/modules/reviews/module.ts'
import { sendTicketEmailJob } from '../src/modules/ticket-emails/jobs.ts'
import { recordBounce, sendTicketEmail } from '../src/modules/ticket-emails/ticket-emails.ts'
import { addCustomerMessage, setDelivery } from '../src/modules/tickets/messages/messages.ts'
import { trackingModule } from '../src/modules/tracking/module.ts'
import { agentHeaders, SESSIONS } from './agent.ts'
import type { CheckoutShop } from './checkout-shop.ts'
import { handleEvent } from './inbound-events.ts'
import type { ApiResponse } from './open-shop.ts'
import { systemCtx } from './placed-order.ts'
import { importJugs } from './sample-orders.ts'
import { eur } from './sample-products.ts'
import { addCodes, addPromotion } from './sample-promotions.ts'
import { newToolSession } from './sample-tools.ts'
import { addUser } from './sign-in.ts'

/** What one person leaves in a shop, with values that nothing else contains. */
export interface SamplePerson {
  name: string
  email: string
  phone: string
  street: string
}

export const ZEBULON: SamplePerson = {
  name: 'Zebulon Quatermass',
  email: 'zebulon@quatermass.example',
  phone: '+43660199887766',
  street: 'Nirgendwogasse 77',
}
export const WINIFRED: SamplePerson = {
  name: 'Winifred Ottoline',
  email: 'winifred@ottoline.example',
  phone: '+43660155443322',
  street: 'Irgendwoweg 12',
}

const HANDLERS = [trackingModule, reviewsModule].flatMap(({ inboundHandlers }) => inboundHandlers ?? [])

const created = ({ status, body }: ApiResponse) => {
  expect([status, body?.error]).toEqual([status < 300 ? status : 201, undefined])
  return body
}

/** Writes into every column of `PERSONAL_COLUMNS`, except those of an erasure. Nothing of it is still in progress. */
export async function leaveTraces(shop: CheckoutShop, person: SamplePerson): Promise<{ customerId: string }> {
  const { api, storefront } = shop
  const { name, email, phone, street } = person
  const post = async (path: string, body?: object) =>
    created(await api.post(path, body, { 'idempotency-key': randomUUID() }))
  const deliver = async (provider: Provider, body: object) => {
    // As the job would pass it on: in JSON.
    const outcome = await handleEvent(systemCtx(shop), HANDLERS, provider, JSON.parse(JSON.stringify(body)))
    expect(outcome.status).toBe('processed')
  }
  const shippingAddress = { name, line1: street, city: name, postalCode: '1010', country: 'AT', phone }
  const code = `TEN${randomUUID().slice(0, 8).toUpperCase()}`
  await addCodes(api, (await addPromotion(api, { usageLimitPerCustomer: 1 })).id, { codes: [code] })

  const buy = async (more: object = {}) => {
    const cart = created(
      await storefront.post('/v1/carts', {
        items: [{ variantId: shop.mug, quantity: 2, properties: { Engraving: name } }],
        // People write their email in any case.
        email: email.toUpperCase(),
        shippingAddress,
        billingAddress: shippingAddress,
        shipping: { service: 'post' },
        note: `Ring at ${name}`,
        attributes: { gift: name },
        ...more,
      }),
    )
    const payment = { cartId: cart.id, paymentMethod: 'pm_card_visa' }
    const checkout = created(await storefront.post('/v1/checkout/card', payment, { 'idempotency-key': randomUUID() }))
    return (await api.get(`/v1/orders/${checkout.order.id}`)).body
  }

  const order = await buy({ codes: [code] })
  const { customerId } = order
  const path = `/v1/orders/${order.id}`
  await api.patch(path, { staffNote: `${name} called`, tags: [name] })
  await post(`${path}/fulfillments`, { tracking: { carrier: 'Post', number: `1034-${name}` } })
  const scan = {
    status: 'in_transit',
    message: `Signed by ${name}`,
    datetime: new Date(),
    tracking_location: { city: name },
  }
  await deliver('easypost', { result: { tracking_code: `1034-${name}`, tracking_details: [scan] } })
  const review = { id: randomUUID(), rating: 5, title: `By ${name}`, body: `Call me: ${phone}, ${name}` }
  await deliver('judgeme', { review: { ...review, reviewer: { name, email } } })
  const items = [{ itemId: order.items[0].id, quantity: 1, reason: `Too small for ${name}` }]
  const { id: returnId } = await post(`${path}/returns`, { items, staffNote: `${name} is sorry` })
  await post(`${path}/returns/${returnId}/approval`)
  await post(`${path}/returns/${returnId}/receipt`, {})
  await post(`${path}/refunds`, { amount: eur(500), reason: `Sorry, ${name}`, staffNote: `By phone, ${phone}` })
  const canceled = await buy()
  await post(`/v1/orders/${canceled.id}/cancellation`, { reason: 'customer', staffNote: `${name} changed their mind` })
  const transfer = { kind: 'external', amount: eur(3000), status: 'paid', reference: `Transfer by ${name}` }
  const imported = await importJugs(api, { email, shippingAddress, payments: [transfer] })
  expect(imported.customerId).toBe(customerId)
  const draft = { kind: 'draft', email, items: [{ variantId: shop.mug, quantity: 1 }], note: name }
  await post('/v1/orders', draft)
  const { id: paidByHand } = await post('/v1/orders', draft)
  await post(`/v1/orders/${paidByHand}/completion`, { payment: 'pending' })
  await post(`/v1/orders/${paidByHand}/payments`, { reference: name, staffNote: `Cash by ${name}` })
  await post(`/v1/orders/${paidByHand}/fulfillments`, {})

  const changes = {
    name,
    company: `${name} Ltd.`,
    phones: [{ number: phone }],
    addresses: [{ address: shippingAddress }],
    tags: [name],
    customFields: { nickname: name },
    externalIds: [{ source: 'crm', id: name }],
  }
  expect((await api.patch(`/v1/customers/${customerId}`, changes)).status).toBe(200)
  const double = await post('/v1/customers', { name, phones: [{ number: phone }] })
  await post(`/v1/loyalty/accounts/${double.id}/entries`, { points: 5, reason: `${name} was somebody else` })
  await post(`/v1/customers/${customerId}/merge`, { customerId: double.id })
  await post(`/v1/customers/${customerId}/notes`, { body: `${name} prefers letters` })
  const consent = { channel: 'email', source: 'checkout', shownText: 'Send me news.' }
  await post(`/v1/customers/${customerId}/consents`, { ...consent, state: 'subscribed' })
  await post(`/v1/customers/${customerId}/consents`, { ...consent, state: 'unsubscribed' })
  await post(`/v1/loyalty/accounts/${customerId}/entries`, { points: 70, reason: `A gift for ${name}` })
  const card = await post('/v1/gift-cards', { amount: eur(2000), recipient: { name, email }, staffNote: name })
  await post(`/v1/gift-cards/${card.id}/credits`, { amount: eur(100), reason: `${name} complained` })

  const lead = { email, phone, name, company: name, message: `Call ${name}`, source: 'fair', page: `/?name=${name}` }
  await post('/v1/leads', { ...lead, customFields: { nickname: name } })
  // Spam is never matched with a customer, so only the phone tells whose it is.
  await post('/v1/leads', { ...lead, email: undefined, website: 'https://spam.example' })
  const { data: leads } = (await api.get(`/v1/leads?q=${email}`)).body
  expect((await api.patch(`/v1/leads/${leads[0].id}`, { tags: [name], staffNote: name })).status).toBe(200)

  await post('/v1/customers/login-codes', { email })
  // Carts that were left behind, one of them by an agent.
  created(await storefront.post('/v1/carts', { items: [{ variantId: shop.mug, quantity: 1 }], email, shippingAddress }))
  const session = {
    currency: 'eur',
    line_items: [{ id: 'MUG-One' }],
    capabilities: {},
    buyer: { email, first_name: 'Dr.', last_name: name },
    fulfillment_details: {
      name,
      phone_number: phone,
      email,
      address: { name, line_one: street, line_two: '', city: 'Wien', state: '', country: 'AT', postal_code: '1010' },
    },
  }
  created(await api.post(SESSIONS, session, agentHeaders()))
  await writeTickets(shop, person, post)
  await sendAutoReply(shop, person)
  await chat(shop, person, customerId)
  await askAssistant(shop, person)
  await sendEvent(shop, person)
  return { customerId }
}

/** From a provider, which failed to be processed. */
async function sendEvent(shop: CheckoutShop, { name, email }: SamplePerson): Promise<void> {
  const body = Buffer.from(JSON.stringify({ event: 'review_create', data: { title: name, customer_email: email } }))
  const { id } = await receiveEvent(systemCtx(shop), 'yotpo', { body, headers: {} }, false)
  await shop.server.db.pool.query('update inbound_events set note = $2 where id = $1', [id, `Who is ${name}?`])
}

async function askAssistant(shop: CheckoutShop, { name, email }: SamplePerson): Promise<void> {
  const session = newToolSession({ verifiedEmail: email })
  const asked = await runTool(systemCtx(shop), session, 'search_catalog', { query: name })
  const sent = await runTool(systemCtx(shop), session, 'send_verification_code', { email })
  expect([asked.ok, sent.ok]).toEqual([true, true])
}

/** Two conversations: one signed in, one with a verified email. Everything an answer can consist of names the person. */
async function chat({ api, server }: CheckoutShop, { name, email }: SamplePerson, customerId: string): Promise<void> {
  const proofs = [
    [customerId, null],
    [null, email],
  ]
  for (const [customer, verifiedEmail] of proofs) {
    const { conversationId } = created(await api.post('/v1/chat', { message: `I am ${name}` }))
    created(await api.post(`/v1/chat/${conversationId}/feedback`, { rating: 'up', comment: `Thanks, says ${name}` }))
    const json = JSON.stringify([name])
    await server.db.pool.query(
      `update chat_conversations set customer_id = $2, verified_email = $3, state = $4, turn_events = $4,
         last_message_preview = $5 where id = $1`,
      [conversationId, customer, verifiedEmail, json, name],
    )
    await server.db.pool.query(
      `update chat_messages set text = $3, citations = $2, cards = $2, suggestions = $2, notices = $2, tool_calls = $2
       where conversation_id = $1 and role = 'assistant'`,
      [conversationId, json, `Hello ${name}`],
    )
  }
}

/** An email that becomes no message. */
async function sendAutoReply(shop: CheckoutShop, { name, email }: SamplePerson): Promise<void> {
  const ctx = systemCtx(shop)
  const mailbox = await createMailbox(ctx, { address: `for-${randomUUID()}@shop.example`, name: 'Support' })
  const headers = [`Message-ID: <${randomUUID()}@mail.example>`, `Reply-To: ${email}`, 'Auto-Submitted: auto-replied']
  const content = `From: ${name} <${email}>\r\nSubject: ${name} is away\r\n${headers.join('\r\n')}\r\n\r\n${name} is away.\r\n`
  const envelope = { envelopeFrom: email, envelopeTo: [mailbox.address] }
  await receiveEmail(ctx, { mailboxId: mailbox.id, source: 'smtp', ...envelope, content: Buffer.from(content) })
}

type Post = (path: string, body?: object) => Promise<{ id: string; lastMessage: { id: string } }>

/** Two tickets that were merged, one with a file. */
async function writeTickets(shop: CheckoutShop, { name, email, phone }: SamplePerson, post: Post): Promise<void> {
  const { api } = shop
  await api.post('/v1/ticket-fields', { key: 'nickname', label: 'Nickname', type: 'text' })
  const upload = `/v1/tickets/attachments?name=${encodeURIComponent(`${name}.txt`)}`
  const file = created(await api.send('POST', upload, `Signed, ${name}`, { 'content-type': 'text/plain' }))
  const ticket = await post('/v1/tickets', {
    subject: `Call ${name}`,
    requester: { name, email: email.toUpperCase() },
    message: { text: `Call me: ${phone}`, html: `<p>${phone}</p>`, attachmentIds: [file.id] },
    tags: [name],
    customFields: { nickname: name },
  })
  await api.patch(`/v1/tickets/${ticket.id}`, { subject: `Call ${name} back` })
  const email2 = { text: `${name}\n> ${phone}`, visibleText: name, to: [email], cc: [email.toUpperCase()] }
  const ctx = systemCtx(shop)
  const { id } = await addCustomerMessage(ctx, ticket.id, email2)
  await setDelivery(ctx, id, { status: 'bounced', error: `550 <${email}>` })
  const again = await post('/v1/tickets', { subject: 'Again', requester: { name, email }, tags: [`${name} again`] })
  await post(`/v1/tickets/${again.id}/merge`, { intoId: ticket.id })
  await post(`/v1/tickets/${ticket.id}/notes`, { text: `${name} is right` })
  const survey = { kind: 'csat', subject: `For ${name}`, text: `Dear ${name}`, html: `<p>${name}</p>` } as const
  const sent = await sendTicketEmail(ctx, { ticketId: ticket.id, ...survey })
  const bounce = { recipient: email, status: '5.1.1', diagnostic: `550 <${email}>` }
  // Before the bounce: a later attempt would replace its error.
  await sendTicketEmailJob({ send: async () => undefined }).run(ctx, { messageId: sent?.id ?? '' })
  await recordBounce(ctx, { messageId: sent?.id, ...bounce })
  const gift = { type: 'goodwill_points', points: 1, reason: `Sorry, ${name}` }
  await post(`/v1/tickets/${ticket.id}/actions`, gift)
  const { userId } = await addUser(shop.server)
  await saveDraft(ctx, ticket.id as `tkt_${string}`, userId, 'reply', { text: `Dear ${name}`, attachmentIds: [] })
  await shop.server.db.pool.query(
    `insert into csat_surveys (environment_id, id, ticket_id, customer_id, status, send_at, rating, comment, rated_at, created_at)
     select environment_id, $2, id, customer_id, 'answered', now(), 5, $3, now(), now() from tickets where id = $1`,
    [ticket.id, newId('csat'), `Thank you, ${name}`],
  )
}

/** All rows of all tables, each as text. */
export async function dumpDatabase({ server }: CheckoutShop): Promise<{ table: string; row: string }[]> {
  const tables = await server.db.pool.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('public', 'graphile_worker'))`)
  const dumps = tables.rows.map(async ({ name }) => {
    const { rows } = await server.db.pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)
    return rows.map(({ row }) => ({ table: name, row }))
  })
  return (await Promise.all(dumps)).flat()
}
