import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { PASSWORD } from '../sign-in.ts'
import { totpCode } from '../totp.ts'
import { button, enterPassword, openDashboard, signOut, waitForHome } from './dashboard-page.ts'

const STEP_MS = 30_000

async function openAccount(page: Page) {
  await button(page, /^Account of/).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  return page.getByRole('region', { name: 'Two-factor authentication' })
}

it('A6 turns on a second factor in the browser, signs in with the app and with a backup code, and turns it off', async (context) => {
  const { page, member } = await openDashboard(context)
  let section = await openAccount(page)
  await section.getByLabel('Your password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = await section.getByLabel('Secret', { exact: true }).inputValue()
  const backupCodes = (await section.getByLabel('Backup codes', { exact: true }).inputValue()).split('\n')
  const app = `otpauth://totp/Storedesk?secret=${secret}`
  await takeScreenshot(page, 'second-factor-set-up')
  await section.getByLabel('Six-digit code').fill(totpCode(app))
  await section.getByRole('button', { name: 'Confirm' }).click()
  await section.getByText('Two-factor authentication is on').waitFor()
  expect(await page.content()).not.toContain(secret)

  await signOut(page)
  await enterPassword(page, member.email)
  await page.getByLabel('Six-digit code').fill('000000')
  await button(page, 'Sign in').click()
  await page.getByRole('alert').waitFor()
  await takeScreenshot(page, 'second-factor-wrong')
  // The app's next code, which the server accepts too: each code works once.
  await page.getByLabel('Six-digit code').fill(totpCode(app, Date.now() + STEP_MS))
  await button(page, 'Sign in').click()
  await waitForHome(page)

  await signOut(page)
  await enterPassword(page, member.email)
  await button(page, 'Use a backup code').click()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await button(page, 'Sign in').click()
  await waitForHome(page)

  section = await openAccount(page)
  await section.getByLabel('Your password').fill(PASSWORD)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByText('Two-factor authentication is off').waitFor()
  await signOut(page)
  await enterPassword(page, member.email)
  await waitForHome(page)
})
