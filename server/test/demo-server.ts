import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { BootstrapResult } from '../src/bootstrap.ts'
import { freePort } from './free-port.ts'
import { findTool } from './tools.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface DemoServer {
  url: string
  /** What the first start hands over. */
  demo: BootstrapResult
  /** What it printed so far. */
  output: () => string
  stop: () => Promise<void>
}

/** The server as `npm start` runs it, with a fresh demo shop, for scripts that look at its pages. */
export async function startDemoServer(settings: Record<string, string> = {}): Promise<DemoServer> {
  const temp = mkdtempSync(join(tmpdir(), 'storedesk-demo-'))
  // Not in the folder above, which only this user may open: the embedded database has a user of its own.
  const DATA_DIR = `${temp}-data`
  const BOOTSTRAP_FILE = join(temp, 'bootstrap.json')
  const port = await freePort()
  const server = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATA_DIR, BOOTSTRAP_FILE, PORT: String(port), LOG_LEVEL: 'warn', ...settings },
  })
  let output = ''
  server.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    for (const folder of [temp, DATA_DIR]) rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  try {
    while (!(await isReady())) {
      if (server.exitCode !== null) throw new Error('The server did not start.')
      await sleep(200)
    }
    const demo = settings.DEMO === 'off' ? {} : JSON.parse(readFileSync(BOOTSTRAP_FILE, 'utf8'))
    return { url, demo, output: () => output, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export function launchChromium(): Promise<Browser> {
  const executablePath = findTool('chromium-headless-shell')
  if (!executablePath) throw new Error('Install the package chromium-headless-shell first.')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] })
}

export async function signInAsOwner(page: Page, { url, demo: { email, password } }: DemoServer): Promise<void> {
  await page.goto(`${url}/dashboard/`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Password', { exact: true }).waitFor({ state: 'detached' })
}
