// Compares the largest contentful paint of the shop's home page with the same page as static files: `npm run
// bench:shop-home`. Both are loaded in turn, each time by a browser that has nothing cached.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium, startDemoServer } from '../../server/test/demo-server.ts'
import { freePort } from '../../server/test/free-port.ts'
import { startChild } from '../kit/child.ts'
import { median } from '../kit/statistics.ts'
import { recordPage } from './record-page.ts'

const LOADS = 21
const MAX_RATIO = 2
const VIEWPORTS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

interface Load {
  paintMs: number
  firstByteMs: number
  layoutShift: number
  element: string
}

const MEASURE = `
  globalThis.paints = []
  globalThis.shift = 0
  new PerformanceObserver((list) => paints.push(...list.getEntries()))
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
    .observe({ type: 'layout-shift', buffered: true })`

async function load(browser: Browser, url: string, viewport: { width: number; height: number }): Promise<Load> {
  const context = await browser.newContext({ viewport })
  await context.addInitScript(MEASURE)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForFunction('paints.length > 0')
  const measured = await page.evaluate<Load>(`({
    paintMs: paints.at(-1).startTime,
    firstByteMs: performance.getEntriesByType('navigation')[0].responseStart,
    layoutShift: shift,
    element: paints.at(-1).element?.outerHTML.slice(0, 80) ?? '',
  })`)
  await context.close()
  return measured
}

const server = await startDemoServer()
const browser = await launchChromium()
const temp = mkdtempSync(join(tmpdir(), 'storedesk-shop-home-'))
const end: (() => Promise<void>)[] = [() => browser.close(), server.stop]
try {
  const shopUrl = `${server.url}/shop/`
  const STATIC_PORT = String(await freePort())
  const staticUrl = `http://127.0.0.1:${STATIC_PORT}`
  const FILES = join(temp, 'files.json')
  const files = await recordPage(browser, shopUrl, staticUrl)
  writeFileSync(FILES, JSON.stringify(files))
  const child = await startChild(new URL('static-server.ts', import.meta.url), { FILES, STATIC_PORT })
  end.unshift(child.end)
  const sizeBytes = Object.values(files).reduce((sum, { base64 }) => sum + Buffer.byteLength(base64, 'base64'), 0)
  console.log(`${Object.keys(files).length} files, ${Math.round(sizeBytes / 1000)} kB as sent`)

  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    const shop: Load[] = []
    const still: Load[] = []
    // Not counted: the first load compiles the page on the server, and starts processes of the browser.
    for (const url of [shopUrl, `${staticUrl}/shop/`]) await load(browser, url, viewport)
    for (let at = 0; at < LOADS; at++) {
      shop.push(await load(browser, shopUrl, viewport))
      still.push(await load(browser, `${staticUrl}/shop/`, viewport))
    }
    const paintMs = (loads: Load[]) => median(loads.map((load) => load.paintMs))
    const firstByteMs = (loads: Load[]) => median(loads.map((load) => load.firstByteMs))
    const ratio = paintMs(shop) / paintMs(still)
    const layoutShift = Math.max(...shop.map((load) => load.layoutShift))
    console.log(`\n${name}: largest paint is ${shop[0]?.element}`)
    console.table({
      shop: { 'first byte ms': Math.round(firstByteMs(shop)), 'largest paint ms': Math.round(paintMs(shop)) },
      static: { 'first byte ms': Math.round(firstByteMs(still)), 'largest paint ms': Math.round(paintMs(still)) },
    })
    console.log(`ratio ${ratio.toFixed(2)} (at most ${MAX_RATIO}), layout shift ${layoutShift} (must be 0)`)
    if (ratio > MAX_RATIO || layoutShift > 0) process.exitCode = 1
  }
} finally {
  for (const close of end) await close()
  rmSync(temp, { recursive: true })
}
