import type { RouteOptions } from 'fastify'
import {
  CUSTOMER_TOKEN,
  ETAG_HEADERS,
  errorReferences,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  type Parameter,
  type Reference,
  refTo,
} from './common-components.ts'
import type { JsonSchema, SchemaComponents } from './schema-components.ts'

export interface Operation {
  parameters?: (Parameter | Reference)[]
  responses: Record<string, object>
  [field: string]: unknown
}

type Body = { content: Record<string, { schema: object }>; description?: string }

/** Schemas of one route, as plain objects. */
interface RouteSchemas {
  params?: JsonSchema
  querystring?: JsonSchema
  headers?: JsonSchema
  body?: JsonSchema | Body
  response?: Record<string, JsonSchema | Body>
}

const SUCCESS: Record<string, string> = { 200: 'OK.', 201: 'Created.', 202: 'Accepted.', 204: 'No content.' }

export const toPath = (url: string): string => url.replace(/:(\w+)/g, '{$1}')

/** Describes a route's responses; see `createSchemaComponents` for why they come first. */
export function describeResponses(route: RouteOptions, components: SchemaComponents): Record<string, object> {
  const { response = {} } = (route.schema ?? {}) as RouteSchemas
  return Object.fromEntries(
    Object.entries(response).map(([status, schema]) => {
      const description = SUCCESS[status] ?? String(schema.description ?? 'Error.')
      const hasBody = 'content' in schema || schema.type !== 'null'
      return [
        status,
        {
          description,
          ...((route.config?.cache || isVersioned(route, schema)) && ETAG_HEADERS),
          ...(hasBody && { content: contentOf(schema, components) }),
        },
      ]
    }),
  )
}

/** Updates return the new `ETag` too; the introduction says so once, because the document is limited in size. */
const isVersioned = ({ method }: RouteOptions, schema: JsonSchema | Body): boolean =>
  method === 'GET' && 'properties' in schema && 'version' in (schema.properties as object)

export function describeOperation(route: RouteOptions, components: SchemaComponents): Operation {
  const { config = {}, schema = {} } = route
  const { operationId, summary, description, tags } = schema
  const { body } = schema as RouteSchemas
  const parameters = describeParameters(route, components)
  const text = [description, ...describeScopes(route)].filter(Boolean).join('\n\n')
  return {
    ...(operationId && { operationId }),
    ...(summary && { summary }),
    ...(text && { description: text }),
    ...(tags && { tags }),
    // Other operations have the document's default: only a key.
    ...(config.access === 'storefront' && { security: [{ key: [] }, { workspace: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { ...(!config.isBodyOptional && { required: true }), content: contentOf(body, components) },
    }),
    responses: {
      ...errorReferences(config.errorFormat?.name ?? 'Error', {
        method: String(route.method),
        hasBody: body !== undefined,
        parameters,
      }),
      ...(config.cache && { 304: refTo('responses', 'NotModified') }),
      ...describeResponses(route, components),
    },
  }
}

/** Only where they are not those that the introduction promises: `full` for everything, `read` for every GET. */
function describeScopes({ method, config }: RouteOptions): string[] {
  const scopes = config?.scopes ?? []
  const isUsual = scopes.join() === (method === 'GET' ? 'full,read' : 'full')
  return scopes.length === 0 || isUsual ? [] : [`Key scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`]
}

const contentOf = (schema: JsonSchema | Body, components: SchemaComponents): object =>
  'content' in schema
    ? Object.fromEntries(
        Object.entries((schema as Body).content).map(([type, media]) => [
          type,
          { schema: components.describe(media.schema) },
        ]),
      )
    : { 'application/json': { schema: components.describe(schema) } }

function describeParameters(route: RouteOptions, components: SchemaComponents): Parameter[] {
  const { method, config = {} } = route
  const {
    params,
    querystring,
    headers = config.headers as JsonSchema | undefined,
  } = (route.schema ?? {}) as RouteSchemas
  const described = [
    ...parametersIn('path', params, components),
    ...parametersIn('query', querystring, components),
    ...parametersIn('header', headers, components),
  ]
  const isIdempotent = method === 'POST' && config.access !== undefined && config.idempotency !== 'none'
  const takesKey = described.some(({ name }) => name === IDEMPOTENCY_KEY.name)
  return [
    ...described,
    ...(isIdempotent && !takesKey ? [IDEMPOTENCY_KEY] : []),
    ...(config.cache ? [IF_NONE_MATCH] : []),
    // Cached responses are the same for every customer.
    ...((config.customer ?? 'none') === 'none' || config.cache ? [] : [CUSTOMER_TOKEN]),
  ]
}

function parametersIn(
  location: Parameter['in'],
  schema: JsonSchema | undefined,
  components: SchemaComponents,
): Parameter[] {
  const required = (schema?.required ?? []) as string[]
  return Object.entries((schema?.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => {
    const { description, ...described } = components.describe(property)
    return {
      name: location === 'header' ? toHeaderName(name) : name,
      in: location,
      ...((location === 'path' || required.includes(name)) && { required: true as const }),
      ...(typeof description === 'string' && { description }),
      schema: described,
    }
  })
}

/** Fastify lowercases header names; people write `If-Match`. */
const toHeaderName = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
