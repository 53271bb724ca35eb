import type { DemoServer } from '../../server/test/demo-server.ts'
import type { Visitor } from './visitor.ts'

/** Most pages describe one object each, all in the same way: a few of them are enough. */
const EVERY_OBJECT = 40

/** Every page that can be reached, and the search. */
export async function visitDocs(visitor: Visitor, { url }: DemoServer): Promise<void> {
  await visitor.inBothSizes(async ({ context, page, check }) => {
    const paths = ['/docs/']
    const seen = new Set(paths)
    let objects = 0
    // Grows while it is walked.
    for (const [index, path] of paths.entries()) {
      // Each as another visitor: one of them may open only 120 per minute.
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` })
      await page.goto(url + path, { waitUntil: 'load' })
      await check(page, path)
      const links = await page
        .locator('a[href^="/docs/"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname))
      for (const link of links) {
        if (seen.has(link)) continue
        seen.add(link)
        if (!link.startsWith('/docs/objects/') || objects++ % EVERY_OBJECT === 0) paths.push(link)
      }
    }
    await page.goto(`${url}/docs/`)
    await page.getByRole('combobox').fill('refund')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await check(page, '/docs/ › search')
    await page.getByRole('combobox').fill('zzzzzz')
    await page.waitForTimeout(500)
    await check(page, '/docs/ › search without results')
  })
}
