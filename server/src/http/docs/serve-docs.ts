import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { endpointNotFound } from '../../kit/errors.ts'
import { lazy } from '../../kit/lazy.ts'
import { type ApiDescription, buildDocument } from '../openapi/document.ts'
import { type PrecompressedResponse, precompress, sendPrecompressed } from '../responses/precompressed-response.ts'
import { JSON_TYPE } from '../responses/response-headers.ts'
import type { OpenApiDocument } from './openapi-types.ts'
import { openSite } from './site.ts'

/** There are a thousand pages, most of which nobody reads. */
const MAX_CACHED_BYTES = 16 * 1_048_576

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** No inline scripts or styles, and nothing from elsewhere. `connect-src`: the search, and requests to try the API. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The documentation for people and the OpenAPI document for programs. */
export async function serveDocs(app: FastifyInstance, description: ApiDescription, publicUrl: string): Promise<void> {
  const options = { config: { publicLimit: 'document' } } as const
  const document = lazy(() => buildDocument(description))
  const compressed = lazy(() => precompress(Buffer.from(JSON.stringify(document())), JSON_TYPE))
  app.get('/openapi.json', options, async (request, reply) => sendPrecompressed(request, reply, await compressed()))

  // Not at the start, like the document: it reads all texts for their titles.
  let site: ReturnType<typeof openSite> | undefined
  const pages = new LRUCache<string, PrecompressedResponse>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bodies }) => Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  })
  const prepare = async (path: string) => {
    site ??= openSite(document() as OpenApiDocument, publicUrl)
    const file = (await site).get(path)
    if (!file) return undefined
    const cached = pages.get(path)
    if (cached) return { file, page: cached }
    const page = await precompress(Buffer.from(await file.render()), file.type)
    pages.set(path, page)
    return { file, page }
  }

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 301))
  // Fastify decodes the path: a page is cached once, however its address is spelled.
  app.get<{ Params: { '*': string } }>('/docs/*', options, async (request, reply) => {
    const path = request.params['*']
    const found = await prepare(path)
    if (!found) {
      // As it is written in the repository, with a slash at the end, or without the name of a section.
      const page = /^(api|reference|objects)\/?$/.test(path) ? '' : path.replace(/\.md$|\/$/, '')
      if (page === path || !(await prepare(page))) throw endpointNotFound(request, 'Start at /docs/.')
      return reply.redirect(`/docs/${page}${page === '' ? '#reference' : ''}`, 302)
    }
    reply.header('content-security-policy', PAGE_POLICY)
    return sendPrecompressed(request, reply, found.page, found.file.isImmutable ? IMMUTABLE : undefined)
  })
}
