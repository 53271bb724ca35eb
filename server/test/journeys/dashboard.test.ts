import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { takeScreenshot, VIEWPORTS } from '../browser.ts'
import { createApiClient } from '../open-shop.ts'
import { button, dialogButton, openDashboard } from './dashboard-page.ts'

async function createOnPage(page: Page, label: string, scope?: string): Promise<void> {
  await button(page, 'Create key').first().click()
  await page.getByLabel('Label').fill(label)
  if (scope) {
    await page.getByRole('combobox', { name: 'Scope' }).click()
    await takeScreenshot(page, `key-scopes-${page.viewportSize()?.width}`)
    await page.getByRole('option', { name: scope }).click()
  }
  await dialogButton(page, 'Create key').click()
}

describe('the dashboard in a real browser', () => {
  it.for(Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[])(
    'B1 B2 B3 B4 on a %s: signs in, creates a key, shows it once, uses it, revokes it; rejects the sixth',
    async (size, context) => {
      const { page, pageErrors, shop } = await openDashboard(context, { size, byForm: true })

      await createOnPage(page, 'Warehouse sync')
      const value = await page.getByLabel('API key', { exact: true }).inputValue()
      await takeScreenshot(page, `key-value-${size}`)
      const api = createApiClient(shop.server.url, { authorization: `Bearer ${value}` })
      expect((await api.get('/v1/workspace')).status).toBe(200)
      await page.keyboard.press('Escape')
      expect(await page.getByLabel('API key', { exact: true }).isVisible()).toBe(true)
      await page.getByLabel('I saved').check()
      await button(page, 'Done').click()
      await page.getByText('Warehouse sync').first().waitFor()
      expect(await page.content()).not.toContain(value.slice(9, -6))
      await takeScreenshot(page, `keys-${size}`)

      for (const [label, scope] of [
        ['Fourth', 'Read only'],
        ['Fifth', 'Agent'],
      ] as const) {
        await createOnPage(page, label, scope)
        const secret = await page.getByLabel('API key', { exact: true }).inputValue()
        const { body } = await createApiClient(shop.server.url, { authorization: `Bearer ${secret}` }).get(
          '/v1/workspace',
        )
        expect(body.keyScope).toBe(scope === 'Agent' ? 'agent' : 'read')
        await page.getByLabel('I saved').check()
        await button(page, 'Done').click()
      }
      await page.getByText('Read only').first().waitFor()
      await takeScreenshot(page, `keys-scoped-${size}`)
      await createOnPage(page, 'Sixth')
      await page.getByText('at most 5').waitFor()
      await takeScreenshot(page, `sixth-key-${size}`)
      await button(page, 'Cancel').click()

      await button(page, 'Revoke Warehouse sync').click()
      await takeScreenshot(page, `revoke-${size}`)
      await dialogButton(page, 'Revoke key').click()
      await page.getByText('Key “Warehouse sync” revoked').first().waitFor()
      expect((await api.get('/v1/workspace')).status).toBe(401)

      await button(page, 'Rotate Fifth').click()
      await dialogButton(page, 'Create key').click()
      const next = await page.getByLabel('API key', { exact: true }).inputValue()
      const rotated = await createApiClient(shop.server.url, { authorization: `Bearer ${next}` }).get('/v1/workspace')
      expect(rotated.body.keyScope).toBe('agent')
      await page.getByLabel('I saved').check()
      await button(page, 'Next: deploy').click()

      const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
      // The browser logs every response that is not 2xx: before sign-in, and for the sixth key.
      expect(pageErrors.filter((text) => !/status of (401|409)/.test(text))).toEqual([])
    },
  )

  it('B1 a viewer can read but not create', async (context) => {
    const { page } = await openDashboard(context, { role: 'viewer' })
    await page.getByText('Your role is viewer').waitFor()
    expect(await page.getByRole('button', { name: /Create|Revoke|Rotate/ }).count()).toBe(0)
    await takeScreenshot(page, 'keys-viewer')
  })

  it('A9 the sandbox is unmistakable', async (context) => {
    const { page } = await openDashboard(context, { role: 'admin', size: 'phone' })
    expect(await page.getByText('Sandbox: nothing here').count()).toBe(0)
    await page.getByText('Sandbox', { exact: true }).first().click()
    await page.getByText('Sandbox: nothing here').waitFor()
    await page.reload()
    await page.getByText('Sandbox: nothing here').waitFor()
    await takeScreenshot(page, 'sandbox-phone')
  })
})
