import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot } from '../browser.ts'
import type { Shop } from '../open-shop.ts'
import { drawPng } from '../sample-images.ts'
import {
  button,
  dialogButton,
  horizontalOverflow,
  openDashboard,
  openPage,
  takeDarkScreenshot,
} from './dashboard-page.ts'

const REFUND = {
  title: 'Returns and refunds',
  body: '# Returns\n\nSend it back within **30 days**.\n\n- unworn\n- with its label\n\n<script>alert(1)</script>',
}

const frame = (page: Page) => page.frameLocator('iframe[title="Preview of the text"]')
const published = async ({ api }: Shop) => (await api.get('/v1/policies')).body.data
const themeOf = async ({ api }: Shop) => (await api.get('/v1/theme')).body

it('writes a policy, previews it as visitors see it, publishes, changes, restores and unpublishes it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  await openPage(page, 'desktop', 'Policies')
  await expect.poll(() => page.getByText('Not published', { exact: true }).count()).toBe(6)
  await page.getByRole('link', { name: 'Create: Returns and refunds' }).click()
  expect(await button(page, /^Publish$/).isDisabled()).toBe(true)
  await page.getByLabel('Text', { exact: true }).fill(REFUND.body)
  await page.getByText('Preview', { exact: true }).click()
  await frame(page).getByRole('heading', { name: 'Returns' }).waitFor()
  await frame(page).getByText('<script>alert(1)</script>').waitFor()
  expect(await published(shop)).toEqual([])

  await page.getByRole('switch', { name: 'Return terms' }).press('Space')
  await page.getByLabel('Store credit').check()
  await page.getByLabel('Excluded items').fill('Gift cards\nFood')
  await page
    .getByText('for a refund or store credit; the customer pays for return shipping. Excluded: Gift cards and Food.')
    .waitFor()
  await takeScreenshot(page, 'policy-draft')
  await button(page, /^Publish$/).click()
  await page.getByText('Version 1 published').waitFor()
  expect(await published(shop)).toMatchObject([
    { ...REFUND, version: 1, returnTerms: { windowDays: 30, kinds: ['refund', 'store_credit'] } },
  ])

  await page.getByText('Markdown', { exact: true }).click()
  await page.getByLabel('Text', { exact: true }).fill('Second text')
  await button(page, /^Publish$/).click()
  await page.getByText('Version 2 published').waitFor()
  await button(page, 'View version 1').click()
  await page.frameLocator('iframe[title="Text of version 1"]').getByText('with its label').waitFor()
  await takeScreenshot(page, 'policy-version')
  await dialogButton(page, 'Restore this version').click()
  await button(page, /^Publish$/).click()
  await page.getByText('Version 3 published').waitFor()
  await takeDarkScreenshot(page, 'policy-dark')

  await button(page, 'Unpublish').click()
  await dialogButton(page, 'Cancel').click()
  expect(await published(shop)).toHaveLength(1)
  await button(page, 'Unpublish').click()
  await dialogButton(page, 'Unpublish').click()
  await page.getByText('Policy unpublished').waitFor()
  expect(await published(shop)).toEqual([])
  await button(page, 'View version 3').waitFor()
  // The browser logs every response that is not 2xx: before sign-in, and for a missing history.
  expect(pageErrors.filter((text) => !/status of 40[14]/.test(text))).toEqual([])
})

it('writes an article from a question, publishes it, changes it, restores and deletes it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  const listed = async () => (await shop.api.get('/v1/articles')).body.data
  await openPage(page, 'desktop', 'Articles')
  await page.getByText('No articles yet').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/support/articles/new?title=How+long+does+it+take%3F`)
  await page.getByLabel('Text', { exact: true }).fill('Two **days**.')
  await page.getByLabel('Category').fill('Shipping')
  await page.getByText('Preview', { exact: true }).click()
  await frame(page).getByText('days').waitFor()
  await button(page, 'Save draft').click()
  await page.getByRole('heading', { name: 'How long does it take?' }).waitFor()
  expect(await listed()).toMatchObject([{ handle: 'how-long-does-it-take', status: 'draft', category: 'Shipping' }])
  await takeScreenshot(page, 'article-draft')

  await button(page, /^Publish$/).click()
  await page.getByText('Version 1 published').waitFor()
  const help = await fetch(
    new URL((await page.getByRole('link', { name: 'View page' }).getAttribute('href')) ?? '', shop.server.url),
  )
  expect(await help.text()).toContain('Two <strong>days</strong>.')
  await page.getByLabel('Text', { exact: true }).fill('Three days.')
  expect(await button(page, /^Publish$/).count()).toBe(0)
  await button(page, /^Save$/).click()
  await page.getByText('Published, with newer draft').waitFor()
  await button(page, 'View version 1').click()
  await page.frameLocator('iframe[title="Text of version 1"]').getByText('days').waitFor()
  await dialogButton(page, 'Restore this version').click()
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Two **days**.')
  await button(page, /^Save$/).click()
  await page.getByText('Changes saved').waitFor()
  await button(page, /^Publish$/).click()
  await page.getByText('Version 3 published').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await takeScreenshot(page, 'article-phone')

  await page.getByRole('link', { name: '← Articles' }).click()
  await page.getByLabel('Search articles').fill('days')
  await page.getByRole('link', { name: 'How long does it take?' }).waitFor()
  await takeScreenshot(page, 'articles-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'How long does it take?' }).click()
  await button(page, 'Unpublish').click()
  await page.getByText('Article unpublished').waitFor()
  await button(page, 'Delete article').click()
  await dialogButton(page, 'Delete').click()
  await expect.poll(listed).toEqual([])
  expect(pageErrors.filter((text) => !/status of 40[14]/.test(text))).toEqual([])
})

it('concurrent edits of a policy lose no text; leaving asks for confirmation', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone' })
  const publish = (body: string) => shop.api.send('PUT', '/v1/policies/terms', { title: 'Terms', body })
  await publish('The first words.')
  await openPage(page, 'phone', 'Policies')
  await page.getByText('Published, version 1').waitFor()
  await takeScreenshot(page, 'policies-phone')
  await page.getByRole('link', { name: 'Edit: Terms of sale' }).click()
  await page.getByLabel('Text', { exact: true }).fill('My words.')
  await publish('Their words.')
  await button(page, /^Publish$/).click()
  await page.getByText('Someone else changed this policy').waitFor()
  expect(await page.getByLabel(/^Their text: version 2/).inputValue()).toBe('Their words.')
  expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('My words.')
  expect((await published(shop))[0].body).toBe('Their words.')
  await takeScreenshot(page, 'policy-overtaken-phone')

  await button(page, 'Open menu').click()
  await page.getByRole('link', { name: 'Inventory' }).click()
  await dialogButton(page, 'Stay on page').click()
  await page.keyboard.press('Escape')
  await button(page, 'Keep my changes').click()
  await button(page, /^Publish$/).click()
  await page.getByText('Version 3 published').waitFor()
  expect((await published(shop))[0].body).toBe('My words.')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})

it('a viewer reads a policy and the theme, and changes neither', async (context) => {
  const { page, shop } = await openDashboard(context, { role: 'viewer' })
  await shop.api.send('PUT', '/v1/policies/refund', REFUND)
  await openPage(page, 'desktop', 'Policies')
  await page.getByRole('link', { name: 'View: Returns and refunds' }).click()
  await page.getByText('Only owners and admins can change policies.').waitFor()
  await frame(page).getByRole('heading', { name: 'Returns' }).waitFor()
  expect(await button(page, /publish/i).count()).toBe(0)
  await openPage(page, 'desktop', 'Theme')
  await page.getByText('Only owners and admins can change the theme.').waitFor()
  expect(await button(page, /^(Save|Discard|Add link)/).count()).toBe(0)
})

it('changes a theme, previews it, rejects it when unreadable, and saves it', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context)
  await openPage(page, 'desktop', 'Theme')
  await page.getByLabel('Shop name').fill('Hazel & Oak')
  const preview = page.getByRole('region', { name: 'Shop preview' })
  await preview.getByText('Hazel & Oak').waitFor()
  await page.getByLabel('Primary', { exact: true }).fill('#ffcc00')
  await page.getByText('1.51:1 on primary is too low. It must be at least 4.5:1.').waitFor()
  await takeScreenshot(page, 'theme-contrast')
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('onPrimary on primary has a contrast of 1.51:1').waitFor()
  expect((await themeOf(shop)).version).toBe(0)
  await page.getByLabel('Pick primary').fill('#7a1f3d')
  const painted = preview.getByText('Add to cart')
  await expect.poll(() => painted.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe('rgb(122, 31, 61)')

  await button(page, 'Add link to header').click()
  await page.getByLabel('Label of link 1').fill('Shop')
  await page.getByLabel('Link type of Shop').selectOption('No link')
  await button(page, 'Add nested link under Shop').click()
  await page.getByLabel('Label of link 1').fill('Chairs')
  await page.getByLabel('Link type of Chairs').selectOption('Collection')
  await button(page, 'Add link to header').click()
  await page.getByLabel('Label of link 2').fill('About')
  await page.getByLabel('URL of About').fill('not an address')
  await page.getByRole('switch', { name: 'Show announcement' }).press('Space')
  await page.getByLabel('Message', { exact: true }).fill('Open on Sunday')
  await preview.getByText('Open on Sunday').waitFor()
  await button(page, 'Choose logo').click()
  await page.getByLabel('Image files').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: drawPng() })
  await expect.poll(() => page.getByLabel('Logo', { exact: true }).inputValue()).toMatch(/^http.*\.png$/)
  await button(page, 'Save').click()
  await page.getByRole('alert').getByText('Navigation, header, link 2, url:').waitFor()
  await takeScreenshot(page, 'theme-refused')
  await page.getByLabel('Handle of the collection of Chairs').fill('chairs')
  await page.getByLabel('URL of About').fill('/about')
  await button(page, 'Move About up').click()
  await button(page, 'Save').click()
  await page.getByText('Theme saved').waitFor()
  expect(await themeOf(shop)).toMatchObject({
    version: 1,
    brand: { name: 'Hazel & Oak', tagline: null, logoUrl: expect.stringMatching(/\.png$/) },
    colors: { primary: '#7a1f3d' },
    navigation: {
      header: [
        { label: 'About', url: '/about' },
        { label: 'Shop', items: [{ label: 'Chairs', collection: 'chairs' }] },
      ],
    },
    announcement: { text: 'Open on Sunday', url: null },
  })
  await takeDarkScreenshot(page, 'theme-dark')
  expect(pageErrors.filter((text) => !/status of 4(00|01|22)/.test(text))).toEqual([])
})

it('does not overwrite a theme saved concurrently', async (context) => {
  const { page, shop } = await openDashboard(context, { size: 'phone' })
  await openPage(page, 'phone', 'Theme')
  await page.getByLabel('Tagline').fill('Mine')
  await page.getByText('Sandbox', { exact: true }).click()
  await dialogButton(page, 'Stay on page').click()
  expect(await page.getByLabel('Tagline').inputValue()).toBe('Mine')
  await shop.api.send('PUT', '/v1/theme', { brand: { tagline: 'Theirs' } })
  await button(page, 'Save').click()
  await page.getByText('Someone else changed the theme').waitFor()
  expect((await themeOf(shop)).brand.tagline).toBe('Theirs')
  expect(await page.getByLabel('Tagline').inputValue()).toBe('Mine')
  await takeScreenshot(page, 'theme-overtaken-phone')
  await button(page, 'Discard my changes').click()
  await expect.poll(() => page.getByLabel('Tagline').inputValue()).toBe('Theirs')
  await takeScreenshot(page, 'theme-phone')
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
})
