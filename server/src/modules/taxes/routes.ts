import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import type { Routes } from '../../http/routes.ts'
import { TaxSettingsInput, TaxSettingsResponse } from './schemas.ts'
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
        summary: 'How the shop reckons taxes',
        description:
          'A shop that has set nothing has prices with tax, taxes shipping as the line that is taxed most, and rounds each line. Its `ETag` is what `If-Match` wants.',
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
        summary: 'Say how the shop reckons taxes',
        description: 'Carts are priced anew by it. With `If-Match` it is refused (412) when somebody else was faster.',
        headers: IfMatch,
        body: TaxSettingsInput,
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
