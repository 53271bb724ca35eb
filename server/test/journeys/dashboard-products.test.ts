import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { drawPng } from '../sample-images.ts'
import { addProduct } from '../sample-products.ts'
import { button, dialogButton, openDashboard } from './dashboard-page.ts'

const PRODUCTS = { path: '/catalog/products', heading: 'Products' }
const price = (page: Page, variant: string) => page.getByLabel(`Price of ${variant} in EUR`, { exact: true })
const compareAt = (page: Page, variant: string) => page.getByLabel(`Compare-at price of ${variant} in EUR`)
const save = (page: Page) => button(page, 'Save').click()
const saved = (page: Page) => page.getByText('Product saved', { exact: true }).waitFor()

async function addOption(page: Page, at: number, name: string, values: string): Promise<void> {
  await button(page, at === 1 ? /^Add options/ : 'Add another option').click()
  await page.getByLabel(`Name of option ${at}`).fill(name)
  await page.getByLabel(`Add a value of ${name}`).fill(values)
  await page.keyboard.press('Enter')
}

it('creates a product with variants, sells, changes and duplicates it, and detects a concurrent edit', async (context) => {
  const { page, shop, pageErrors } = await openDashboard(context, { at: PRODUCTS })
  const inShop = async () => {
    const [listed] = (await shop.storefront.get('/v1/products')).body.data
    return listed && (await shop.storefront.get(`/v1/products/${listed.id}`)).body
  }
  const priceInShop = async (size: string, color: string) =>
    (await inShop()).variants.find(
      ({ options }: { options: Record<string, string> }) => options.Size === size && options.Color === color,
    ).price

  await page.getByText('No products yet').waitFor()
  await page.getByRole('link', { name: 'Add product' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Linen shirt')
  await page.getByLabel('Status').selectOption('active')
  await addOption(page, 1, 'Size', 'S, M')
  await addOption(page, 2, 'Color', 'White, Sky')
  await page.getByText('Variants (4)').waitFor()

  // An invalid amount is not sent; an error of the server appears at its field.
  await price(page, 'S / White').fill('1.000')
  await save(page)
  await page.getByText('Enter an amount such as 12.00').first().waitFor()
  await page.getByLabel('Value for all').fill('49')
  await button(page, 'Set for all 4').click()
  await compareAt(page, 'M / Sky').fill('10')
  await save(page)
  await page.getByText('must not be lower than the price').first().waitFor()
  expect(await compareAt(page, 'M / Sky').getAttribute('aria-invalid')).toBe('true')
  expect(await price(page, 'S / White').getAttribute('aria-invalid')).toBeNull()
  await takeScreenshot(page, 'product-fault')
  await button(page, 'Compare-at price of M / Sky in EUR').click()
  expect(await compareAt(page, 'M / Sky').evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  expect(await inShop()).toBeUndefined()
  await compareAt(page, 'M / Sky').fill('59,9')
  await page.getByLabel('On hand of M / Sky').fill('7')
  await page.getByLabel('When S / Sky is out of stock').selectOption('Continue selling')
  await save(page)
  await page.getByText('Saved just now').waitFor()
  expect((await inShop()).variants).toHaveLength(4)
  expect(await priceInShop('M', 'Sky')).toEqual({ amount: 4900, currency: 'EUR' })
  const { id } = await inShop()
  const stored = (await shop.api.get(`/v1/catalog/products/${id}`)).body
  expect(stored.variants.map(({ inventoryPolicy }: { inventoryPolicy: string }) => inventoryPolicy)).toEqual([
    'deny',
    'continue',
    'deny',
    'deny',
  ])
  expect((await shop.api.get('/v1/inventory')).body.data).toMatchObject([{ variantTitle: 'M / Sky', onHand: 7 }])

  await price(page, 'M / Sky').fill('39,5')
  await price(page, 'M / Sky').press('Control+s')
  await saved(page)
  expect(await price(page, 'M / Sky').inputValue()).toBe('39.50')
  expect(await priceInShop('M', 'Sky')).toEqual({ amount: 3950, currency: 'EUR' })
  expect(await priceInShop('S', 'Sky')).toEqual({ amount: 4900, currency: 'EUR' })

  await shop.api.patch(`/v1/catalog/products/${id}`, { vendor: 'Hilda & Sons' })
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Light and *airy*.')
  await save(page)
  await page.getByText('Someone else changed this product').waitFor()
  await page.getByText('They changed: Vendor.').waitFor()
  await takeScreenshot(page, 'product-conflict')
  await button(page, 'Keep my changes').click()
  expect(await page.getByRole('combobox', { name: 'Vendor' }).inputValue()).toBe('Hilda & Sons')
  await save(page)
  await saved(page)
  expect(await inShop()).toMatchObject({ vendor: 'Hilda & Sons', description: 'Light and *airy*.' })

  await page.getByLabel('Title', { exact: true }).fill('Not meant')
  await page.getByRole('link', { name: '← Products' }).click()
  await dialogButton(page, 'Stay on page').click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not meant')
  await page.getByRole('link', { name: '← Products' }).click()
  await dialogButton(page, 'Leave page').click()
  await page.getByRole('table', { name: 'Products' }).getByText('Linen shirt').waitFor()
  await page.getByLabel('Search products').fill('mug')
  await page.getByText('No results').waitFor()
  expect(page.url()).toContain('q=mug')
  await page.getByLabel('Search products').fill('linen')
  await page.setViewportSize(VIEWPORTS.phone)
  await page.getByRole('list', { name: 'Products' }).getByRole('link', { name: 'Linen shirt' }).click()
  await price(page, 'S / White').waitFor()
  await takeScreenshot(page, 'product-phone')
  expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0)

  await button(page, /^More actions$/).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'Linen shirt (copy)' }).waitFor()
  await save(page)
  await page.getByText('Saved just now').waitFor()
  await button(page, /^More actions$/).click()
  await page.getByRole('menuitem', { name: 'Delete product' }).click()
  await dialogButton(page, 'Delete product').click()
  await page.getByRole('list', { name: 'Products' }).getByText('Linen shirt', { exact: true }).waitFor()
  const { data: left } = (await shop.api.get('/v1/catalog/products')).body
  expect(left.map(({ title }: { title: string }) => title)).toEqual(['Linen shirt'])
  // The browser logs every response that is not 2xx: before sign-in, for the error and for the conflict.
  expect(pageErrors.filter((text) => !/status of (400|401|412)/.test(text))).toEqual([])
})

it('uploads images, shows a handle conflict at its field, and asks before unsaved changes are lost', async (context) => {
  const { page, shop } = await openDashboard(context, { at: PRODUCTS })
  await addProduct(shop.api, { handle: 'taken' })
  const { id } = await addProduct(shop.api, { title: 'Mug', handle: 'mug', images: [] })
  const product = async () => (await shop.api.get(`/v1/catalog/products/${id}`)).body
  await page.goto(`${shop.server.url}/dashboard/#${PRODUCTS.path}/${id}`)
  const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
  await page
    .getByLabel('Image files')
    .setInputFiles([
      file('front.png', 'image/png', drawPng()),
      file('fake.png', 'image/png', Buffer.from('not an image')),
      file('back.png', 'image/png', drawPng({ shade: 1 })),
    ])
  const dragged = await page.evaluateHandle(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['<svg/>'], 'mark.svg', { type: 'image/svg+xml' }))
    return files
  })()`)
  await page.getByText('or drop them here').dispatchEvent('drop', { dataTransfer: dragged })
  await page.getByLabel('Alt text of image 2').fill('The back')
  await page.getByText("Couldn't upload mark.svg. SVG files can contain scripts").waitFor()
  await page.getByText("Couldn't upload fake.png.").waitFor()
  await takeScreenshot(page, 'product-uploads')
  await button(page, 'Dismiss fake.png').click()
  await button(page, 'Dismiss mark.svg').click()
  expect(await page.getByRole('list', { name: 'Uploads' }).count()).toBe(0)
  await page.getByLabel('Handle').fill('taken')
  await save(page)
  await button(page, 'Handle').click()
  await page.getByText('is already in use by another product', { exact: true }).waitFor()
  expect(await page.getByLabel('Handle').getAttribute('aria-invalid')).toBe('true')
  expect((await product()).images).toEqual([])
  await page.getByLabel('Handle').fill('cup')
  await save(page)
  await saved(page)
  expect(await product()).toMatchObject({ handle: 'cup', images: [{ alt: '' }, { alt: 'The back' }] })
  const [{ url }] = (await product()).images
  expect((await fetch(shop.server.url + new URL(url).pathname)).headers.get('content-type')).toBe('image/png')

  await page.getByLabel('Title', { exact: true }).fill('Not meant')
  await page.getByText('Sandbox', { exact: true }).click()
  await dialogButton(page, 'Stay on page').click()
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Not meant')
  await button(page, /^Account of/).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await dialogButton(page, 'Stay on page').click()
  await page.keyboard.press('Escape')
  await page.getByText('Sandbox', { exact: true }).click()
  await dialogButton(page, 'Leave page').click()
  // The sandbox does not have the product.
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/catalog/products')
})

it('a viewer sees all of a product, and no controls that change it', async (context) => {
  const { page, shop } = await openDashboard(context, { at: PRODUCTS, role: 'viewer' })
  const { id } = await addProduct(shop.api)
  await page.goto(`${shop.server.url}/dashboard/#${PRODUCTS.path}/${id}`)
  await page.getByText('Your role is viewer').waitFor()
  expect(await price(page, 'M / Sky').inputValue()).toBe('39.00')
  expect(await price(page, 'M / Sky').isEditable()).toBe(false)
  expect(await page.getByLabel('Title', { exact: true }).isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: /Save|Add|Remove|Set for all|More/ }).count()).toBe(0)
  await page.getByText('USD', { exact: true }).click()
  expect(await page.getByLabel('Price of M / Sky in USD', { exact: true }).inputValue()).toBe('55.00')
})
