import { IfMatch, toEtag } from '../../http/responses/etag.ts'
import { LARGE_BODY_BYTES, type Routes } from '../../http/routes.ts'
import { Theme, ThemeSettings } from './schemas.ts'
import { getTheme, replaceTheme } from './theme.ts'

export const themeRoutes: Routes = async (app) => {
  app.get(
    '/theme',
    {
      config: { access: 'storefront', limit: 'default' },
      schema: {
        operationId: 'theme.get',
        summary: 'How the shop looks',
        description:
          'Brand, colours, fonts, navigation, languages and currencies, with defaults for what the shop has not set. Visitors get an announcement only between its `startsAt` and `endsAt`; with a key it is always there.',
        tags: ['Theme'],
        response: { 200: Theme },
      },
    },
    async ({ ctx }, reply) => {
      const theme = await getTheme(ctx)
      // No ETag for visitors: their response also changes with time, so the version doesn't identify it.
      if (ctx.caller.kind !== 'visitor') reply.header('etag', toEtag(theme.version))
      return theme
    },
  )

  app.put(
    '/theme',
    {
      config: { access: 'key', limit: 'default', staff: 'admin' },
      bodyLimit: LARGE_BODY_BYTES,
      schema: {
        operationId: 'theme.replace',
        summary: 'Change how the shop looks',
        description:
          'Replaces the whole theme: what is left out has its default. Colours that too few people could read are refused with 422 `contrast_too_low` and every pair that is too low (WCAG 2.2: 4.5:1 for text, 3:1 for borders and for success, warning and danger). With `If-Match` a stale version is answered with 412 `precondition_failed`.',
        tags: ['Theme'],
        headers: IfMatch,
        body: ThemeSettings,
        response: { 200: Theme },
      },
    },
    async ({ ctx, body, headers }, reply) => {
      const theme = await replaceTheme(ctx, body, headers['if-match'])
      reply.header('etag', toEtag(theme.version))
      return theme
    },
  )
}
