import type { QueryClient } from '@tanstack/react-query'
import { createHashHistory, createRouter } from '@tanstack/react-router'
import { authRoutes } from './routes/auth.ts'
import { catalogRoutes } from './routes/catalog.ts'
import { connectionRoutes } from './routes/connections.ts'
import { salesRoutes } from './routes/sales.ts'
import { settingsRoutes } from './routes/settings.ts'
import { home, notFound, root, shell } from './routes/shell.tsx'
import { storefrontRoutes } from './routes/storefront.ts'
import { supportRoutes } from './routes/support.ts'
import { PageError } from './ui/page-error.tsx'
import { PageLoader } from './ui/page-loader.tsx'

const routeTree = root.addChildren([
  ...authRoutes,
  shell.addChildren([
    home,
    ...catalogRoutes,
    ...salesRoutes,
    ...supportRoutes,
    ...storefrontRoutes,
    ...settingsRoutes,
    ...connectionRoutes,
    notFound,
  ]),
])

/** Hash routing, until the server serves this page for every path under `/dashboard/`. */
export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: PageLoader,
    defaultErrorComponent: PageError,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
