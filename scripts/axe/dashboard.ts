import { globSync, readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { type DemoServer, signInAsOwner, startDemoServer } from '../../server/test/demo-server.ts'
import { resolveParameters } from './samples.ts'
import type { Visitor } from './visitor.ts'

const root = new URL('../..', import.meta.url).pathname

/** Every route of the dashboard, from its source: a new page can't be forgotten. */
function listRoutes(kind: 'shellPath' | 'publicPath'): string[] {
  const source = globSync('dashboard/src/routes/*.{ts,tsx}', { cwd: root })
    .map((file) => readFileSync(`${root}/${file}`, 'utf8'))
    .join('\n')
  return [...source.matchAll(new RegExp(`${kind}\\('([^']+)'\\)`, 'g'))].map(([, path = '']) => path)
}

/** Buttons that open a form, menu or dialog. What they change is only this run's demo shop. */
const OPENERS =
  /^(Add|Create|New|Invite|Issue|Import|Export|Edit|More|Filter|Save|Adjust|Refund|Fulfill|Return|Merge|Sort|Columns|Change|Account of|Workspace|Search|Open)/

const MAX_PER_VERB = 4

export async function visitDashboard(visitor: Visitor, server: DemoServer): Promise<void> {
  const ids = await resolveParameters(server)
  const inbox = ['/inbox?ticket=$id', '/inbox?chat=$id']
  const routes = [...listRoutes('shellPath'), ...inbox].map((route) => {
    const id = ids[route]
    if (route.includes('$') && !id) throw new Error(`No sample for ${route}: add one to scripts/axe/samples.ts.`)
    return { route, path: route.replace(/\$\w*/, id ?? '') }
  })
  await visitor.inBothSizes(async ({ page, check, attempt }) => {
    await signInAsOwner(page, server)
    const visit = async ({ route, path }: { route: string; path: string }) => {
      await page.evaluate(
        ([key, mode = '']) => localStorage.setItem(key ?? '', mode),
        ['storedesk.mode', route.includes('shopify/runs') ? 'test' : 'live'],
      )
      const url = `${server.url}/dashboard/#${path}`
      await open(page, url)
      if (page.url() !== url) throw new Error(`It leads to ${page.url()}.`)
      if (await page.getByText(/^Couldn't load/).count()) throw new Error('It could not be loaded.')
      await check(page, `dashboard ${route}`)
      const checkPart: CheckPart = (name, part) => check(page, `dashboard ${route} › ${name}`, part)
      await visitTabs(page, url, checkPart)
      await visitOpeners(page, url, checkPart)
    }
    for (const route of routes) await attempt(`dashboard ${route.route}`, () => visit(route))
  })
  await visitSignedOut(visitor, server)
}

/** What the page's frame has around it is checked once per page. */
type CheckPart = (name: string, part: string) => Promise<void>

async function open(page: Page, url: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url, { waitUntil: 'networkidle' })
  await settle(page)
}

async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(150)
  await page.waitForFunction(
    () =>
      !document.querySelector('.mantine-Skeleton-root, .mantine-Loader-root') &&
      !/^Loading .*…$/m.test(document.body.innerText),
    undefined,
    { timeout: 10_000 },
  )
}

async function visitTabs(page: Page, url: string, check: CheckPart): Promise<void> {
  const tabs = page.locator('main [role=tab][aria-selected=false]')
  const names = await tabs.allInnerTexts()
  for (const name of names) {
    await page.getByRole('tab', { name, exact: true }).first().click()
    await settle(page)
    await check(`tab ${name}`, 'main')
  }
  if (names.length > 0) await open(page, url)
}

async function visitOpeners(page: Page, url: string, check: CheckPart): Promise<void> {
  const names = await page.locator('button:visible:not([disabled])').evaluateAll((buttons) =>
    buttons.map((button) => {
      const copy = button.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
      return button.getAttribute('aria-label') ?? copy.textContent.trim()
    }),
  )
  const isHome = url.endsWith('#/')
  const openers = names.filter((name) => OPENERS.test(name) || name.endsWith('…'))
  // One row of a list is like the others.
  const byVerb = Object.values(Object.groupBy(new Set(openers), (name) => name.split(/[\s…]/)[0] ?? ''))
  for (const name of byVerb.flatMap((names = []) => (names.length > MAX_PER_VERB ? names.slice(0, 1) : names))) {
    // The buttons around the page are the same everywhere.
    const scope = isHome ? page : page.locator('main')
    const button = scope.getByRole('button', { name, exact: true }).first()
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    await button.click()
    await settle(page)
    const part = await findOverlay(page)
    if (page.url() === url) await check(`“${name.split('\n')[0]}”`, part ?? 'main')
    await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
    if (page.url() !== url || (await findOverlay(page))) await open(page, url)
  }
}

const OVERLAYS = ['[role=dialog]', '[role=menu]', '[role=listbox]']

async function findOverlay(page: Page): Promise<string | undefined> {
  for (const overlay of OVERLAYS) if (await page.locator(`${overlay}:visible`).count()) return overlay
  return undefined
}

/** The pages in front of the dashboard, with and without a valid link. */
async function visitSignedOut(visitor: Visitor, server: DemoServer): Promise<void> {
  const invitation = await createInvitation(visitor, server)
  const fresh = await startDemoServer({ DEMO: 'off' })
  const setup = /\S+#\/setup\?token=\S+/.exec(fresh.output())?.[0] ?? ''
  try {
    await visitor.inBothSizes(async ({ page, check, attempt }) => {
      const urls = [
        ...listRoutes('publicPath').map((path) => `${server.url}/dashboard/#${path}`),
        `${server.url}/dashboard/#/password-reset?token=expired`,
        `${server.url}/dashboard/#/invitation?token=expired`,
        invitation,
        `${fresh.url}/dashboard/`,
        setup,
      ]
      for (const url of urls) {
        const name = `dashboard ${new URL(url).hash.replace(/=.{20,}/, '=…') || 'without accounts'} (signed out)`
        await attempt(name, async () => {
          await open(page, url)
          await check(page, name)
        })
      }
    })
  } finally {
    await fresh.stop()
  }
}

/** Without a mail server, the inviter gets the link. */
async function createInvitation(visitor: Visitor, server: DemoServer): Promise<string> {
  const context: BrowserContext = await visitor.browser.newContext()
  const page = await context.newPage()
  await signInAsOwner(page, server)
  await page.goto(`${server.url}/dashboard/#/settings/members`)
  await page
    .getByRole('button', { name: /^Invite/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('kim@example.com')
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/invitations') && response.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: /invit/i }).last().click()
  const { url } = await (await created).json()
  await context.close()
  return url
}
