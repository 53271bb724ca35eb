import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { PROJECT_ROOT } from '../kit/project-root.ts'
import { setPublicLimit } from './limits/public-limits.ts'

/** Product images may be on any host. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https: http:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"

const PAGE_ROUTE = { config: { publicLimit: 'page' } } as const

/** The demo shop is not among them: its own server renders its pages. */
const APPS = { '/dashboard/': 'dashboard' }

/** The built pages. Asset names contain a content hash, so browsers may cache them forever. */
export async function servePages(app: FastifyInstance): Promise<void> {
  app.get('/', PAGE_ROUTE, (_request, reply) => reply.redirect('/dashboard/'))
  // Browsers request it on pages that name no icon, such as the API reference.
  app.get('/favicon.ico', PAGE_ROUTE, (_request, reply) => reply.code(204).send())
  for (const [prefix, workspace] of Object.entries(APPS)) {
    const root = join(PROJECT_ROOT, workspace, 'dist')
    // Tests and jobs run without built pages.
    if (!existsSync(root)) continue
    app.get(prefix.slice(0, -1), PAGE_ROUTE, (_request, reply) => reply.redirect(prefix))
    await app.register(async (scope) => {
      setPublicLimit(scope, 'page')
      await scope.register(serveFiles, {
        root,
        prefix,
        decorateReply: false,
        cacheControl: false,
        preCompressed: true,
        dotfiles: 'ignore',
        setHeaders: (reply, path) => {
          reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
          reply.header(
            'cache-control',
            path.startsWith(`${root}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
        },
      })
    })
  }
}
