import { expect, it } from 'vitest'
import { openBrowser, takeScreenshot, VIEWPORTS, visit } from '../browser.ts'
import { openShop } from '../open-shop.ts'
import { findViolations } from './dashboard-page.ts'

const PAGES = ['/docs/', '/docs/api/carts', '/docs/errors']

it('the documentation is accessible in both themes and sizes, can be searched, and tries requests', async (context) => {
  const browser = await openBrowser(context)
  const { server, testKey } = await openShop()
  const { page, pageErrors } = await visit(browser, server.url + PAGES[0], 'desktop')
  for (const path of PAGES) {
    await page.goto(server.url + path)
    for (const size of Object.values(VIEWPORTS)) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect([path, colorScheme, await findViolations(page, 'html')]).toEqual([path, colorScheme, []])
        await takeScreenshot(page, `docs${path.replaceAll('/', '-')}-${size.width}-${colorScheme}`)
      }
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
      expect([path, size.width, overflow]).toEqual([path, size.width, 0])
    }
  }

  await page.setViewportSize(VIEWPORTS.desktop)
  await page.keyboard.press('/')
  await page.keyboard.type('cart_chan')
  await page.getByRole('option', { name: /cart_changed/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors#cart_changed')

  await page.goto(`${server.url}/docs/api/workspace`)
  const operation = page.locator('[id="workspace.get"]')
  await operation.getByText('Try it').click()
  await operation.getByLabel(/API key/).fill(testKey)
  await operation.getByRole('button', { name: 'Send GET' }).click()
  await operation.getByText('"keyScope": "full"').first().waitFor()
  expect(pageErrors).toEqual([])
})
