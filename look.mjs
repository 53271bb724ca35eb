import { chromium } from 'playwright-core'
import { readFileSync, mkdirSync } from 'node:fs'
const boot = JSON.parse(readFileSync('/tmp/look/boot.json'))
const base = 'http://127.0.0.1:18090'
const r = await fetch(base + '/dashboard/api/auth/sign-in', { method: 'POST', headers: { 'content-type': 'application/json', origin: base }, body: JSON.stringify({ email: boot.email, password: boot.password }) })
const cookies = r.headers.getSetCookie().map((c) => c.split(';')[0]).filter((c) => !c.endsWith('=')).map((c) => ({ name: c.slice(0, c.indexOf('=')), value: c.slice(c.indexOf('=') + 1), url: base }))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] })
mkdirSync('/tmp/look/shots', { recursive: true })
for (const [name, size] of Object.entries({ desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } })) {
  const c = await browser.newContext({ viewport: size }); await c.addCookies(cookies)
  for (const path of process.argv.slice(2)) {
    const page = await c.newPage(); page.on('pageerror', (e) => console.log(path, name, String(e)))
    page.on('response', async (r) => r.status() >= 400 && console.log(r.status(), r.url(), (await r.text()).slice(0, 400))); page.on('console', (m) => m.type() === 'error' && console.log(path, name, m.text()))
    await page.goto(base + '/dashboard/#' + path, { waitUntil: 'load' }); await page.waitForTimeout(3500)
    const over = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    const file = `/tmp/look/shots/${name}${path.replaceAll(/[/?=]/g, '-')}.png`
    await page.screenshot({ path: file }); console.log(file, over > 0 ? 'OVERFLOW ' + over : '')
    await page.close()
  }
}
await browser.close()
