import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

const shopTheme = createRoute({
  ...shellPath('/storefront/theme'),
  component: lazy(() => import('../theme/theme-page.tsx'), 'ThemePage'),
})
const policies = createRoute({
  ...shellPath('/storefront/policies'),
  component: lazy(() => import('../policies/policies-page.tsx'), 'PoliciesPage'),
})
const policy = createRoute({
  ...shellPath('/storefront/policies/$kind'),
  component: lazy(() => import('../policies/policy-page.tsx'), 'PolicyPage'),
})

export const storefrontRoutes = [shopTheme, policies, policy] as const
