import type { RouteOptions } from 'fastify'
import { ErrorEnvelope } from '../../kit/schema.ts'
import { commonResponses, HEADERS, refTo } from './common-components.ts'
import { API_INTRODUCTION, TAGS } from './introduction.ts'
import { describeOperation, describeResponses, type Operation, toPath } from './operation.ts'
import { createSchemaComponents, type NamedSchemas } from './schema-components.ts'
import { shareParameters } from './share-parameters.ts'

export interface ApiDescription extends NamedSchemas {
  routes: RouteOptions[]
  version: string
}

/** The OpenAPI document of the public API, generated from the routes themselves: nothing is written twice. */
export function buildDocument({ routes, version, ...names }: ApiDescription): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Storedesk',
      version,
      description: API_INTRODUCTION,
      contact: { name: 'Storedesk maintainers' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: TAGS,
    ...describeRoutes(routes, names, {
      key: { type: 'http', scheme: 'bearer', description: 'A workspace API key.' },
      workspace: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Workspace-Id',
        description:
          'The workspace ID, for storefront mode. If you send an API key as well, the key wins: it decides who calls and in which environment.',
      },
    }),
  }
}

/** The same for the routes of the dashboard. It is not served: the dashboard's types are generated from it. */
export function buildDashboardDocument({ routes, version, ...names }: ApiDescription): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Storedesk dashboard', version },
    servers: [{ url: DASHBOARD_ROOT }],
    ...describeRoutes(
      routes.map((route) => Object.assign(Object.create(route), { url: route.url.slice(DASHBOARD_ROOT.length) })),
      names,
    ),
  }
}

const DASHBOARD_ROOT = '/dashboard/api'

function describeRoutes(
  allRoutes: RouteOptions[],
  { schemas, documented = {} }: NamedSchemas,
  securitySchemes?: object,
) {
  const routes = allRoutes.filter(({ schema }) => schema?.response)
  const errorFormats = routes.flatMap(({ config }) => config?.errorFormat ?? [])
  const errorSchemas = {
    Error: ErrorEnvelope,
    ...Object.fromEntries(errorFormats.map(({ name, schema }) => [name, schema])),
  }
  const components = createSchemaComponents({ schemas: { ...errorSchemas, ...schemas }, documented })
  for (const schema of Object.values(errorSchemas)) components.describe(schema)
  for (const route of routes) describeResponses(route, components)
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = toPath(route.url)
    paths[path] = { ...paths[path], [String(route.method).toLowerCase()]: describeOperation(route, components) }
  }
  const parameters = shareParameters(Object.values(paths).flatMap((path) => Object.values(path)))
  return {
    paths,
    components: {
      ...(securitySchemes && { securitySchemes }),
      parameters,
      headers: HEADERS,
      responses: pickUsed(commonResponses(Object.keys(errorSchemas)), paths),
      schemas: components.all(),
    },
  }
}

/** Not every format of errors has every status. */
function pickUsed(responses: Record<string, object>, paths: object): Record<string, object> {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"${refTo('responses', name).$ref}"`)),
  )
}
