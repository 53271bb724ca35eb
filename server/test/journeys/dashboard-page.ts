import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import type { Role } from '../../src/kit/roles.ts'
import { openBrowser, takeScreenshot, type VIEWPORTS, visit } from '../browser.ts'
import type { TestServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { addMember, PASSWORD, signIn } from '../sign-in.ts'

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

interface DashboardOptions {
  role?: Role
  size?: keyof typeof VIEWPORTS
  server?: TestServer
  /** The page to open after sign-in. */
  at?: { path: string; heading: string }
  /** The page's clock can be moved forward, for what it does every few seconds. */
  controlsClock?: boolean
  /** Signs in through the form. Otherwise the browser starts with the cookies, which is faster. */
  byForm?: boolean
}

const API_KEYS_PAGE = { path: '/settings/api-keys', heading: 'API keys' }
const HOME = 'Home'

/** A signed-in member of a fresh shop. */
export async function openDashboard(
  context: TestContext,
  {
    role = 'owner',
    size = 'desktop',
    server,
    at = API_KEYS_PAGE,
    controlsClock = false,
    byForm = false,
  }: DashboardOptions = {},
) {
  const browser = await openBrowser(context)
  const shop = await openShop(server)
  // First, because without any account the dashboard shows its setup page.
  const member = byForm ? { ...(await addMember(shop, role)), cookies: '' } : await signIn(shop, role)
  const url = `${shop.server.url}/dashboard/#${at.path}`
  const { page, pageErrors } = await visit(browser, url, size, { cookies: member.cookies, controlsClock })
  if (byForm) await enterPassword(page, member.email)
  await waitForPage(page, at.heading)
  return { browser, shop, page, pageErrors, member }
}

export async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign in').click()
}

const waitForPage = (page: Page, heading: string) => page.getByRole('heading', { name: heading, exact: true }).waitFor()

/** The default page after sign-in. */
export const waitForHome = (page: Page) => waitForPage(page, HOME)

export async function signOut(page: Page): Promise<void> {
  await button(page, /^Account of/).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await page.getByLabel('Email').waitFor()
}

/** Uses the navigation, as people do. Settings have a menu of their own. */
export async function openPage(page: Page, size: keyof typeof VIEWPORTS, name: string): Promise<void> {
  const openMenu = async () => {
    if (size === 'phone') await button(page, 'Open menu').click()
  }
  await openMenu()
  const navigation = page.getByRole('navigation', { name: /^(Main|Settings)$/ })
  // Before it is there, nothing is visible.
  await navigation.getByRole('link').first().waitFor()
  const link = navigation.getByRole('link', { name, exact: true })
  if (!(await link.isVisible())) {
    const isSettings = await page.getByRole('link', { name: 'Back to shop' }).isVisible()
    await page.getByRole('link', { name: isSettings ? 'Back to shop' : 'Settings', exact: true }).click()
    await waitForPage(page, isSettings ? HOME : 'Settings')
    await openMenu()
  }
  await link.click()
}

export const horizontalOverflow = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth')

export async function takeDarkScreenshot(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await takeScreenshot(page, name)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Violations that axe finds in this part of the page, without its frame, each with an element. */
export async function findViolations(page: Page, part = 'main', extraRules: string[] = []): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(
    async ([part, extraRules]) => {
      const rules = Object.fromEntries(extraRules.map((rule) => [rule, { enabled: true }]))
      // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
      const { violations } = await (globalThis as any).axe.run(part, { iframes: false, rules })
      return violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
          `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`,
      )
    },
    [part, extraRules] as const,
  )
}

/** Violations in light and dark, including a rule that axe runs only on request: a name must contain the visible label. */
export async function findViolationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Until then the colors are those of the other scheme.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    found.push(...(await findViolations(page, 'main', ['label-content-name-mismatch'])))
  }
  return found
}
