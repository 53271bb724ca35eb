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

## Keys

Send an API key as \`Authorization: Bearer svc_live_…\` for production or \`svc_test_…\` for the sandbox. The sandbox behaves like production and never touches it. Keep keys on your server: anyone who has a key can act for the shop.

A key has one scope:

- \`full\`: every operation.
- \`read\`: every GET.
- \`agent\`: agentic checkout, and the catalog as shoppers see it. Agent keys have a rate limit of their own.

Each operation lists the scopes that may call it. Other keys get 403 \`insufficient_scope\`. \`GET /v1/workspace\` returns the scope of your key as \`keyScope\`.

## Storefront mode

Browsers and apps call storefront operations without a key. They send the workspace id as \`X-Workspace-Id\` instead; the id of the sandbox selects the sandbox. Operations that accept a workspace id list it under their authentication; all others return 401 without a key. Rate limits count per client IP address.

## Money

Amounts are integers in the smallest unit of their currency: \`{"amount": 1999, "currency": "EUR"}\` is 19.99 EUR, and 1999 JPY is ¥1,999. Currencies are ISO 4217 codes.

## Idempotency

Send an \`Idempotency-Key\` with every POST, such as a new UUID. The first response is stored for 24 hours. A retry with the same key returns it again, with the header \`Idempotent-Replayed\`, and never repeats the work.

- The same key with a different request returns 422 \`idempotency_key_reused\`.
- A retry while the first request is in progress returns 409 \`idempotency_key_in_use\`.
- Without an API key, the value must be hard to guess and have at least 16 characters.

## Concurrent changes

Operations that take \`If-Match\` compare it with the current \`ETag\`. A stale version returns 412 \`precondition_failed\` and changes nothing.

## Rate limits

Every response has the headers \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. After a 429, wait \`Retry-After\` seconds, and twice as long after each further 429. \`GET /v1/limits\` lists all limits. With a key, requests count per workspace and environment; the sandbox has half of each limit.

## Pagination

Lists take \`limit\` and \`cursor\`, and return \`{data, nextCursor}\`. Send \`nextCursor\` as \`cursor\` to get the next page. It is null on the last page.

## Errors

Errors are \`{"error": {code, message, requestId}}\`. Programs read \`code\`, which never changes; people read \`message\`. If the request is not valid, \`details\` lists every error with the path of its field. Include \`requestId\` when you contact support.

## Encoding

Bodies and URLs are UTF-8; anything else returns 400. Compressed bodies and other charsets return 415. Send \`Authorization\` once: a second one returns 400, as do two different values of \`X-Workspace-Id\`.
`.trim()

/** Responses that any operation may return, in addition to its own. The document contains them once. */
const COMMON_ERRORS: Record<string, string> = {
  400: 'The request is not valid.',
  401: 'The API key is missing or not valid.',
  403: 'The key belongs to another workspace, or its scope does not include this operation (`insufficient_scope`).',
  404: 'The resource does not exist in this environment.',
  409: 'The request conflicts with the current state.',
  422: 'The request is well formed but cannot be processed.',
  429: 'Too many requests. Wait `Retry-After` seconds.',
  500: 'Internal error.',
  503: 'Temporarily unavailable. Wait `Retry-After` seconds.',
}

/** Only for operations with `If-Match`. */
const PRECONDITION_FAILED = {
  description: 'The resource has changed since you read it. Nothing was changed.',
  example: {
    error: {
      code: 'precondition_failed',
      message: 'The resource has changed. It is now at version 4: read it again, then send If-Match: "4".',
      requestId: 'req_01k9z3h8x2f7mtv4q6bw0ncdre',
    },
  },
}

const HEADERS: Record<string, { schema: object; description: string }> = {
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'Id of this request in logs. Include it when you contact support.',
  },
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests allowed in the current window.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in the current window.' },
  'X-RateLimit-Reset': { schema: { type: 'integer' }, description: 'End of the current window, in Unix seconds.' },
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
        'Makes retries safe. Use a new value for each request, such as a UUID. Without an API key, it must have at least 16 characters.',
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
            description: 'The workspace id, for storefront mode.',
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
        'description' in response && response.description !== 'Default Response' ? response.description : 'Success.'
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
    throw new AppError('not_found', 'No such URL. Check the path.')
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
