import { describe, expect, it } from 'vitest'
import { demoShopKey } from '../../src/demo/shop-server/shop-key.ts'
import { createKey } from '../../src/modules/keys/keys.ts'
import { openBrowser, takeScreenshot, VIEWPORTS, visit } from '../browser.ts'
import { openServer } from '../open-server.ts'
import { openShop } from '../open-shop.ts'
import { addProduct } from '../sample-products.ts'

const SIZES = Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[]

/** Path, name, and the text a visitor must see. */
const PAGES = [
  ['/dashboard/', 'dashboard', 'No accounts exist yet'],
  ['/shop/', 'no-shop', 'No shop here yet'],
  ['/docs/', 'docs', 'Storedesk runs a shop and its customer support behind one API.'],
] as const

/** A shop whose key is the demo shop's, so that `/shop/` shows it. */
async function openDemoShop() {
  const shop = await openShop(await openServer())
  const { system } = shop.server
  const newKey = { label: 'Demo shop', mode: 'live' } as const
  await createKey(system, shop.live.workspaceId, newKey, { actor: null }, demoShopKey(system))
  const article = { title: 'Parking', body: 'Parking behind the house is free for two hours.', category: 'Visit us' }
  const { body } = await shop.api.post('/v1/articles', article)
  await shop.api.post(`/v1/articles/${body.id}/publish`)
  await addProduct(shop.api, { images: [] })
  return shop
}

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

  it('the demo shop has help and a chat, whose conversation survives a reload', async (context) => {
    const browser = await openBrowser(context)
    const shop = await openDemoShop()
    const { page, pageErrors } = await visit(browser, `${shop.server.url}/shop/help`, 'desktop')
    const seen: string[] = []
    page.on('response', async (response) => void seen.push(await response.text().catch(() => '')))
    await page.getByLabel('Search help').fill('park')
    await page.getByRole('link', { name: 'Parking' }).click()
    await page.getByText('Parking behind the house is free for two hours.').waitFor()
    await takeScreenshot(page, 'shop-article')

    const launcher = page.getByRole('button', { name: 'Chat with us' })
    const input = page.getByLabel('Your message')
    const panel = page.getByRole('dialog', { name: 'Test shop: chat' })
    const log = panel.getByRole('log')
    await launcher.press('Enter')
    await expect.poll(() => input.evaluate((node) => node.matches(':focus'))).toBe(true)
    await page.keyboard.type('How long can I park at your house?')
    await page.keyboard.press('Enter')
    await log.getByText('free for two hours').waitFor()
    await log.getByRole('link', { name: 'Parking' }).waitFor()
    await input.fill('Do you have a shirt?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await log.locator('.card', { hasText: 'Linen shirt' }).waitFor()
    await takeScreenshot(page, 'chat-desktop')
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher.evaluate((node) => node.matches(':focus'))).toBe(true)

    await page.setViewportSize(VIEWPORTS.phone)
    await page.reload()
    await launcher.click()
    await log.locator('.card', { hasText: 'Linen shirt' }).waitFor()
    expect(await log.getByText('How long can I park at your house?').count()).toBe(1)
    await panel.getByRole('button', { name: 'Talk to a person' }).click()
    await log.getByText('A person from our team answers from here on.').waitFor()
    await takeScreenshot(page, 'chat-phone')
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)
    const [{ id, ticketId }] = (await shop.api.get('/v1/chat')).body.data
    await shop.server.startWorker()
    await shop.api.post(`/v1/tickets/${ticketId}/replies`, { text: 'This is Mara, I am here.' })
    await log.getByText('This is Mara, I am here.').waitFor()
    await takeScreenshot(page, 'chat-agent-phone')

    await panel.getByRole('button', { name: 'New conversation' }).click()
    expect(await log.getByText('Linen shirt').count()).toBe(0)
    expect(await page.evaluate('localStorage.getItem("storedesk-chat")')).not.toContain(id)
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.filter((text) => /svc_(live|test)_/.test(text))).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('the chat is one small file', async () => {
    const server = await openServer()
    const response = await fetch(`${server.url}/shop/chat.js`, { headers: { 'accept-encoding': 'gzip' } })
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
    expect(Number(response.headers.get('content-length'))).toBeLessThan(30_000)
    expect(await response.text()).not.toMatch(/\bimport\b/)
  })

  it('sends assets compressed and cacheable forever', async () => {
    const server = await openServer()
    const page = await (await fetch(`${server.url}/dashboard/`)).text()
    const script = /src="([^"]+\/assets\/[^"]+\.js)"/.exec(page)?.[1]
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
