import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { ForgotPasswordPage } from './access/forgot-password-page.tsx'
import { InvitationPage } from './access/invitation-page.tsx'
import { PasswordResetPage } from './access/password-reset-page.tsx'
import { SetUpPage } from './access/set-up-page.tsx'
import { SignInPage } from './access/sign-in-page.tsx'
import { AccountPage } from './account/account-page.tsx'
import { KeysPage } from './keys/keys-page.tsx'
import { MembersPage } from './members/members-page.tsx'
import { AuditLogPage } from './settings/audit-log-page.tsx'
import { GeneralPage } from './settings/general-page.tsx'
import { Shell } from './shell/shell.tsx'
import { SystemPage } from './system/system-page.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <Navigate to="/" replace /> })
const under = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const tokenOf = (search: Record<string, unknown>): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) }

/** Only an address of our own: whatever else is in the link is dropped. */
const nextOf = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/[\w-]/.test(next) ? { next } : {}

const signIn = createRoute({ ...under('/sign-in'), validateSearch: nextOf, component: SignInPage })
const setUp = createRoute({ ...under('/set-up'), validateSearch: tokenOf, component: SetUpPage })
const invitation = createRoute({ ...under('/invitation'), validateSearch: tokenOf, component: InvitationPage })
const forgotPassword = createRoute({ ...under('/forgot-password'), component: ForgotPasswordPage })
const passwordReset = createRoute({
  ...under('/password-reset'),
  validateSearch: tokenOf,
  component: PasswordResetPage,
})

const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell })
const inside = <Path extends string>(path: Path) => ({ getParentRoute: () => shell, path })

const home = createRoute({
  ...inside('/'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/api-keys', replace: true })
  },
})
const keys = createRoute({ ...inside('/settings/api-keys'), component: KeysPage })
const general = createRoute({ ...inside('/settings/general'), component: GeneralPage })
const members = createRoute({ ...inside('/settings/members'), component: MembersPage })
const auditLog = createRoute({ ...inside('/settings/audit-log'), component: AuditLogPage })
const account = createRoute({ ...inside('/account'), component: AccountPage })
const system = createRoute({ ...inside('/system'), component: SystemPage })

const routeTree = root.addChildren([
  signIn,
  setUp,
  invitation,
  forgotPassword,
  passwordReset,
  shell.addChildren([home, keys, general, members, auditLog, account, system]),
])

/** Addresses live behind the `#` until the server answers every path under `/dashboard/` with this page. */
export const createDashboardRouter = () => createRouter({ routeTree, history: createHashHistory() })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
