// Takes the screenshots of the README on a fresh demo shop: `npm run readme-images`, or with the names of some of them.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium, signInAsOwner, startDemoServer } from './demo-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs/images')
const MAX_BYTES = 200_000

/** What each shows; the browser is signed in to the dashboard. */
const IMAGES: Record<string, (page: Page, url: string) => Promise<void>> = {
  dashboard: async (page, url) => {
    await page.goto(`${url}/dashboard/`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  },
  inbox: async (page, url) => {
    await page.goto(`${url}/dashboard/#/inbox`)
    await waitUntilLoaded(page)
    // The first ticket, with its customer and orders beside it.
    await page.keyboard.press('j')
  },
  shop: async (page, url) => {
    await page.goto(`${url}/shop/`)
    await page.getByRole('heading').first().waitFor()
  },
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForTimeout(1000)
  await page.locator('.mantine-Skeleton-root, .mantine-Loader-root').first().waitFor({ state: 'detached' })
}

const wanted = process.argv.slice(2)
const server = await startDemoServer()
try {
  const browser = await launchChromium()
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } })
  await signInAsOwner(page, server)
  mkdirSync(folder, { recursive: true })
  for (const [name, open] of Object.entries(IMAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await open(page, server.url)
    await waitUntilLoaded(page)
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    const { size } = statSync(path)
    console.log(`${name}.png: ${size} bytes${size > MAX_BYTES ? ', which is too large' : ''}`)
  }
  await browser.close()
} finally {
  await server.stop()
}
