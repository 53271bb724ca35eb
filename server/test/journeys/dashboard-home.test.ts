import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import { seedShop } from '../checkout-shop.ts'
import type { Shop } from '../open-shop.ts'
import { orderMugs } from '../sample-orders.ts'
import { PASSWORD } from '../sign-in.ts'
import {
  button,
  dialogButton,
  findViolations,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

/** A color halfway through a transition has too little contrast. */
const WITHOUT_MOTION = { reducedMotion: 'reduce' } as const
const HOME = { path: '/', heading: 'Home' }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })

async function placeOrders(shop: Shop) {
  const mugs = { ...shop, mug: await seedShop(shop, 10) }
  return { order: await orderMugs(mugs, 2), mug: mugs.mug }
}

const colorScheme = (page: Page) => page.evaluate('document.documentElement.dataset.mantineColorScheme')

it('home shows sales, work and activity; the palette finds everything; the theme is remembered', async (context) => {
  const { page, pageErrors, shop } = await openDashboard(context, { at: HOME })
  page.setDefaultTimeout(30_000)
  await page.emulateMedia(WITHOUT_MOTION)
  await page.getByText('Nothing waits for you').waitFor()
  await page.getByText('0 of 6 done').waitFor()
  const { order } = await placeOrders(shop)
  await page.reload()

  await page.getByText('3 of 6 done').waitFor()
  await page.getByText('€54.88').first().waitFor()
  await page.getByText('100%').waitFor()
  await link(page, `Order #${order.number} placed`).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Main' }).textContent()).toContain('Orders1')
  await page.getByText('How these figures are calculated').click()
  expect(await findViolations(page)).toEqual([])
  await takeScreenshot(page, 'home-desktop')
  await page.emulateMedia({ ...WITHOUT_MOTION, colorScheme: 'dark' })
  // Colors change gradually.
  await expect.poll(() => findViolations(page)).toEqual([])
  await takeDarkScreenshot(page, 'home-dark')

  await link(page, '1 order to fulfill').click()
  await link(page, `Order #${order.number}`).waitFor()
  expect(page.url()).toContain('toFulfill=true')

  await page.keyboard.press('Control+k')
  await palette(page).getByRole('combobox', { name: 'Search' }).fill(`#${order.number}`)
  await palette(page)
    .getByRole('option', { name: `Order #${order.number}`, exact: false })
    .first()
    .waitFor()
  expect(await palette(page).getByRole('option').first().textContent()).toContain(`Order #${order.number}`)
  await expect.poll(() => findViolations(page, '[role=dialog]')).toEqual([])
  // Results of another text are gone at once: Enter would open them.
  await palette(page).getByRole('combobox', { name: 'Search' }).fill(`#${order.number}9`)
  expect(await palette(page).getByRole('option').count()).toBe(0)
  await palette(page).getByRole('combobox', { name: 'Search' }).fill(`#${order.number}`)
  await palette(page).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await heading(page, `Order #${order.number}`).waitFor()
  await palette(page).waitFor({ state: 'detached' })

  await button(page, 'Search').click()
  await palette(page).getByRole('group', { name: 'Recent' }).getByText(`Order #${order.number}`).waitFor()
  await takeScreenshot(page, 'palette')
  await page.keyboard.type('create dr')
  await palette(page).getByRole('option', { name: 'Create draft order' }).click()
  await heading(page, 'Create draft order').waitFor()

  await page.locator('body').click({ position: { x: 1, y: 1 } })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await heading(page, 'Products').waitFor()

  await page.emulateMedia({ colorScheme: 'light' })
  await button(page, /^Account of/).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => colorScheme(page)).toBe('dark')
  // Before any of the page's own scripts run: nothing is ever painted white.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await colorScheme(page)).toBe('dark')
  expect(pageErrors.filter((text) => !/ERR_FAILED|cdn\.example\.com/.test(text))).toEqual([])
})

it('on a phone nothing overflows, and settings have their own menu', async (context) => {
  const { page, shop } = await openDashboard(context, { at: HOME, size: 'phone', role: 'agent' })
  await placeOrders(shop)
  await page.reload()
  await page.getByText('€54.88').first().waitFor()
  expect(await page.getByText('Set up your shop').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'home-phone')
  await openPage(page, 'phone', 'Audit log')
  await heading(page, 'Audit log').waitFor()
  await button(page, 'Open menu').click()
  const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current=page]')
  await current.waitFor()
  expect(await current.textContent()).toBe('Audit log')
  await takeScreenshot(page, 'settings-menu-phone')
  await page.goto(`${shop.server.url}/dashboard/#/nowhere`)
  await heading(page, 'Page not found').waitFor()
  await page.getByRole('link', { name: 'Go to home' }).click()
  await heading(page, 'Home').waitFor()
})

it('an expired session is renewed in place: input stays, and the request is repeated once', async (context) => {
  const at = { path: '/sales/customers', heading: 'Customers' }
  const { page, shop, member } = await openDashboard(context, { at })
  page.setDefaultTimeout(30_000)
  await page.emulateMedia(WITHOUT_MOTION)
  await button(page, 'Add customer').first().click()
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.context().clearCookies()
  await dialogButton(page, 'Add customer').click()
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' })
  expect(await dialog.getByLabel('Email').inputValue()).toBe(member.email)
  // It fades in over another dialog, whose header is one too many for axe.
  const violations = async () =>
    (await findViolations(page, '[role=dialog]:has([name=password])')).filter((one) => !one.startsWith('landmark-'))
  await expect.poll(violations).toEqual([])
  await takeScreenshot(page, 'session-expired')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password')
  await button(page, /^Sign in$/).click()
  await page.getByText('The email address or password is incorrect').waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, /^Sign in$/).click()
  await heading(page, 'Ada Lovelace').waitFor()
  expect((await shop.api.get('/v1/customers')).body.data).toHaveLength(1)

  await page.context().clearCookies()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
  await button(page, 'Discard and sign in as someone else').click()
  await link(page, 'Forgot your password?').waitFor()
})

interface Form {
  path: string
  /** What leads to the form, if the page is not the form itself. */
  open?: string
  fill: (page: Page) => Promise<void>
}

const fill =
  (fields: Record<string, string>): Form['fill'] =>
  async (page) => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value)
  }

/** The forms of the main pages. */
const FORMS: Form[] = [
  { path: '/sales/customers', open: 'Add customer', fill: fill({ Name: 'Ada' }) },
  { path: '/catalog/products/new', fill: fill({ Title: 'Jug', Price: '12' }) },
  { path: '/catalog/collections/new', fill: fill({ Title: 'Jugs' }) },
  { path: '/sales/gift-cards', open: 'Issue gift card', fill: fill({ Amount: '20' }) },
  { path: '/settings/general', fill: fill({ Name: 'Another name' }) },
  { path: '/settings/locations', fill: fill({ 'New location': 'Warehouse' }) },
  { path: '/settings/api-keys', open: 'Create key', fill: fill({ Label: 'Sync' }) },
  { path: '/settings/members', open: 'Invite', fill: fill({ Email: 'new@example.com' }) },
]

/** Whatever a page calls the button that saves. */
const SUBMIT = /^(Save|Create|Create .*|Add|Add .*|Issue|Invite)$/

it('double clicks act once', async (context) => {
  const { page, shop } = await openDashboard(context, { at: HOME })
  page.setDefaultTimeout(30_000)
  const writes: string[] = []
  page.on('request', (request) => {
    const isPreview = request.url().includes('preview')
    if (request.method() !== 'GET' && !isPreview) writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  for (const { path, open, fill } of FORMS) {
    await page.goto('about:blank')
    await page.goto(`${shop.server.url}/dashboard/#${path}`)
    if (open) await button(page, open).first().dblclick()
    await fill(page)
    writes.length = 0
    const scope = open ? page.getByRole('dialog') : page
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.request().method() !== 'GET'),
      scope.getByRole('button', { name: SUBMIT }).last().dblclick(),
    ])
    expect([path, response.ok()]).toEqual([path, true])
    await page.waitForLoadState('networkidle')
    expect([path, writes]).toEqual([path, [expect.any(String)]])
  }
})
