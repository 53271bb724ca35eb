import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { setPublicLimit } from '../../http/limits/public-limits.ts'
import { endpointNotFound } from '../../kit/errors.ts'
import { PROJECT_ROOT } from '../../kit/project-root.ts'
import { FORM_PAGE_HEADERS, renderPage } from '../../modules/buyer-pages/page.ts'
import type { DemoShop } from './demo-shop.ts'

const DIST = join(PROJECT_ROOT, 'storefront/dist')
const pageOptions = { config: { publicLimit: 'page' } } as const
const renderedOptions = { config: { publicLimit: 'shop-page' } } as const

interface RenderedPage {
  status: number
  html: string
  styles: string[]
  isPrivate: boolean
}
type Render = (request: {
  url: string
  fetch: typeof fetch
  onError: (error: unknown) => void
}) => Promise<RenderedPage>
/** The shop's own code, built by Vite: it knows nothing about this server. */
interface ShopBuild {
  createRenderer: (options: { workspaceId: string; origin: string; manifest: object }) => Render
}

/** The pages of the shop, rendered for each visitor, and the files that they load. */
export async function serveShopPages(
  app: FastifyInstance,
  { findCtx, fetchFor }: DemoShop,
  { publicUrl }: { publicUrl: string },
): Promise<void> {
  const entry = join(DIST, '.server/entry-server.js')
  // Tests and jobs run without built pages.
  if (!existsSync(entry)) return
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
  let build: Promise<ShopBuild> | undefined
  const renderers = new Map<string, Render>()

  await app.register(async (scope) => {
    setPublicLimit(scope, 'page')
    await scope.register(serveFiles, {
      root: DIST,
      prefix: '/shop/',
      wildcard: false,
      decorateReply: false,
      cacheControl: false,
      preCompressed: true,
      dotfiles: 'ignore',
      // Names of assets contain a hash of their content, so browsers may keep them forever.
      setHeaders: (reply, path) =>
        reply.header(
          'cache-control',
          path.startsWith(`${DIST}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  })

  app.get('/shop', pageOptions, (_request, reply) => reply.redirect('/shop/'))

  app.get('/robots.txt', pageOptions, async (request, reply) => {
    const ctx = await findCtx(request)
    reply.type('text/plain; charset=utf-8')
    return ctx
      ? `User-agent: *\nAllow: /\nSitemap: ${publicUrl}/feeds/${ctx.environmentId}/sitemap.xml\n`
      : 'User-agent: *\nAllow: /\n'
  })

  app.get('/shop/*', renderedOptions, async (request, reply) => {
    if (/^\/shop\/(api|assets)\//.test(request.url)) throw endpointNotFound(request)
    const ctx = await findCtx(request)
    if (!ctx) return reply.headers(FORM_PAGE_HEADERS).send(NO_SHOP)
    build ??= import(pathToFileURL(entry).href)
    const { createRenderer } = await build
    const render =
      renderers.get(ctx.environmentId) ??
      createRenderer({ workspaceId: ctx.environmentId, origin: new URL(publicUrl).origin, manifest })
    renderers.set(ctx.environmentId, render)
    try {
      const onError = (err: unknown) => reply.log.error({ err }, 'a page of the shop could not be loaded')
      return await sendPage(request, reply, await render({ url: request.url, fetch: fetchFor(request), onError }))
    } catch (err) {
      // Pages handle their own errors: not even the theme could be loaded.
      reply.log.error({ err }, 'the shop could not be rendered')
      return reply
        .code(503)
        .headers({ ...FORM_PAGE_HEADERS, 'retry-after': '5' })
        .send(UNAVAILABLE)
    }
  })
}

const NO_SHOP = renderPage({
  language: 'en',
  title: 'No shop here yet',
  content: '<p>The demo shop belongs to the workspace that the first start creates. This server has none.</p>',
})

const UNAVAILABLE = renderPage({
  language: 'en',
  title: 'One moment, please',
  content: '<p>The shop is not available right now. Reload the page in a few seconds.</p>',
})

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage): Promise<FastifyReply> {
  reply.code(page.status).headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(page.styles),
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': page.isPrivate ? 'private, no-store' : 'no-cache',
    vary: 'accept-encoding',
    ...(page.isPrivate && { 'x-robots-tag': 'noindex' }),
  })
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await toBrotli(page.html))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(page.html))
  return reply.send(page.html)
}

/** Only our own scripts, and exactly the styles of this page. Product images may be on any host. */
const contentSecurityPolicy = (styles: string[]): string => {
  const hashes = styles.map((css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`).join(' ')
  return `default-src 'none'; script-src 'self'; style-src ${hashes}; img-src 'self' data: https: http:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
}

/** Higher qualities take longer than they save on the way. */
const toBrotli = (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
