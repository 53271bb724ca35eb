import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser, takeScreenshot, visit } from '../browser.ts'
import { openServer } from '../open-server.ts'
import { addUser } from '../sign-in.ts'
import { button, dialogButton, enterPassword, openDashboard, waitForHome } from './dashboard-page.ts'

const EMAIL = 'alex@example.com'
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

async function inviteOnPage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Members' }).click()
  await button(page, 'Invite').click()
  await page.getByLabel('Email').fill(EMAIL)
  await dialogButton(page, 'Invite').click()
}

async function nameOnPage(page: Page, name: string): Promise<void> {
  await page.getByLabel('Shop name').fill(name)
  await dialogButton(page, 'Create workspace').click()
}

it('B1 shares and revokes an invitation; opens a second workspace and switches to it', async (context) => {
  const { browser, shop, page } = await openDashboard(context)
  await inviteOnPage(page)
  await page.getByText(`share this link with ${EMAIL} yourself`).waitFor()
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
  await takeScreenshot(page, 'invitation-link')
  await button(page, 'Done').click()

  const invited = `${shop.server.url}/dashboard/${new URL(link).hash}`
  const { page: guest } = await visit(browser, invited, 'phone')
  await heading(guest, 'Join Test shop').waitFor()
  await guest.getByRole('link', { name: 'Sign in first' }).waitFor()
  await takeScreenshot(guest, 'invitation-phone')
  await button(page, `Revoke invitation for ${EMAIL}`).click()
  await page.getByText('Its link no longer works').waitFor()
  await page.getByText('No pending invitations').waitFor()
  await guest.reload()
  await guest.getByText('This invitation is no longer valid').waitFor()

  const switcher = button(page, /^Workspace:/)
  await switcher.click()
  await page.getByRole('menuitem', { name: 'Create workspace' }).click()
  await nameOnPage(page, 'Hazel & Oak')
  await button(page, /^Workspace: Hazel & Oak/).waitFor()
  await page.getByRole('link', { name: 'API keys' }).click()
  await heading(page, 'No keys yet').waitFor()
  await takeScreenshot(page, 'second-workspace')
  await page.reload()
  await heading(page, 'No keys yet').waitFor()
  await switcher.click()
  await page.getByRole('menuitem', { name: 'Test shop' }).click()
  await page.getByText('2 of 5 active keys').waitFor()
})

it('B1 with a mail server, emails an invitation and shows its link to nobody', async (context) => {
  const server = await openServer({ mail: { send: async () => {} } })
  const { page } = await openDashboard(context, { server, size: 'phone' })
  await button(page, 'Open menu').click()
  await inviteOnPage(page)
  await page.getByText(`Invitation emailed to ${EMAIL}`).waitFor()
  expect(await page.getByLabel('Invitation link').count()).toBe(0)
  await takeScreenshot(page, 'invitation-mailed-phone')
  await page.keyboard.press('Escape')
  await page.getByText('Invited as agent').waitFor()
})

it('B1 explains how to start when there are no accounts, and informs users without a workspace', async (context) => {
  const server = await openServer()
  const { page } = await visit(await openBrowser(context), `${server.url}/dashboard/`, 'desktop')
  await page.getByText('No accounts exist yet.').waitFor()
  const { email } = await addUser(server)
  await page.reload()
  await enterPassword(page, email)
  await heading(page, 'No workspace').waitFor()
  await takeScreenshot(page, 'no-workspace')
  await button(page, 'Sign out').waitFor()
  expect(await button(page, 'Create workspace').count()).toBe(0)
})

it('an invited person creates an account from the link, sees a weak password rejected, and verifies the address', async (context) => {
  const { browser, shop, page } = await openDashboard(context, { server: await openServer() })
  await shop.server.startWorker()
  await inviteOnPage(page)
  const link = await page.getByLabel('Invitation link', { exact: true }).inputValue()
  const { page: guest } = await visit(browser, `${shop.server.url}/dashboard/${new URL(link).hash}`, 'phone')
  await guest.getByLabel('Your name').fill('Alex')
  await guest.getByLabel('Choose a password').fill('aaaaaaaaaaaa')
  await button(guest, 'Create account and join').click()
  await guest.getByText('The password must have at least 5 different characters').waitFor()
  await takeScreenshot(guest, 'weak-password-phone')
  await guest.getByLabel('Choose a password').fill('five green bottles hanging')
  await button(guest, 'Create account and join').click()
  await waitForHome(guest)

  await button(guest, /^Account of/).click()
  await guest.getByRole('menuitem', { name: 'Your account' }).click()
  await guest.getByText('is not verified yet').waitFor()
  await takeScreenshot(guest, 'account-not-verified-phone')
  const printed = () => /#\/email-verification\?token=[\w-]{43}/.exec(shop.server.logged.join('\n'))?.[0]
  await expect.poll(printed).toBeDefined()
  await guest.goto(`${shop.server.url}/dashboard/${printed()}`)
  await button(guest, 'Verify email address').click()
  await guest.getByText('Your email address is verified.').waitFor()
  await takeScreenshot(guest, 'email-verified-phone')
  await guest.getByRole('link', { name: 'Go to your account' }).click()
  await heading(guest, 'Your account').waitFor()
  // The page shows cached data while it reloads.
  await guest.getByText('is not verified yet').waitFor({ state: 'detached' })
})
