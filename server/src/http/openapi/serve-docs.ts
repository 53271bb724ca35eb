import { type FastifyInstance, fastify } from 'fastify'
import { endpointNotFound } from '../../kit/errors.ts'
import { lazy } from '../../kit/lazy.ts'
import { type PrecompressedResponse, precompress, sendPrecompressed } from '../responses/precompressed-response.ts'
import { JSON_TYPE } from '../responses/response-headers.ts'
import { type ApiDescription, buildDocument } from './document.ts'

/** The reference page for people and the document for programs. */
export async function serveDocs(app: FastifyInstance, description: ApiDescription): Promise<void> {
  const options = { config: { publicLimit: 'document' } } as const
  const document = lazy(() => precompress(Buffer.from(JSON.stringify(buildDocument(description))), JSON_TYPE))
  app.get('/openapi.json', options, async (request, reply) => sendPrecompressed(request, reply, await document()))

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', options, async (request) => {
    throw endpointNotFound(request)
  })
  let reference: Promise<FastifyInstance> | undefined
  const prepare = async (file: string) => {
    reference ??= openApiReference()
    const { headers, rawPayload } = await (await reference).inject(file)
    return precompress(rawPayload, String(headers['content-type']))
  }
  // One route per file, which caches one copy: the same file has countless URLs, since any letter may be
  // percent-encoded.
  for (const file of ['/docs/', '/docs/js/scalar.js']) {
    let prepared: Promise<PrecompressedResponse> | undefined
    app.get(file, options, async (request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY)
      prepared ??= prepare(file)
      return sendPrecompressed(request, reply, await prepared)
    })
  }
}

/** In a private server of its own: its four megabytes are loaded on the first request for the page. */
async function openApiReference(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference')
  const referenceServer = fastify()
  await referenceServer.register(apiReference, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      authentication: { preferredSecurityScheme: 'key' },
      // The page contacts no third party: no fonts, no telemetry, no assistants.
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return referenceServer
}

/** The reference page starts with an inline script and uses inline styles. */
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'"
