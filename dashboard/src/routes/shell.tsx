import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent as lazy,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isSignedOut } from '../session.ts'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
})

/** Where to go after sign-in. */
export const returnSearch = (pathname: string): { next?: string } => (pathname === '/' ? {} : { next: pathname })

/** The frame of all pages behind sign-in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  // In the router, not in the shell: a visitor who has to sign in does not load the pages behind it first.
  beforeLoad: async ({ context, location: { pathname } }) => {
    if (await isSignedOut(context.queryClient)) throw redirect({ to: '/sign-in', search: returnSearch(pathname) })
  },
  component: lazy(() => import('../shell/shell.tsx'), 'Shell'),
})

export const shellPath = <Path extends string>(path: Path) => ({ getParentRoute: () => shell, path })

export const home = createRoute({
  ...shellPath('/'),
  component: lazy(() => import('../home/home-page.tsx'), 'HomePage'),
})

/** Every other address. */
export const notFound = createRoute({
  ...shellPath('$'),
  component: lazy(() => import('../shell/not-found-page.tsx'), 'NotFoundPage'),
})
