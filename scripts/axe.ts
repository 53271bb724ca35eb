// Looks at every page of the shop, the dashboard and the documentation with axe, in light and dark, on a desktop and on
// a phone: `npm run axe`, or `npm run axe -- shop` for an area, or `npm run axe -- dashboard /sales` for some pages.
import { launchChromium, startDemoServer } from '../server/test/demo-server.ts'
import { visitDashboard } from './axe/dashboard.ts'
import { visitDocs } from './axe/docs.ts'
import { visitShop } from './axe/shop.ts'
import { createVisitor } from './axe/visitor.ts'

const AREAS = { shop: visitShop, dashboard: visitDashboard, docs: visitDocs }

const words = process.argv.slice(2)
const areas = Object.entries(AREAS).filter(([name]) => words.length === 0 || words.includes(name))
const server = await startDemoServer({ TRUSTED_PROXIES: '127.0.0.1', WEBHOOK_ALLOW_LOOPBACK: 'on' })
const browser = await launchChromium()
try {
  const visitor = createVisitor(
    browser,
    words.filter((word) => !(word in AREAS)),
  )
  for (const [, visit] of areas) await visit(visitor, server)
  if (!visitor.report()) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}
