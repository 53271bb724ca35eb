import type { RouteOptions } from 'fastify'
import { fastClock } from '../fast-clock.ts'
import { openServer, type TestServer } from '../open-server.ts'

export interface Route {
  method: string
  path: string
  takesBody: boolean
  /** Only routes of the dashboard have one. */
  role: string
}

export interface RouteTables {
  server: TestServer
  /** What a key may call. */
  api: Route[]
  /** What only the dashboard may call. */
  dashboard: Route[]
}

/** A server and the routes that it has in truth, so that a new one is tested without being named here. */
export async function openServerWithRoutes(
  ...[options, whenDone]: Parameters<typeof openServer>
): Promise<RouteTables> {
  const api: Route[] = []
  const dashboard: Route[] = []
  const all: typeof options = {
    limitClock: fastClock(),
    ...options,
    onRoute: (route) => api.push(toRoute(route)),
    onDashboardRoute: (route) => dashboard.push(toRoute(route)),
  }
  const server = await openServer(all, whenDone)
  return { server, api, dashboard }
}

const toRoute = ({ method, url, schema, config }: RouteOptions): Route => ({
  method: String(method),
  path: url,
  takesBody: schema?.body !== undefined,
  role: String(config?.role),
})
