import type { RouteOptions } from 'fastify'
import { hurried } from '../hurried.ts'
import { openServer, type TestServer } from '../open-server.ts'

export interface Route {
  method: string
  path: string
  takesBody: boolean
  /** Only routes of the dashboard have one. */
  role: string
}

export interface Tables {
  server: TestServer
  /** What a key may call. */
  api: Route[]
  /** What only the dashboard may call. */
  dashboard: Route[]
}

/** A server and the routes that it has in truth, so that a new one is tested without being named here. */
export async function openWithRoutes(...[options, whenDone]: Parameters<typeof openServer>): Promise<Tables> {
  const api: Route[] = []
  const dashboard: Route[] = []
  const all: typeof options = {
    limitClock: hurried(),
    ...options,
    onRoute: (route) => api.push(describe(route)),
    onDashboardRoute: (route) => dashboard.push(describe(route)),
  }
  const server = await openServer(all, whenDone)
  return { server, api, dashboard }
}

const describe = ({ method, url, schema, config }: RouteOptions): Route => ({
  method: String(method),
  path: url,
  takesBody: schema?.body !== undefined,
  role: String(config?.role),
})
