import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { onTestFinished, type TestContext } from 'vitest'
import { requireTool } from './tools.ts'

/** Without these flags Chromium contacts Google's servers at every start. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const screenshotsDir = fileURLToPath(new URL('../../test-results/', import.meta.url))

export const VIEWPORTS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const

/** One browser per worker, since a start takes seconds; each test opens its own windows. It exits with the worker. */
let running: Browser | undefined

export async function openBrowser(context: TestContext): Promise<Browser> {
  const executablePath = requireTool('chromium-headless-shell', context)
  const browser = running?.isConnected() ? running : await chromium.launch({ executablePath, args: CHROMIUM_ARGS })
  running = browser
  onTestFinished(async () => {
    await Promise.all(browser.contexts().map((windows) => windows.close()))
  })
  return browser
}

/** Detects a hang, never slowness. */
const PATIENCE_MS = 120_000

export interface Visit {
  page: Page
  /** What the page reported: errors, blocked resources, requests to other machines. */
  pageErrors: string[]
}

interface VisitOptions {
  cookies?: string
  /** The page's clock runs as usual, and can be moved forward. */
  controlsClock?: boolean
}

export async function visit(
  browser: Browser,
  url: string,
  size: keyof typeof VIEWPORTS,
  { cookies = '', controlsClock = false }: VisitOptions = {},
): Promise<Visit> {
  const page = await browser.newPage({ viewport: VIEWPORTS[size] })
  page.setDefaultTimeout(PATIENCE_MS)
  if (controlsClock) await page.clock.install()
  for (const [, name = '', value = ''] of cookies.matchAll(/([^=; ]+)=([^;]*)/g)) {
    await page.context().addCookies([{ name, value, url }])
  }
  const pageErrors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      pageErrors.push(`${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(data|blob):/.test(request.url()))
      pageErrors.push(request.url())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, pageErrors }
}

/** For visual review, with SCREENSHOTS=1: a screenshot takes as long as the test steps before it. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return
  mkdirSync(screenshotsDir, { recursive: true })
  await page.screenshot({ path: `${screenshotsDir}${name}.png` })
}
