import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sendTicketEmailJob } from '../../src/modules/ticket-emails/jobs.ts'
import { addCustomerMessage } from '../../src/modules/tickets/messages/messages.ts'
import { takeScreenshot, visit } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import type { Shop } from '../open-shop.ts'
import { placeOrder, systemCtx } from '../placed-order.ts'
import { signIn } from '../sign-in.ts'
import {
  button,
  dialogButton,
  findViolations,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const QUESTIONS = [
  ['Ada Lovelace', 'ada@example.com', 'My mug arrived broken', 'Hello,\n\nthe handle of my mug is broken.\n\nAda'],
  ['Grace Hopper', 'grace@example.com', 'Where is my parcel?', 'It should have arrived on Monday.'],
  ['Alan Turing', 'alan@example.com', 'Wrong address', 'I moved. Can you send it to my new address?'],
  ['Katherine Johnson', 'katherine@example.com', 'Invoice for order', 'Please send me an invoice.'],
  ['Edsger Dijkstra', 'edsger@example.com', 'Do you ship to the Netherlands?', 'I only see Austria.'],
  ['Barbara Liskov', 'barbara@example.com', 'Discount for ten mugs', 'We would like to order ten.'],
  ['Donald Knuth', 'don@example.com', 'A typo on your page', 'It says “recieve”.'],
  ['Margaret Hamilton', 'margaret@example.com', 'Gift wrapping', 'Is it possible?'],
  ['Tim Berners-Lee', 'tim@example.com', 'The link in your email is dead', 'https://example.com/track says 404.'],
  ['Radia Perlman', 'radia@example.com', 'Return a mug', 'I would like to return it.'],
] as const

type Question = readonly [name: string, email: string, subject: string, text: string]

async function ask(shop: Shop, [name, email, subject, text]: Question, more: object = {}): Promise<string> {
  const ticket = { subject, channel: 'email', requester: { name, email }, message: { text }, ...more }
  const { status, body } = await shop.api.post('/v1/tickets', ticket)
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}

async function openInbox(page: Page): Promise<void> {
  await openPage(page, 'desktop', 'Inbox')
  await page.getByRole('region', { name: 'All open, list' }).waitFor()
}

const subject = (page: Page, text: string) => page.getByRole('heading', { name: text, level: 2 })

/** Presses Tab until the element with this text or label has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < 40; count += 1) {
    const label = await page.evaluate(() => {
      const { activeElement: active } = document
      return active?.getAttribute('aria-label') || active?.textContent || ''
    })
    if (name.test(label)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}`)
}

/** A reply can be taken back for ten seconds, which a busy machine may need to show it. Timers go on. */
const stopClock = (page: Page) => page.clock.setFixedTime(new Date())

it('answers, refunds and resolves ten tickets with the keyboard alone', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { role: 'admin' })
  const mugShop = { ...shop, mug: await seedShop(shop, 10) }
  const order = await placeOrder(mugShop)
  const ids: string[] = []
  for (const question of QUESTIONS) ids.push(await ask(shop, question))
  await openInbox(page)
  await page.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
  const { keyboard } = page

  await keyboard.press('j')
  await subject(page, 'My mug arrived broken').waitFor()
  await page.getByRole('link', { name: `#${order.number}`, exact: true }).waitFor()
  await keyboard.press('r')
  await keyboard.type('Dear Ada,\n\nsorry about the mug. You get your money back.')
  await stopClock(page)
  await keyboard.press('Control+Enter')
  await page.getByRole('article', { name: /^Reply from/ }).waitFor()
  await page.getByText(/^Sends in \d+ s$/).waitFor()
  await takeScreenshot(page, 'inbox')
  await keyboard.press('Escape')

  await keyboard.press('c')
  await page.getByRole('option', { name: /^Refund order/ }).waitFor()
  await takeScreenshot(page, 'inbox-actions')
  await keyboard.type('refund')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: `Refund order #${order.number}` }).waitFor()
  await tabTo(page, /^Select all items/)
  await keyboard.press('Enter')
  await button(page, /^Refund €/).waitFor()
  await expect.poll(() => button(page, /^Refund €/).isEnabled()).toBe(true)
  await tabTo(page, /^Refund €/)
  await keyboard.press('Enter')
  await page
    .getByText(/€29\.89 refunded/)
    .first()
    .waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keyboard.press('e')

  for (const [, , question] of QUESTIONS.slice(1)) {
    await subject(page, question).waitFor()
    await page.getByRole('textbox', { name: 'Reply' }).waitFor()
    await keyboard.press('r')
    await keyboard.type('Thank you, we take care of it.')
    await keyboard.press('Control+Shift+Enter')
  }
  await page.getByRole('heading', { name: 'Inbox zero' }).waitFor()
  await takeScreenshot(page, 'inbox-zero')

  for (const id of ids) {
    const { body } = await shop.api.get(`/v1/tickets/${id}`)
    expect([body.number, body.status.category, body.messageCount]).toEqual([body.number, 'resolved', 2])
  }
  const [refund] = (await shop.api.get(`/v1/tickets/${ids[0]}/actions`)).body.data
  expect(refund).toMatchObject({ type: 'refund', status: 'completed', orderId: order.id, amount: { amount: 2989 } })
  expect((await shop.api.get(`/v1/orders/${order.id}`)).body.paymentStatus).toBe('refunded')

  // Goodwill for Ada, who also exchanges what she got with her second order.
  const delivered = await placeOrder(mugShop)
  const items = delivered.items.map(({ id }: { id: string }) => ({ itemId: id, quantity: 1 }))
  expect((await shop.api.post(`/v1/orders/${delivered.id}/fulfillments`, { items })).status).toBe(201)
  await page.getByRole('link', { name: /^Resolved/ }).click()
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await subject(page, QUESTIONS[0][2]).waitFor()
  await page.getByRole('link', { name: `#${delivered.number}`, exact: true }).waitFor()
  const act = async (name: RegExp, fields: Record<string, string>, save: string) => {
    await button(page, 'Refund, resend, points…').click()
    await page.getByRole('option', { name }).click()
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
    await dialogButton(page, save).click()
  }
  await act(/^Give points/, { Points: '250', Reason: 'Apology' }, 'Give points')
  await page.getByText('250 points given').waitFor()
  await act(/^Give store credit/, { 'Amount in EUR': '5', Reason: 'Apology' }, 'Give store credit')
  await page.getByText('€5.00 store credit given').waitFor()
  await page.getByText('250 points · €5.00 credit').waitFor()

  await button(page, 'Refund, resend, points…').click()
  await page.getByRole('option', { name: 'Create a discount code' }).click()
  await page.getByLabel('Discount', { exact: true }).selectOption('amount')
  await page.getByLabel('Amount off').fill('3')
  await dialogButton(page, 'Create code').click()
  await dialogButton(page, 'Insert into reply').click()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => reply.inputValue()).toMatch(/^Use the code \S+ for €3\.00 off your next order\.$/)

  await button(page, 'Refund, resend, points…').click()
  await page.getByRole('option', { name: `Exchange items of order #${delivered.number}` }).click()
  await page.getByRole('combobox', { name: 'Add a new item' }).fill('mug')
  await page.getByRole('combobox', { name: 'Add a new item' }).press('Enter')
  await page.getByLabel('Quantity of new Mug').waitFor()
  await dialogButton(page, 'Exchange items').click()
  await page.getByText(/^Order #\d+ created\./).waitFor()

  // What the ticket is about turns out to be different.
  const other = await placeOrder(mugShop)
  await button(page, 'Edit details').click()
  await page.getByLabel('Subject', { exact: true }).fill('A broken mug')
  await page.getByRole('combobox', { name: 'Linked orders' }).fill(`#${other.number}`)
  await page.getByRole('option', { name: `#${other.number},` }).click()
  await button(page, `Remove order #${other.number}`).waitFor()
  await button(page, `Remove order #${delivered.number}`).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('grace')
  await page.getByRole('option', { name: /grace@example.com/ }).click()
  await page.getByLabel('Due', { exact: true }).fill('2030-01-02T10:00')
  await takeScreenshot(page, 'inbox-details')
  await dialogButton(page, 'Save').click()
  await subject(page, 'A broken mug').waitFor()
  const changed = (await shop.api.get(`/v1/tickets/${ids[0]}`)).body
  expect(changed).toMatchObject({
    customerId: (await shop.api.get(`/v1/tickets/${ids[1]}`)).body.customerId,
    dueAt: expect.stringMatching(/^2030-01-0/),
  })
  expect([changed.orderIds.includes(other.id), changed.orderIds.includes(delivered.id)]).toEqual([true, false])

  const actions = (await shop.api.get(`/v1/tickets/${ids[0]}/actions`)).body.data
  expect(actions.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`)).toEqual(
    ['exchange', 'discount_code', 'store_credit', 'goodwill_points', 'refund'].map((type) => `${type} completed`),
  )
  expect(pageErrors).toEqual([])
})

it('takes a reply back, retries one, merges and splits tickets and undoes both', async (context) => {
  const { page, shop, pageErrors, member } = await openDashboard(context)
  await shop.api.post('/v1/ticket-fields', { key: 'serial', label: 'Serial number', type: 'text' })
  await shop.api.post('/v1/ticket-fields', { key: 'balance', label: 'Balance', type: 'number' })
  const id = await ask(shop, QUESTIONS[0])
  const otherId = await ask(shop, QUESTIONS[1])
  await addCustomerMessage(systemCtx(shop), id, { text: 'And I need an invoice.' })
  await openInbox(page)
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await subject(page, QUESTIONS[0][2]).waitFor()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  const sent = page.getByRole('article', { name: /^Reply from/ })

  await stopClock(page)
  await reply.fill('Dear Adda,')
  await page.keyboard.press('Control+Enter')
  await sent.getByRole('button', { name: 'Undo' }).click()
  await sent.getByText('Taken back').waitFor()
  await expect.poll(() => reply.inputValue()).toBe('Dear Adda,')

  // Without a mailbox, it can't be sent.
  await reply.fill('Dear Ada,')
  await page.keyboard.press('Control+Enter')
  await sent.getByText(/^Sends in/).waitFor()
  const latest = async () => (await shop.api.get(`/v1/tickets/${id}/messages`)).body.data[0]
  const { id: messageId } = await latest()
  const send = sendTicketEmailJob({ isLogOnly: false, send: () => Promise.reject(new Error('no mailbox')) })
  await send.run(systemCtx(shop), { messageId })
  await page.getByText('This email was not sent').waitFor()
  await takeScreenshot(page, 'inbox-not-sent')
  await button(page, 'Retry').click()
  await page.getByText('This email was not sent').waitFor({ state: 'detached' })
  expect((await latest()).delivery.status).toBe('queued')

  // The panel is that of the open ticket, whatever is selected.
  const { number: otherNumber } = (await shop.api.get(`/v1/tickets/${otherId}`)).body
  const otherCheckbox = page.getByRole('checkbox', { name: `Select ticket #${otherNumber}` })
  await otherCheckbox.check()
  await button(page, 'Edit details').click()
  await page.getByRole('combobox', { name: 'Followers' }).click()
  await page.getByRole('option', { name: member.name }).click()
  await page.getByLabel('Serial number').fill('SN-7')
  await page.getByLabel('Balance').pressSequentially('-3')
  await dialogButton(page, 'Save').click()
  await page.getByRole('region', { name: 'Details' }).getByText('SN-7').waitFor()
  expect((await shop.api.get(`/v1/tickets/${id}`)).body).toMatchObject({
    followerIds: [member.userId],
    customFields: { serial: 'SN-7', balance: -3 },
  })
  await otherCheckbox.uncheck()

  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Split…' }).click()
  await page.getByRole('checkbox', { name: /invoice/ }).check()
  await page.getByLabel('Subject of the new ticket').fill('Invoice')
  await takeScreenshot(page, 'inbox-split')
  await dialogButton(page, 'Split').click()
  await subject(page, 'Invoice').waitFor()
  await page.getByText(/^Split from/).waitFor()
  await button(page, 'Undo split').click()
  await subject(page, QUESTIONS[0][2]).waitFor()
  await page.getByRole('article').getByText('And I need an invoice.').waitFor()

  await button(page, 'More actions').click()
  await page.getByRole('menuitem', { name: 'Merge into…' }).click()
  await page.getByRole('combobox', { name: 'Into the ticket' }).fill('parcel')
  await page.getByRole('option', { name: /Where is my parcel/ }).click()
  await dialogButton(page, 'Merge').click()
  await subject(page, QUESTIONS[1][2]).waitFor()
  await page.getByRole('article').getByText('And I need an invoice.').waitFor()
  await page.getByRole('link', { name: /^Open #/ }).click()
  await button(page, 'Undo merge').click()
  await button(page, 'Undo merge').waitFor({ state: 'detached' })
  await page.getByRole('article').getByText('And I need an invoice.').waitFor()

  await page.getByLabel('Select ticket').first().waitFor()
  await shop.api.post('/v1/ticket-views', { name: 'Invoices', shared: true, filter: { tag: 'invoice' } })
  await page.reload()
  await button(page, 'Actions for the view Invoices').click()
  await page.getByRole('menuitem', { name: 'Rename view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Billing')
  await dialogButton(page, 'Rename view').click()
  await page.getByRole('link', { name: /^Billing/ }).waitFor()

  // A call becomes a ticket: from the palette, or with one key.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search', exact: true }).fill('create ticket')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { name: 'New ticket' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Shift+N')
  await page.getByRole('combobox', { name: 'Customer' }).fill('joan@example.com')
  await page.getByRole('option', { name: 'joan@example.com' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByLabel('Subject', { exact: true }).fill('Call about a lost parcel')
  await page.getByText('Internal note', { exact: true }).click()
  await page.getByLabel('Message', { exact: true }).fill('She calls again on Monday.')
  await page.getByRole('combobox', { name: 'Tags' }).fill('phone')
  await takeScreenshot(page, 'inbox-new-ticket')
  await dialogButton(page, 'Create ticket').click()
  await subject(page, 'Call about a lost parcel').waitFor()
  await page.getByRole('article', { name: /^Internal note/ }).waitFor()
  await page.keyboard.press('p')
  await page.getByRole('combobox', { name: 'Priority' }).fill('high')
  await page.keyboard.press('Enter')
  await button(page, 'Priority: High. Change').waitFor()
  await page.keyboard.press('u')
  await page.getByRole('combobox', { name: 'Status' }).fill('on hold')
  await page.keyboard.press('Enter')
  await page.getByText(/: Status: On hold$/).waitFor()
  const [called] = (await shop.api.get('/v1/tickets?q=joan@example.com')).body.data
  expect(called).toMatchObject({
    tags: ['phone'],
    priority: 'high',
    status: { name: 'On hold' },
    requester: { email: 'joan@example.com' },
    lastMessage: { kind: 'note', preview: 'She calls again on Monday.' },
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Shift+N')
  await page.getByRole('dialog').waitFor()
  await takeScreenshot(page, 'inbox-new-ticket-phone')
  expect(await horizontalOverflow(page)).toBe(0)
  expect(pageErrors).toEqual([])
})

it('shows colleagues and new messages live, and never sends a reply over an unread message', async (context) => {
  const { browser, page, shop, pageErrors, member } = await openDashboard(context)
  const colleague = await signIn(shop, 'agent')
  const id = await ask(shop, QUESTIONS[0], { priority: 'urgent', tags: ['broken', 'vip'] })
  const second = await ask(shop, QUESTIONS[1])
  const html = '<p>The mug:</p><img src="https://tracker.example.com/pixel.gif"><script>alert(1)</script>'
  await addCustomerMessage(systemCtx(shop), second, { text: 'The mug:', html })
  await openInbox(page)
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await subject(page, QUESTIONS[0][2]).waitFor()

  const url = `${shop.server.url}/dashboard/#/settings/api-keys`
  const theirs = await visit(browser, url, 'desktop', { cookies: colleague.cookies })
  await openInbox(theirs.page)
  await theirs.page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await page.getByText(`${colleague.name} is viewing`).waitFor()
  await theirs.page.getByText(`${member.name} is viewing`).waitFor()
  await theirs.page.getByRole('textbox', { name: 'Reply' }).fill('Dear Ada, could you send a photo?')
  await page.getByText(`${colleague.name} is typing`).waitFor()

  // The customer writes while the colleague does.
  const news = 'Never mind, I glued it.'
  await addCustomerMessage(systemCtx(shop), id, { text: news })
  await page
    .getByRole('region', { name: /^Messages of ticket/ })
    .getByText(news)
    .waitFor()
  await theirs.page.keyboard.press('Control+Enter')
  await theirs.page.getByText('A new message arrived while you were writing').waitFor()
  await takeScreenshot(theirs.page, 'inbox-collision')
  expect((await shop.api.get(`/v1/tickets/${id}/messages`)).body.data).toHaveLength(2)
  await button(theirs.page, 'Keep editing').click()
  await theirs.page.getByRole('textbox', { name: 'Reply' }).fill('Dear Ada, glad to hear it!')
  await theirs.page.keyboard.press('Control+Enter')
  const thread = page.getByRole('region', { name: /^Messages of ticket/ })
  await thread.getByText('glad to hear it').waitFor()

  // A new ticket waits behind a button; rows stay where they are.
  await ask(shop, QUESTIONS[2])
  await button(page, '1 new').click()
  await page.getByRole('link', { name: /Alan Turing/ }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^All open/ }).textContent()).toBe('All open3')

  // A note mentions the colleague, who finds the ticket among their mentions; the draft of a reply survives.
  await page.getByRole('textbox', { name: 'Reply' }).fill('A draft')
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.type('@')
  await page.getByRole('option', { name: new RegExp(colleague.name) }).click()
  await page.keyboard.type('please watch this one')
  await takeScreenshot(page, 'inbox-note')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article', { name: /^Internal note/ }).waitFor()
  await theirs.page.getByRole('link', { name: /^Mentions/ }).click()
  await theirs.page.getByRole('link', { name: /Ada Lovelace/ }).waitFor()

  // A follower finds the ticket without reloading.
  await theirs.page.getByRole('link', { name: /^Following/ }).click()
  await theirs.page.getByRole('heading', { name: 'You follow no open ticket' }).waitFor()
  await shop.api.patch(`/v1/tickets/${id}`, { followerIds: [colleague.userId] })
  await expect.poll(() => theirs.page.getByRole('link', { name: /^Following/ }).textContent()).toBe('Following1')
  await theirs.page.getByRole('link', { name: /Ada Lovelace/ }).waitFor()
  await takeScreenshot(theirs.page, 'inbox-following')

  await page.getByRole('link', { name: /Grace Hopper/ }).click()
  await page.getByText('Remote images are blocked.').waitFor()
  expect(await page.frameLocator('iframe').locator('script').count()).toBe(0)
  await takeDarkScreenshot(page, 'inbox-dark')
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Reply' }).inputValue()).toBe('A draft')
  expect(await findViolations(page)).toEqual([])

  // Tags of two at once.
  await page.getByLabel('Select ticket').first().check()
  await page.getByLabel('Select ticket').nth(1).check()
  await button(page, 'Tag').first().click()
  await page.getByRole('combobox', { name: 'Tag' }).fill('weekend')
  await page.keyboard.press('Enter')
  await page.getByText('Tagged weekend (2 tickets)').waitFor()

  await page.setViewportSize({ width: 390, height: 844 })
  await button(page, 'Back to the list').click()
  await takeScreenshot(page, 'inbox-phone-list')
  expect([await horizontalOverflow(page), await findViolations(page)]).toEqual([0, []])
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await subject(page, QUESTIONS[0][2]).waitFor()
  await takeScreenshot(page, 'inbox-phone')
  expect([await horizontalOverflow(page), await findViolations(page)]).toEqual([0, []])
  await button(page, 'Customer').click()
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
  await takeScreenshot(page, 'inbox-phone-customer')
  // The rejected reply is a 409 that the browser reports.
  expect([...pageErrors, ...theirs.pageErrors].filter((error) => !error.includes('409'))).toEqual([])
})
