import { describe, expect, it } from 'vitest'
import { openBrowser, takeScreenshot, VIEWPORTS, visit } from '../browser.ts'
import { openServer } from '../open-server.ts'

const SIZES = Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[]

/** Path, name, and the text a visitor must see. */
const PAGES = [
  ['/dashboard/', 'dashboard', 'No accounts exist yet'],
  ['/shop/', 'shop', 'No products yet'],
  ['/docs/', 'docs', 'Storedesk runs a shop and its customer support behind one API.'],
] as const

describe('in a real browser', () => {
  it.for(PAGES)('%s renders without errors, on a desktop and on a phone', async ([path, name, text], context) => {
    const browser = await openBrowser(context)
    const server = await openServer()
    for (const size of SIZES) {
      const { page, pageErrors } = await visit(browser, server.url + path, size)
      await page.getByText(text).first().waitFor()
      await takeScreenshot(page, `${name}-${size}`)
      // The browser logs the 401 before sign-in.
      expect(pageErrors.filter((error) => !error.includes('status of 401'))).toEqual([])
      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })

  it('sends assets compressed and cacheable forever', async () => {
    const server = await openServer()
    const page = await (await fetch(`${server.url}/dashboard/`)).text()
    const script = /src="([^"]+\.js)"/.exec(page)?.[1]
    const response = await fetch(server.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  it('/ redirects to the dashboard', async () => {
    const server = await openServer()
    const response = await fetch(server.url, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/dashboard/'])
    expect((await fetch(`${server.url}/dashboard`)).url).toBe(`${server.url}/dashboard/`)
  })
})
