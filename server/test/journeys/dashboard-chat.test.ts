import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { addSimpleProduct } from '../cart-shop.ts'
import { openModelServer } from '../model-server.ts'
import type { Shop } from '../open-shop.ts'
import {
  button,
  findViolations,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const AT = { path: '/chats', heading: 'Chats' }
const UNKNOWN = 'Can you tune a zither?'
/** Moves the mouse away: the hovered tab is tinted, which is not what is looked at here. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name }).click()
  await page.mouse.move(0, 0)
}
const settingsOf = async ({ api }: Shop) => (await api.get('/v1/assistant/settings')).body

it('sets the assistant up, tries it, takes a chat over and back, and turns a question into an article', async (context) => {
  const models = await openModelServer()
  context.onTestFinished(models.close)
  const { page, shop, pageErrors } = await openDashboard(context, { role: 'admin', at: AT })
  await addSimpleProduct(shop, { title: 'Linen shirt', sku: 'SHIRT', price: 4900 })
  const returns = { title: 'Returns', body: 'You can return unworn items within 30 days of delivery.' }
  await shop.api.send('PUT', '/v1/policies/refund', returns)
  await page.getByText('No chats yet').waitFor()

  // The built-in assistant needs no settings; a model is tried before it is saved, and its key is never shown again.
  await openTab(page, 'Assistant')
  await page.getByRole('heading', { name: 'Assistant', level: 1 }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Hazel')
  await page.getByLabel('Your model').check()
  await page.getByLabel('Model', { exact: true }).fill('small')
  await page.getByLabel('URL').fill(models.url)
  await page.getByLabel('API key', { exact: true }).fill('sk-secret-1234')
  models.script({ status: 401 }, { text: 'Hello' })
  await button(page, 'Test connection').click()
  await page.getByText('does not accept the key').waitFor()
  await button(page, 'Test connection').click()
  await page.getByText('It says: “Hello”').waitFor()
  await page.getByLabel('Price of a million input tokens').fill('2')
  await page.getByText('Enter both prices, or none.').waitFor()
  await page.getByLabel('Price of a million output tokens').fill('8')
  await takeScreenshot(page, 'assistant-settings')
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Save').click()
  await page.getByText('Assistant saved').waitFor()
  await page.getByText('ends with 1234').waitFor()
  expect(await settingsOf(shop)).toMatchObject({
    name: 'Hazel',
    engine: 'model',
    model: { name: 'small', url: models.url, keyLast4: '1234', outputPrice: { amount: 800, currency: 'USD' } },
  })

  // The model's statement is backed by the policy, so it is shown; then the model fails, and the answer still comes.
  await openTab(page, 'Playground')
  models.script(
    { toolCalls: [{ name: 'search_shop_policies_and_faqs', input: { query: 'return items' } }] },
    { text: 'You can return unworn items within 30 days of delivery.', usage: { input: 1200, output: 30 } },
  )
  await page.getByLabel('Message', { exact: true }).fill('How can I return something?')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Sources' }).getByText('Returns').waitFor()
  await page.getByText(/small · .* tokens in, .* out · \$0\.01/).waitFor()
  await page.getByText('1 tool call').click()
  await page.getByLabel('Result of search_shop_policies_and_faqs').getByText('within 30 days').waitFor()
  models.script({ status: 500 }, { status: 500 }, { status: 500 })
  await page.getByLabel('Message', { exact: true }).fill('Do you have a linen shirt?')
  await button(page, 'Send').click()
  await page.getByText('Built-in assistant, because').waitFor()
  await page.getByRole('list', { name: 'Cards' }).getByRole('link', { name: 'Linen shirt' }).first().waitFor()
  await takeScreenshot(page, 'chat-playground')
  expect(await findViolations(page)).toEqual([])

  // A live chat appears by itself; who takes it over answers in the inbox, and hands it back there.
  await shop.api.send('PUT', '/v1/assistant/settings', { name: 'Hazel' })
  await openTab(page, 'Conversations')
  await page.getByRole('list', { name: 'Chats' }).getByText('Playground', { exact: true }).waitFor()
  const { conversationId } = (await shop.api.post('/v1/chat', { message: UNKNOWN, channel: 'widget' })).body
  const row = page.getByRole('listitem').filter({ hasText: 'No answer' })
  await row.waitFor()
  await takeScreenshot(page, 'chats')
  expect(await findViolations(page)).toEqual([])
  await row.getByRole('link', { name: 'Visitor' }).click()
  await page.getByRole('heading', { name: 'Chat with a visitor' }).waitFor()
  await page.getByRole('list', { name: 'Messages' }).getByText(UNKNOWN, { exact: true }).waitFor()
  await shop.api.post('/v1/chat', { message: 'Or a guitar?', conversationId })
  await page.getByRole('list', { name: 'Messages' }).getByText('Or a guitar?', { exact: true }).waitFor()
  await takeScreenshot(page, 'chat')
  expect(await findViolations(page)).toEqual([])
  await openPage(page, 'desktop', 'Inbox')
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Live chats' }).click()
  await page.getByRole('region', { name: 'Live chats, list' }).getByRole('link', { name: 'Visitor' }).click()
  await page.getByRole('list', { name: 'Messages' }).getByText('Or a guitar?', { exact: true }).waitFor()
  await takeScreenshot(page, 'live-chats')
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Take over').click()
  await page.getByRole('heading', { name: 'Or a guitar?', level: 2 }).waitFor()
  const ownerOf = async () => (await shop.api.get(`/v1/chat/${conversationId}`)).body.owner
  expect(await ownerOf()).toBe('person')
  expect((await shop.api.post('/v1/chat', { message: 'Hello?', conversationId })).body.status).toBe('handed_over')
  await page.getByText('Your team answers this chat.').waitFor()
  await takeScreenshot(page, 'chat-ticket')
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Hand back to assistant').click()
  await page.getByText('The assistant answers this chat').waitFor()
  expect(await ownerOf()).toBe('assistant')
  await shop.api.post(`/v1/chat/${conversationId}/feedback`, { rating: 'down' })

  await page.getByRole('link', { name: 'Open chat' }).click()
  await openPage(page, 'desktop', 'Chats')
  await openTab(page, 'Unanswered questions')
  const question = page.getByRole('listitem').filter({ hasText: UNKNOWN })
  await question.waitFor()
  await takeScreenshot(page, 'chat-questions')
  expect(await findViolations(page)).toEqual([])
  await question.getByRole('link', { name: 'Write an article' }).click()
  await page.getByLabel('Text', { exact: true }).fill('We tune every zither for free.')
  expect(await page.getByLabel('Title').inputValue()).toBe(UNKNOWN)
  await button(page, 'Save draft').click()
  await button(page, /^Publish$/).click()
  await page.getByText('Version 1 published').waitFor()
  await openPage(page, 'desktop', 'Chats')
  await openTab(page, 'Unanswered questions')
  await question.getByRole('button', { name: 'Mark as done' }).click()
  await question.waitFor({ state: 'detached' })
  const answer = (await shop.api.post('/v1/chat', { message: UNKNOWN })).body
  expect(answer).toMatchObject({ status: 'answered', text: expect.stringContaining('for free') })

  await openTab(page, 'Quality')
  await page.getByRole('img', { name: /^Chart of answers\. Answered: 1, / }).waitFor()
  await page.getByRole('img', { name: 'Chart of ratings. Rated up: 0, Rated down: 1.' }).waitFor()
  await takeScreenshot(page, 'chat-quality')
  await takeDarkScreenshot(page, 'chat-quality-dark')
  expect(await findViolations(page)).toEqual([])

  await page.setViewportSize(VIEWPORTS.phone)
  for (const name of ['Quality', 'Unanswered questions', 'Playground', 'Assistant', 'Conversations']) {
    await openTab(page, name)
    await page.getByRole('heading', { name: name === 'Conversations' ? 'Chats' : name, level: 1 }).waitFor()
    await expect.poll(() => page.getByText(/^Loading .*…$/).count()).toBe(0)
    expect([name, await horizontalOverflow(page)]).toEqual([name, 0])
    await takeScreenshot(page, `chats-phone-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.getByRole('list', { name: 'Chats' }).getByRole('link', { name: 'Visitor' }).first().click()
  await page.getByRole('heading', { name: 'Chat with a visitor' }).waitFor()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'chats-phone-chat')
  expect(pageErrors).toEqual([])
})
