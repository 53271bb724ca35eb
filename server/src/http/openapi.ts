import swagger from '@fastify/swagger'
import { type FastifyInstance, type FastifySchema, fastify } from 'fastify'
import type { Scope } from '../kit/api-key.ts'
import { AppError } from '../kit/errors.ts'
import { lazy } from '../kit/lazy.ts'
import { ErrorEnvelope } from '../kit/schema.ts'
import { type PrecompressedResponse, precompress, sendPrecompressed } from './responses/precompressed-response.ts'
import type { Access, ErrorFormat } from './routes.ts'

const API_INTRODUCTION = `
Storedesk runs a shop and its customer support behind one API.

**Keys.** Send \`Authorization: Bearer svc_live_…\` for production or \`svc_test_…\` for the sandbox, which behaves the same and never touches production.

**Scopes.** A key has the scope \`full\` (every operation), \`read\` (every GET) or \`agent\` (agentic checkout, and the catalog as shoppers see it; counted apart from the other keys). Each operation names the scopes that may call it; others get 403 \`insufficient_scope\`. \`GET /v1/workspace\` returns the scope of your key as \`keyScope\`.

**Retries.** Send an \`Idempotency-Key\` with every POST: the first answer is kept for 24 hours and given again, so a retry never does the work twice. Without an API key it must be hard to guess: at least 16 characters, such as a UUID.

**Encoding.** Bodies and addresses are UTF-8; anything else is 400. Compressed bodies and other charsets are 415. Send \`Authorization\` once: a second one is 400, as are two different \`X-Workspace-Id\`.

**Limits.** Every answer carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. At 429 wait \`Retry-After\` seconds, and twice as long each further time. \`GET /v1/limits\` tells them all.

**Lists** take \`limit\` and \`cursor\` and answer \`{data, nextCursor}\`.

**Errors** are \`{"error": {code, message, requestId}}\`; every fault of a request is listed in \`details\`.
`.trim()

/** Responses that any operation may return, in addition to its own. The document contains them once. */
const COMMON_ERRORS: Record<string, string> = {
  400: 'The request is not valid.',
  401: 'No API key, or one that is not valid.',
  403: 'The key belongs to another workspace, or its scope does not include this operation (`insufficient_scope`).',
  404: 'There is no such thing in this environment.',
  409: 'The request is in conflict with the present state.',
  422: 'The request is well formed, but the rules refuse it.',
  429: 'Too many requests; wait `Retry-After` seconds.',
  500: 'A fault of ours.',
  503: 'Not available right now; wait `Retry-After` seconds.',
}

/** Only for operations with `If-Match`. */
const PRECONDITION_FAILED = {
  description: 'Somebody else has changed it since you have read it: nothing was done.',
  example: {
    error: {
      code: 'precondition_failed',
      message: 'It is at version 4 now. Read it again, then send If-Match: "4".',
      requestId: 'req_01k9z3h8x2f7mtv4q6bw0ncdre',
    },
  },
}

const HEADERS: Record<string, { schema: object; description: string }> = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request in logs and support.' },
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests in the current window.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in the window.' },
  'X-RateLimit-Reset': { schema: { type: 'integer' }, description: 'When the window ends, in Unix seconds.' },
}
const headerReferences = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
)

const IDEMPOTENCY_KEY = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 255,
      description:
        'Makes a retry safe: a new value for each request, such as a UUID. Without an API key it needs at least 16 characters.',
    },
  },
}

/** Generated from the routes themselves; nothing is written twice. Register before any route. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  app.addSchema(ErrorEnvelope)
  const routeConfigs = new Map<string, RouteConfig>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Storedesk', version, description: API_INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          key: { type: 'http', scheme: 'bearer', description: 'A workspace API key.' },
          workspace: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Workspace-Id',
            description: "The workspace's identifier.",
          },
        },
      },
    },
    refResolver: { buildLocalReference: (schema) => String(schema.$id) },
    transform: ({ schema, url, route }) => {
      if (!url.startsWith('/v1')) return { url, schema: { hide: true } }
      if (schema.operationId) routeConfigs.set(schema.operationId, route.config ?? {})
      return { url, schema: withCommonParts(schema, route.method, route.config ?? {}) }
    },
    transformObject: (result) =>
      shareCommonParts('openapiObject' in result ? result.openapiObject : result.swaggerObject, routeConfigs),
  })
}

interface RouteConfig {
  access?: Access
  scopes?: readonly Scope[]
  idempotency?: 'none' | 'stepwise' | 'in one write'
  errorFormat?: ErrorFormat
  headers?: object
  isBodyOptional?: boolean
}

function withCommonParts(schema: FastifySchema, method: string | string[], routeConfig: RouteConfig): FastifySchema {
  const { access, scopes = [], idempotency, headers = schema.headers } = routeConfig
  const extension = { 'x-key-scopes': scopes }
  return {
    ...schema,
    ...extension,
    description: withScopes(schema.description, scopes),
    ...(headers !== undefined && { headers }),
    security: access === 'storefront' ? [{ key: [] }, { workspace: [] }] : [{ key: [] }],
    ...(method === 'POST' && idempotency !== 'none' && { headers: withIdempotencyKey(headers) }),
  }
}

const withScopes = (description: string | undefined, scopes: readonly Scope[]): string =>
  [description, `Key scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`].filter(Boolean).join('\n\n')

/** Merged with the route's own headers, such as `If-Match`, which may require the key. */
const withIdempotencyKey = (ownHeaders: unknown) => ({
  ...IDEMPOTENCY_KEY,
  ...(ownHeaders as object | undefined),
  properties: {
    ...(ownHeaders as Partial<typeof IDEMPOTENCY_KEY> | undefined)?.properties,
    ...IDEMPOTENCY_KEY.properties,
  },
})

interface Operation {
  operationId?: string
  requestBody?: { required?: boolean }
  parameters?: { in: string; name: string }[]
  responses?: Record<string, { description?: string; headers?: object } | { $ref: string }>
}

/** Adds the parts shared by all operations, by reference. */
function shareCommonParts(document: object, routeConfigs: ReadonlyMap<string, RouteConfig>): object {
  const { paths = {}, components = {} } = document as {
    paths?: Record<string, Record<string, Operation>>
    components?: Record<string, object>
  }
  /** Error schemas of other protocols. */
  const errorSchemas = new Map<string, object>()
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path))) {
    const { errorFormat, isBodyOptional } = routeConfigs.get(operation.operationId ?? '') ?? {}
    const name = errorFormat?.name ?? 'Error'
    if (errorFormat) errorSchemas.set(name, errorFormat.schema)
    if (isBodyOptional) delete operation.requestBody?.required
    const ownResponses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
      const description =
        'description' in response && response.description !== 'Default Response' ? response.description : 'Done.'
      return [status, { ...response, description, headers: headerReferences }]
    })
    const takesIfMatch = operation.parameters?.some(
      (parameter) => parameter.in === 'header' && parameter.name === 'if-match',
    )
    const errors = [...Object.keys(COMMON_ERRORS), ...(takesIfMatch ? ['412'] : [])].map((status) => [
      status,
      { $ref: `#/components/responses/${name}${status}` },
    ])
    operation.responses = Object.fromEntries([...errors, ...ownResponses])
  }
  const responses = Object.fromEntries(['Error', ...errorSchemas.keys()].flatMap(errorResponses))
  const schemas = { ...components.schemas, ...Object.fromEntries(errorSchemas) }
  return { ...document, components: { ...components, schemas, headers: HEADERS, responses } }
}

/** All responses with this schema. */
function errorResponses(name: string): [string, object][] {
  const schema = { $ref: `#/components/schemas/${name}` }
  const common = Object.entries(COMMON_ERRORS).map(([status, description]) => [status, { description }] as const)
  const preconditionFailed = name === 'Error' ? [['412', PRECONDITION_FAILED] as const] : []
  return [...common, ...preconditionFailed].map(([status, { description, ...example }]) => [
    `${name}${status}`,
    { description, headers: headerReferences, content: { 'application/json': { schema, ...example } } },
  ])
}

/** The reference page for people and the document for programs. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const options = { config: { publicLimit: 'document' }, schema: { hide: true } } as const
  const document = lazy(() => precompress(Buffer.from(JSON.stringify(app.swagger())), JSON_TYPE))
  app.get('/openapi.json', options, async (request, reply) => sendPrecompressed(request, reply, await document()))

  app.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/*', options, async () => {
    throw new AppError('not_found', 'There is nothing at this address.')
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

const JSON_TYPE = 'application/json; charset=utf-8'

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
