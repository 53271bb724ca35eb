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
        summary: 'Get the theme',
        description:
          'Brand, colors, fonts, navigation, languages and currencies, with defaults for everything the shop has not set. Visitors get an announcement only between its `startsAt` and `endsAt`; requests with a key always get it. They get no links to collections and products that are missing or not active; with a key, `brokenLinks` names them.',
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
        summary: 'Replace the theme',
        description:
          'Replaces the whole theme. Fields you omit get their default. Colors with too little contrast return 422 `contrast_too_low` with every pair that is too low (WCAG 2.2: 4.5:1 for text and for links, which have the primary color, 3:1 for borders and for success, warning and danger).',
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
