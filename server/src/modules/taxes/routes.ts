import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { Routes } from '../../http/routes.ts'
import { NewTaxSettings, TaxSettingsResponse } from './schemas.ts'
import { getTaxSettings, replaceTaxSettings } from './taxes.ts'

const tags = ['Taxes']

export const taxRoutes: Routes = async (app) => {
  app.get(
    '/taxes/settings',
    {
      config: { access: 'key', limit: 'default' },
      schema: {
        operationId: 'taxes.settings.get',
        tags,
        summary: 'Get the tax settings',
        description:
          'By default, prices include tax, shipping is taxed like the item with the highest tax, and tax is rounded per item. To replace the settings, send their `ETag` as `If-Match`.',
        response: { 200: TaxSettingsResponse },
      },
    },
    async ({ ctx }, reply) => {
      const settings = await getTaxSettings(ctx)
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )

  app.put(
    '/taxes/settings',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      schema: {
        operationId: 'taxes.settings.replace',
        tags,
        summary: 'Replace the tax settings',
        description: 'Reprices carts.',
        headers: IfMatch,
        body: NewTaxSettings,
        response: { 200: TaxSettingsResponse },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const settings = await replaceTaxSettings(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(settings.version))
      return settings
    },
  )
}
