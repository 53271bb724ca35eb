// Takes the screenshots of the README on a fresh demo shop: `npm run readme-images`, or with the names of some of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import { freePort } from './free-port.ts'
import { findTool } from './tools.ts'

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

const executablePath = findTool('chromium-headless-shell')
if (!executablePath) throw new Error('Install the package chromium-headless-shell first.')
const wanted = process.argv.slice(2)
const temp = mkdtempSync(join(tmpdir(), 'storedesk-images-'))
const DATA_DIR = join(tmpdir(), `storedesk-images-data-${process.pid}`)
const BOOTSTRAP_FILE = join(temp, 'bootstrap.json')
const port = await freePort()
const server = spawn(process.execPath, ['server/dist/main.js'], {
  cwd: root,
  stdio: 'inherit',
  env: { PATH: process.env.PATH, DATA_DIR, BOOTSTRAP_FILE, PORT: String(port), LOG_LEVEL: 'warn' },
})
try {
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false))
  ) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const { email, password } = JSON.parse(readFileSync(BOOTSTRAP_FILE, 'utf8'))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } })
  await page.goto(`${url}/dashboard/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation').first().waitFor()
  mkdirSync(folder, { recursive: true })
  for (const [name, open] of Object.entries(IMAGES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    await open(page, url)
    await waitUntilLoaded(page)
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    const { size } = statSync(path)
    console.log(`${name}.png: ${size} bytes${size > MAX_BYTES ? ', which is too large' : ''}`)
  }
  await browser.close()
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(temp, { recursive: true })
  if (existsSync(DATA_DIR)) rmSync(DATA_DIR, { recursive: true })
}
