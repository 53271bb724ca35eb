import { createRoute, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router'
import { isSignedOut } from '../session.ts'
import { root } from './shell.tsx'

const publicPath = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const parseTokenSearch = (search: Record<string, unknown>): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) }

/** Accepts only local paths, to prevent open redirects. */
const parseNextSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/[\w-]/.test(next) ? { next } : {}

const signIn = createRoute({
  ...publicPath('/sign-in'),
  validateSearch: parseNextSearch,
  component: lazy(() => import('../auth/sign-in-page.tsx'), 'SignInPage'),
})
const setUp = createRoute({
  ...publicPath('/setup'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('../auth/setup-page.tsx'), 'SetupPage'),
})
const invitation = createRoute({
  ...publicPath('/invitation'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('../auth/invitation-page.tsx'), 'InvitationPage'),
})
const forgotPassword = createRoute({
  ...publicPath('/forgot-password'),
  component: lazy(() => import('../auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const passwordReset = createRoute({
  ...publicPath('/password-reset'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('../auth/password-reset-page.tsx'), 'PasswordResetPage'),
})
const emailVerification = createRoute({
  ...publicPath('/email-verification'),
  validateSearch: parseTokenSearch,
  beforeLoad: async ({ context, search: { token = '' } }) => {
    if (await isSignedOut(context.queryClient)) {
      throw redirect({ to: '/sign-in', search: { next: `/email-verification?token=${token}` } })
    }
  },
  component: lazy(() => import('../auth/email-verification-page.tsx'), 'EmailVerificationPage'),
})

export const authRoutes = [signIn, setUp, invitation, forgotPassword, passwordReset, emailVerification] as const
