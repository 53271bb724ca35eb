import type { RouteOptions } from 'fastify'
import { fastClock } from '../fast-clock.ts'
import { openServer, type TestServer } from '../open-server.ts'

export interface Route {
  method: string
  path: string
  takesBody: boolean
  /** Only dashboard routes have one. */
  role: string
  /** Whether it acts for a signed-in customer. */
  customer: string
}

export interface RouteTables {
  server: TestServer
  /** Routes open to keys. */
  api: Route[]
  /** Routes open to the dashboard only. */
  dashboard: Route[]
}

/** The API itself, for staff: it is tested with keys and by the sweep of the sandbox. */
const API_FOR_STAFF = '/dashboard/api/v1/'

/** Opens a server and reads its actual routes, so that a new route is tested without being listed here. */
export async function openServerWithRoutes(
  ...[options, whenDone]: Parameters<typeof openServer>
): Promise<RouteTables> {
  const api: Route[] = []
  const dashboard: Route[] = []
  const all: typeof options = {
    limitClock: fastClock(),
    ...options,
    onRoute: (route) => api.push(toRoute(route)),
    onDashboardRoute: (route) => {
      if (!route.url.startsWith(API_FOR_STAFF)) dashboard.push(toRoute(route))
    },
  }
  const server = await openServer(all, whenDone)
  return { server, api, dashboard }
}

const toRoute = ({ method, url, schema, config }: RouteOptions): Route => ({
  method: String(method),
  path: url,
  takesBody: schema?.body !== undefined,
  role: String(config?.role),
  customer: String(config?.customer),
})
