import type { QueryClient } from '@tanstack/react-query'
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isSignedOut } from './access/me.ts'
import { PageBroken } from './parts/page-broken.tsx'
import { PageOnItsWay } from './parts/page-on-its-way.tsx'
import { filtersIn } from './products/product-filters.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => <Navigate to="/" replace />,
})
const under = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const tokenOf = (search: Record<string, unknown>): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) }

/** Which product a new one is made after. */
const copyOf = ({ copy }: Record<string, unknown>): { copy?: string } => (typeof copy === 'string' ? { copy } : {})

/** Only an address of our own: whatever else is in the link is dropped. */
const nextOf = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/[\w-]/.test(next) ? { next } : {}

/** For the sign-in page: where somebody was going. */
export const backTo = (pathname: string): { next?: string } => (pathname === '/' ? {} : { next: pathname })

const signIn = createRoute({
  ...under('/sign-in'),
  validateSearch: nextOf,
  component: lazy(() => import('./access/sign-in-page.tsx'), 'SignInPage'),
})
const setUp = createRoute({
  ...under('/set-up'),
  validateSearch: tokenOf,
  component: lazy(() => import('./access/set-up-page.tsx'), 'SetUpPage'),
})
const invitation = createRoute({
  ...under('/invitation'),
  validateSearch: tokenOf,
  component: lazy(() => import('./access/invitation-page.tsx'), 'InvitationPage'),
})
const forgotPassword = createRoute({
  ...under('/forgot-password'),
  component: lazy(() => import('./access/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const passwordReset = createRoute({
  ...under('/password-reset'),
  validateSearch: tokenOf,
  component: lazy(() => import('./access/password-reset-page.tsx'), 'PasswordResetPage'),
})
const emailVerification = createRoute({
  ...under('/email-verification'),
  validateSearch: tokenOf,
  beforeLoad: async ({ context, search: { token = '' } }) => {
    if (await isSignedOut(context.queryClient)) {
      throw redirect({ to: '/sign-in', search: { next: `/email-verification?token=${token}` } })
    }
  },
  component: lazy(() => import('./access/email-verification-page.tsx'), 'EmailVerificationPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  // Here, and not in the shell: so a visitor who has to sign in does not first load the pages behind it.
  beforeLoad: async ({ context, location: { pathname } }) => {
    if (await isSignedOut(context.queryClient)) throw redirect({ to: '/sign-in', search: backTo(pathname) })
  },
  component: lazy(() => import('./shell/shell.tsx'), 'Shell'),
})
const inside = <Path extends string>(path: Path) => ({ getParentRoute: () => shell, path })

const home = createRoute({
  ...inside('/'),
  beforeLoad: () => {
    throw redirect({ to: '/catalogue/products', replace: true })
  },
})

const products = createRoute({
  ...inside('/catalogue/products'),
  validateSearch: filtersIn,
  component: lazy(() => import('./products/products-page.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  ...inside('/catalogue/products/new'),
  validateSearch: copyOf,
  component: lazy(() => import('./product-editor/new-product-page.tsx'), 'NewProductPage'),
})
const product = createRoute({
  ...inside('/catalogue/products/$id'),
  component: lazy(() => import('./product-editor/product-page.tsx'), 'ProductPage'),
})
const catalogue = [products, newProduct, product] as const

const keys = createRoute({
  ...inside('/settings/api-keys'),
  component: lazy(() => import('./keys/keys-page.tsx'), 'KeysPage'),
})
const general = createRoute({
  ...inside('/settings/general'),
  component: lazy(() => import('./settings/general-page.tsx'), 'GeneralPage'),
})
const members = createRoute({
  ...inside('/settings/members'),
  component: lazy(() => import('./members/members-page.tsx'), 'MembersPage'),
})
const limits = createRoute({
  ...inside('/settings/limits'),
  component: lazy(() => import('./settings/limits-page.tsx'), 'LimitsPage'),
})
const auditLog = createRoute({
  ...inside('/settings/audit-log'),
  component: lazy(() => import('./settings/audit-log-page.tsx'), 'AuditLogPage'),
})
const account = createRoute({
  ...inside('/account'),
  component: lazy(() => import('./account/account-page.tsx'), 'AccountPage'),
})
const system = createRoute({
  ...inside('/system'),
  component: lazy(() => import('./system/system-page.tsx'), 'SystemPage'),
})

const policies = createRoute({
  ...inside('/storefront/policies'),
  component: lazy(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
})
const policy = createRoute({
  ...inside('/storefront/policies/$kind'),
  component: lazy(() => import('./policies/policy-page.tsx'), 'PolicyPage'),
})
const shopTheme = createRoute({
  ...inside('/storefront/theme'),
  component: lazy(() => import('./shop-theme/theme-page.tsx'), 'ThemePage'),
})
const collections = createRoute({
  ...inside('/catalogue/collections'),
  component: lazy(() => import('./collections/collections-page.tsx'), 'CollectionsPage'),
})
const newCollection = createRoute({
  ...inside('/catalogue/collections/new'),
  component: lazy(() => import('./collections/new-collection-page.tsx'), 'NewCollectionPage'),
})
const collection = createRoute({
  ...inside('/catalogue/collections/$id'),
  component: lazy(() => import('./collections/collection-page.tsx'), 'CollectionPage'),
})
const stock = createRoute({
  ...inside('/catalogue/stock'),
  component: lazy(() => import('./stock/stock-page.tsx'), 'StockPage'),
})
const ledger = createRoute({
  ...inside('/catalogue/stock/$variantId'),
  component: lazy(() => import('./stock/ledger-page.tsx'), 'LedgerPage'),
})
const locations = createRoute({
  ...inside('/settings/locations'),
  component: lazy(() => import('./stock/locations-page.tsx'), 'LocationsPage'),
})
const orders = createRoute({
  ...inside('/sales/orders'),
  component: lazy(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})
const newDraft = createRoute({
  ...inside('/sales/orders/new'),
  component: lazy(() => import('./orders/new-draft-page.tsx'), 'NewDraftPage'),
})
const order = createRoute({
  ...inside('/sales/orders/$id'),
  component: lazy(() => import('./orders/order-page.tsx'), 'OrderPage'),
})
const outbox = createRoute({
  ...inside('/sales/outbox'),
  component: lazy(() => import('./mails/outbox-page.tsx'), 'OutboxPage'),
})
const mail = createRoute({
  ...inside('/sales/outbox/$id'),
  component: lazy(() => import('./mails/mail-page.tsx'), 'MailPage'),
})
const mailTemplates = createRoute({
  ...inside('/settings/e-mails'),
  component: lazy(() => import('./mails/templates-page.tsx'), 'TemplatesPage'),
})
const mailTemplate = createRoute({
  ...inside('/settings/e-mails/$kind'),
  component: lazy(() => import('./mails/template-page.tsx'), 'TemplatePage'),
})
const giftCards = createRoute({
  ...inside('/sales/gift-cards'),
  component: lazy(() => import('./gift-cards/gift-cards-page.tsx'), 'GiftCardsPage'),
})
const giftCard = createRoute({
  ...inside('/sales/gift-cards/$id'),
  component: lazy(() => import('./gift-cards/gift-card-page.tsx'), 'GiftCardPage'),
})
const promotions = createRoute({
  ...inside('/sales/promotions'),
  component: lazy(() => import('./promotions/promotions-page.tsx'), 'PromotionsPage'),
})
const newPromotion = createRoute({
  ...inside('/sales/promotions/new'),
  component: lazy(() => import('./promotions/new-promotion-page.tsx'), 'NewPromotionPage'),
})
const promotion = createRoute({
  ...inside('/sales/promotions/$id'),
  component: lazy(() => import('./promotions/promotion-page.tsx'), 'PromotionPage'),
})
const shipping = createRoute({
  ...inside('/settings/shipping'),
  component: lazy(() => import('./shipping/shipping-page.tsx'), 'ShippingPage'),
})

const payments = createRoute({
  ...inside('/settings/payments'),
  component: lazy(() => import('./payments/payments-page.tsx'), 'PaymentsPage'),
})
const taxes = createRoute({
  ...inside('/settings/taxes'),
  component: lazy(() => import('./taxes/taxes-page.tsx'), 'TaxesPage'),
})

const salePages = [orders, newDraft, order, outbox, mail, mailTemplates, mailTemplate] as const

const shopPages = [
  promotions,
  newPromotion,
  promotion,
  shipping,
  payments,
  taxes,
  giftCards,
  giftCard,
  collections,
  newCollection,
  collection,
  stock,
  ledger,
  locations,
  policies,
  policy,
  shopTheme,
] as const

const routeTree = root.addChildren([
  signIn,
  setUp,
  invitation,
  forgotPassword,
  passwordReset,
  emailVerification,
  shell.addChildren([
    home,
    ...catalogue,
    ...salePages,
    ...shopPages,
    keys,
    general,
    members,
    limits,
    auditLog,
    account,
    system,
  ]),
])

/** Addresses live behind the `#` until the server answers every path under `/dashboard/` with this page. */
export const createDashboardRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    history: createHashHistory(),
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: PageOnItsWay,
    defaultErrorComponent: PageBroken,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
