import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import serveFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"

const PAGES = { '/dashboard': 'dashboard', '/shop': 'storefront' }

/** The built pages. Names of assets carry a hash of their content, so browsers may keep them for ever. */
export async function servePages(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/dashboard/'))
  for (const [prefix, workspace] of Object.entries(PAGES)) {
    const root = fileURLToPath(new URL(`../../../${workspace}/dist`, import.meta.url))
    // Tests and jobs run without built pages.
    if (!existsSync(root)) continue
    await app.register(serveFiles, {
      root,
      prefix,
      decorateReply: false,
      prefixAvoidTrailingSlash: true,
      redirect: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('content-security-policy', POLICY)
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
}
