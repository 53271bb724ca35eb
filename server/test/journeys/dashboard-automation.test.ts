import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { button, dialogButton, horizontalOverflow, openDashboard, openPage } from './dashboard-page.ts'

const AT = { path: '/settings/macros', heading: 'Macros' }
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

it('adds a status, a team, a field, a macro, a rule after a dry run, business hours, an SLA policy and a survey', async (context) => {
  const { page, shop, pageErrors, member } = await openDashboard(context, { at: AT })
  const ticket = await shop.api.post('/v1/tickets', {
    subject: 'Refund, please',
    requester: { name: 'Ada Lovelace', email: 'ada@example.com' },
    message: { text: 'It broke.' },
  })

  await button(page, 'Add macro').click()
  await field(page, 'Name').fill('Refunded')
  await field(page, 'Reply').fill('Hi {{customer.fristName}}, we refunded you.')
  await page.getByRole('dialog').getByLabel('Add an action').selectOption('set_priority')
  await dialogButton(page, 'Add macro').click()
  await page
    .getByText(/must not contain \{\{customer.fristName\}\}/i)
    .first()
    .waitFor()
  await field(page, 'Reply').fill('Hi {{customer.firstName}}, we refunded you.')
  await dialogButton(page, 'Add macro').click()
  await page.getByText('Macro “Refunded” saved').waitFor()
  await takeScreenshot(page, 'macros')

  await openPage(page, 'desktop', 'Ticket statuses')
  await button(page, 'Add status').click()
  await field(page, 'Name').fill('Waiting for supplier')
  await field(page, 'Category').selectOption('pending')
  await field(page, 'Default of its category').check()
  await takeScreenshot(page, 'ticket-status')
  await dialogButton(page, 'Add status').click()
  await page.getByText('Status “Waiting for supplier” saved').waitFor()
  await button(page, 'Delete Waiting for supplier').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText(/Make another one the default first/).waitFor()
  await dialogButton(page, 'Cancel').click()
  await button(page, 'Edit On hold').click()
  await field(page, 'Name').fill('Parked')
  await dialogButton(page, 'Save').click()
  await page.getByText('Status “Parked” saved').waitFor()
  await button(page, 'Delete Parked').click()
  await dialogButton(page, 'Delete').click()
  await page.getByText('“Parked” deleted').waitFor()
  await takeScreenshot(page, 'ticket-statuses')

  await openPage(page, 'desktop', 'Teams')
  await button(page, 'Add team').click()
  await field(page, 'Name').fill('Returns')
  await page.getByRole('combobox', { name: 'Members' }).click()
  await page.getByRole('option', { name: member.name }).click()
  await field(page, 'Name').click()
  await dialogButton(page, 'Add team').click()
  await page.getByText('Team “Returns” saved').waitFor()
  await takeScreenshot(page, 'teams')

  await openPage(page, 'desktop', 'Ticket fields')
  await button(page, 'Add field').click()
  await field(page, 'Label').fill('Kind of defect')
  await field(page, 'Type').selectOption('select')
  await page.getByRole('combobox', { name: 'Options' }).fill('Broken, Scratched')
  await page.keyboard.press('Enter')
  await takeScreenshot(page, 'ticket-field')
  await dialogButton(page, 'Add field').click()
  await page.getByText('Field “Kind of defect” saved').waitFor()
  await takeScreenshot(page, 'ticket-fields')

  await openPage(page, 'desktop', 'Ticket rules')
  await button(page, 'Add rule').click()
  await field(page, 'Name').fill('Refunds first')
  await field(page, 'Add a condition').selectOption('subject_or_body')
  await field(page, 'Value of Subject or message').fill('refund')
  await dialogButton(page, 'Add a group').click()
  const group = page.getByRole('group', { name: 'Group 1' })
  await group.getByLabel('Add a condition').selectOption('requester_email')
  await group.getByLabel('Value of Email of the requester').fill('ada@')
  await group.getByLabel('Add a condition').selectOption('tags')
  await group.getByRole('combobox', { name: 'Value of Tags of the ticket' }).fill('vip')
  await page.keyboard.press('Enter')
  await field(page, 'Add an action').selectOption('set_priority')
  await field(page, 'Add an action').selectOption('send_reply')
  await field(page, 'Text').fill('Hi {{customer.firstName}}, we look into it.')
  await dialogButton(page, 'Try on last month’s tickets').click()
  await page.getByText('1 of 1 tickets of the last 30 days match. Nothing was changed or sent.').waitFor()
  await page.getByText('Priority: Normal → High').waitFor()
  await page.getByText('Reply: Hi Ada, we look into it.').waitFor()
  await takeScreenshot(page, 'ticket-rule-dry-run')
  await dialogButton(page, 'Add rule').click()
  await page.getByText('Rule “Refunds first” saved').waitFor()
  await page.getByRole('switch', { name: 'Resolve pending tickets automatically' }).press('Space')
  await button(page, 'Save').click()
  await page.getByText('Auto-close saved').waitFor()
  await takeScreenshot(page, 'ticket-rules')

  await openPage(page, 'desktop', 'SLAs')
  await button(page, 'Add business hours').click()
  await field(page, 'Name').fill('Office')
  await dialogButton(page, 'Add holiday').click()
  await field(page, 'Date 1').fill('2026-12-25')
  await takeScreenshot(page, 'business-hours')
  await dialogButton(page, 'Add business hours').click()
  await page.getByText('Business hours “Office” saved').waitFor()
  await button(page, 'Add policy').click()
  await field(page, 'Name').fill('Everyone')
  await field(page, 'First response').fill('60')
  await field(page, 'Time counts').selectOption({ label: 'Office' })
  await takeScreenshot(page, 'sla-policy')
  await dialogButton(page, 'Add policy').click()
  await page.getByText('SLA policy “Everyone” saved').waitFor()
  await page.getByText('First response within 1 hour').waitFor()

  await openPage(page, 'desktop', 'Satisfaction')
  await page.getByRole('switch', { name: 'Ask for a rating' }).press('Space')
  await button(page, 'Save').click()
  await page.getByText('Survey saved').waitFor()
  await takeScreenshot(page, 'satisfaction')

  const statuses: { name: string; default: boolean }[] = (await shop.api.get('/v1/ticket-statuses')).body.data
  expect(statuses.map((status) => `${status.name}${status.default ? ' (default)' : ''}`)).toEqual([
    'Open (default)',
    'Waiting for customer',
    'Resolved (default)',
    'Waiting for supplier (default)',
  ])
  expect((await shop.api.get('/v1/teams')).body.data).toMatchObject([{ name: 'Returns', memberIds: [member.userId] }])
  expect((await shop.api.get('/v1/ticket-fields')).body.data).toMatchObject([
    { key: 'kind_of_defect', label: 'Kind of defect', type: 'select', options: ['Broken', 'Scratched'] },
  ])
  expect((await shop.api.get('/v1/macros')).body.data).toMatchObject([
    { name: 'Refunded', availability: 'all', actions: [{ type: 'set_priority', priority: 'high' }] },
  ])
  expect((await shop.api.get('/v1/ticket-rules')).body.data[0].conditions).toEqual({
    match: 'all',
    conditions: [{ field: 'subject_or_body', operator: 'contains', value: 'refund' }],
    groups: [
      {
        match: 'any',
        conditions: [
          { field: 'requester_email', operator: 'contains', value: 'ada@' },
          { field: 'tags', operator: 'any_of', value: ['vip'] },
        ],
      },
    ],
  })
  expect((await shop.api.get('/v1/business-hours')).body.data[0].holidays).toEqual([{ date: '2026-12-25' }])
  expect((await shop.api.get('/v1/sla-policies')).body.data[0]).toMatchObject({
    conditions: {},
    targets: { firstResponseMinutes: 60, nextResponseMinutes: null, resolutionMinutes: null },
    businessHoursId: expect.stringMatching(/^bh_/),
  })
  expect((await shop.api.get('/v1/csat-settings')).body.active).toBe(true)

  // The macro fills in the reply and raises the priority.
  await openPage(page, 'desktop', 'Inbox')
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await page.getByRole('textbox', { name: 'Reply' }).press('/')
  await page.getByRole('option', { name: /^Refunded/ }).click()
  const reply = page.getByRole('textbox', { name: 'Reply' })
  await expect.poll(() => reply.inputValue()).toBe('Hi Ada, we refunded you.')
  await button(page, 'Priority: High. Change').waitFor()
  expect((await shop.api.get(`/v1/tickets/${ticket.body.id}`)).body.priority).toBe('high')

  await page.setViewportSize(VIEWPORTS.phone)
  for (const name of ['Ticket statuses', 'Teams', 'Ticket fields', 'Macros', 'Ticket rules', 'SLAs', 'Satisfaction']) {
    await openPage(page, 'phone', name)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await takeScreenshot(page, `phone-${name.toLowerCase().replaceAll(' ', '-')}`)
    expect(await horizontalOverflow(page), name).toBeLessThanOrEqual(0)
  }
  // The browser logs every response that is not 2xx.
  expect(pageErrors.filter((text) => !/status of 40[019]/.test(text))).toEqual([])
})
