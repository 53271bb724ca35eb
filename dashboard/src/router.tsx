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
import { isSignedOut } from './session.ts'
import { PageError } from './ui/page-error.tsx'
import { PageLoader } from './ui/page-loader.tsx'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => <Navigate to="/" replace />,
})
const publicPath = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const parseTokenSearch = (search: Record<string, unknown>): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) }

/** The product to duplicate. */
const parseCopySearch = ({ copy }: Record<string, unknown>): { copy?: string } =>
  typeof copy === 'string' ? { copy } : {}

/** The customer whose entries are shown. */
const parseCustomerSearch = ({ customerId }: Record<string, unknown>): { customerId?: string } =>
  typeof customerId === 'string' ? { customerId } : {}

/** Accepts only local paths, to prevent open redirects. */
const parseNextSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' && /^\/[\w-]/.test(next) ? { next } : {}

/** Where to go after sign-in. */
export const returnSearch = (pathname: string): { next?: string } => (pathname === '/' ? {} : { next: pathname })

const signIn = createRoute({
  ...publicPath('/sign-in'),
  validateSearch: parseNextSearch,
  component: lazy(() => import('./auth/sign-in-page.tsx'), 'SignInPage'),
})
const setUp = createRoute({
  ...publicPath('/setup'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('./auth/setup-page.tsx'), 'SetupPage'),
})
const invitation = createRoute({
  ...publicPath('/invitation'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('./auth/invitation-page.tsx'), 'InvitationPage'),
})
const forgotPassword = createRoute({
  ...publicPath('/forgot-password'),
  component: lazy(() => import('./auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const passwordReset = createRoute({
  ...publicPath('/password-reset'),
  validateSearch: parseTokenSearch,
  component: lazy(() => import('./auth/password-reset-page.tsx'), 'PasswordResetPage'),
})
const emailVerification = createRoute({
  ...publicPath('/email-verification'),
  validateSearch: parseTokenSearch,
  beforeLoad: async ({ context, search: { token = '' } }) => {
    if (await isSignedOut(context.queryClient)) {
      throw redirect({ to: '/sign-in', search: { next: `/email-verification?token=${token}` } })
    }
  },
  component: lazy(() => import('./auth/email-verification-page.tsx'), 'EmailVerificationPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  // In the router, not in the shell: a visitor who has to sign in does not load the pages behind it first.
  beforeLoad: async ({ context, location: { pathname } }) => {
    if (await isSignedOut(context.queryClient)) throw redirect({ to: '/sign-in', search: returnSearch(pathname) })
  },
  component: lazy(() => import('./shell/shell.tsx'), 'Shell'),
})
const shellPath = <Path extends string>(path: Path) => ({ getParentRoute: () => shell, path })

const home = createRoute({
  ...shellPath('/'),
  beforeLoad: () => {
    throw redirect({ to: '/catalog/products', replace: true })
  },
})

/** View, filters and the open ticket or chat; the inbox ignores what it doesn't know. */
const parseInboxSearch = ({
  view,
  ticket,
  chat,
  ...filters
}: Record<string, unknown>): { view?: string; ticket?: string; chat?: string } => ({
  ...filters,
  ...(view !== undefined && { view: String(view) }),
  ...(ticket !== undefined && { ticket: String(ticket) }),
  ...(chat !== undefined && { chat: String(chat) }),
})

const inbox = createRoute({
  ...shellPath('/inbox'),
  validateSearch: parseInboxSearch,
  component: lazy(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
})

const products = createRoute({
  ...shellPath('/catalog/products'),
  component: lazy(() => import('./products/products-page.tsx'), 'ProductsPage'),
})
const newProduct = createRoute({
  ...shellPath('/catalog/products/new'),
  validateSearch: parseCopySearch,
  component: lazy(() => import('./product-editor/product-page.tsx'), 'NewProductPage'),
})
const product = createRoute({
  ...shellPath('/catalog/products/$id'),
  component: lazy(() => import('./product-editor/product-page.tsx'), 'ProductPage'),
})
const catalogPages = [products, newProduct, product] as const

const keys = createRoute({
  ...shellPath('/settings/api-keys'),
  component: lazy(() => import('./keys/keys-page.tsx'), 'KeysPage'),
})
const customerAccounts = createRoute({
  ...shellPath('/settings/customer-accounts'),
  component: lazy(() => import('./customer-accounts/customer-accounts-page.tsx'), 'CustomerAccountsPage'),
})
const mailboxes = createRoute({
  ...shellPath('/settings/mailboxes'),
  component: lazy(() => import('./mailboxes/mailboxes-page.tsx'), 'MailboxesPage'),
})
const general = createRoute({
  ...shellPath('/settings/general'),
  component: lazy(() => import('./settings/general-page.tsx'), 'GeneralPage'),
})
const members = createRoute({
  ...shellPath('/settings/members'),
  component: lazy(() => import('./members/members-page.tsx'), 'MembersPage'),
})
const limits = createRoute({
  ...shellPath('/settings/limits'),
  component: lazy(() => import('./rate-limits/rate-limits-page.tsx'), 'RateLimitsPage'),
})
const auditLog = createRoute({
  ...shellPath('/settings/audit-log'),
  component: lazy(() => import('./settings/audit-log-page.tsx'), 'AuditLogPage'),
})
const account = createRoute({
  ...shellPath('/account'),
  component: lazy(() => import('./account/account-page.tsx'), 'AccountPage'),
})
const system = createRoute({
  ...shellPath('/system'),
  component: lazy(() => import('./system/system-page.tsx'), 'SystemPage'),
})

const policies = createRoute({
  ...shellPath('/storefront/policies'),
  component: lazy(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
})
const policy = createRoute({
  ...shellPath('/storefront/policies/$kind'),
  component: lazy(() => import('./policies/policy-page.tsx'), 'PolicyPage'),
})
const shopTheme = createRoute({
  ...shellPath('/storefront/theme'),
  component: lazy(() => import('./theme/theme-page.tsx'), 'ThemePage'),
})
const collections = createRoute({
  ...shellPath('/catalog/collections'),
  component: lazy(() => import('./collections/collections-page.tsx'), 'CollectionsPage'),
})
const newCollection = createRoute({
  ...shellPath('/catalog/collections/new'),
  component: lazy(() => import('./collections/new-collection-page.tsx'), 'NewCollectionPage'),
})
const collection = createRoute({
  ...shellPath('/catalog/collections/$id'),
  component: lazy(() => import('./collections/collection-page.tsx'), 'CollectionPage'),
})
const inventory = createRoute({
  ...shellPath('/catalog/inventory'),
  component: lazy(() => import('./inventory/inventory-page.tsx'), 'InventoryPage'),
})
const movements = createRoute({
  ...shellPath('/catalog/inventory/$variantId'),
  component: lazy(() => import('./inventory/movements-page.tsx'), 'MovementsPage'),
})
const locations = createRoute({
  ...shellPath('/settings/locations'),
  component: lazy(() => import('./inventory/locations-page.tsx'), 'LocationsPage'),
})
const orders = createRoute({
  ...shellPath('/sales/orders'),
  component: lazy(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
})
const newDraft = createRoute({
  ...shellPath('/sales/orders/new'),
  component: lazy(() => import('./orders/drafts/new-draft-page.tsx'), 'NewDraftPage'),
})
const order = createRoute({
  ...shellPath('/sales/orders/$id'),
  component: lazy(() => import('./orders/order-page.tsx'), 'OrderPage'),
})
const customers = createRoute({
  ...shellPath('/sales/customers'),
  component: lazy(() => import('./customers/customers-page.tsx'), 'CustomersPage'),
})
const customer = createRoute({
  ...shellPath('/sales/customers/$id'),
  component: lazy(() => import('./customers/customer-page.tsx'), 'CustomerPage'),
})
const leads = createRoute({
  ...shellPath('/sales/leads'),
  component: lazy(() => import('./leads/leads-page.tsx'), 'LeadsPage'),
})
const lead = createRoute({
  ...shellPath('/sales/leads/$id'),
  component: lazy(() => import('./leads/lead-page.tsx'), 'LeadPage'),
})
const segments = createRoute({
  ...shellPath('/sales/segments'),
  component: lazy(() => import('./segments/segments-page.tsx'), 'SegmentsPage'),
})
const newSegment = createRoute({
  ...shellPath('/sales/segments/new'),
  component: lazy(() => import('./segments/new-segment-page.tsx'), 'NewSegmentPage'),
})
const segment = createRoute({
  ...shellPath('/sales/segments/$id'),
  component: lazy(() => import('./segments/segment-page.tsx'), 'SegmentPage'),
})
const outbox = createRoute({
  ...shellPath('/sales/outbox'),
  component: lazy(() => import('./emails/outbox-page.tsx'), 'OutboxPage'),
})
const email = createRoute({
  ...shellPath('/sales/outbox/$id'),
  component: lazy(() => import('./emails/email-page.tsx'), 'EmailPage'),
})
const emailTemplates = createRoute({
  ...shellPath('/settings/emails'),
  component: lazy(() => import('./emails/templates-page.tsx'), 'TemplatesPage'),
})
const emailTemplate = createRoute({
  ...shellPath('/settings/emails/$kind'),
  component: lazy(() => import('./emails/template-page.tsx'), 'TemplatePage'),
})
const giftCards = createRoute({
  ...shellPath('/sales/gift-cards'),
  component: lazy(() => import('./gift-cards/gift-cards-page.tsx'), 'GiftCardsPage'),
})
const giftCard = createRoute({
  ...shellPath('/sales/gift-cards/$id'),
  component: lazy(() => import('./gift-cards/gift-card-page.tsx'), 'GiftCardPage'),
})
const loyaltyProgram = createRoute({
  ...shellPath('/sales/loyalty'),
  component: lazy(() => import('./loyalty/program-page.tsx'), 'ProgramPage'),
})
const loyaltyMembers = createRoute({
  ...shellPath('/sales/loyalty/members'),
  component: lazy(() => import('./loyalty/members-page.tsx'), 'MembersPage'),
})
const loyaltyLedger = createRoute({
  ...shellPath('/sales/loyalty/ledger'),
  validateSearch: parseCustomerSearch,
  component: lazy(() => import('./loyalty/ledger-page.tsx'), 'LedgerPage'),
})
const referrals = createRoute({
  ...shellPath('/sales/loyalty/referrals'),
  component: lazy(() => import('./loyalty/referrals-page.tsx'), 'ReferralsPage'),
})
const loyaltyPreview = createRoute({
  ...shellPath('/sales/loyalty/preview'),
  component: lazy(() => import('./loyalty/preview-page.tsx'), 'PreviewPage'),
})
const loyaltyPages = [loyaltyProgram, loyaltyMembers, loyaltyLedger, referrals, loyaltyPreview] as const
const promotions = createRoute({
  ...shellPath('/sales/discounts'),
  component: lazy(() => import('./promotions/promotions-page.tsx'), 'PromotionsPage'),
})
const newPromotion = createRoute({
  ...shellPath('/sales/discounts/new'),
  component: lazy(() => import('./promotions/new-promotion-page.tsx'), 'NewPromotionPage'),
})
const promotion = createRoute({
  ...shellPath('/sales/discounts/$id'),
  component: lazy(() => import('./promotions/promotion-page.tsx'), 'PromotionPage'),
})
const shipping = createRoute({
  ...shellPath('/settings/shipping'),
  component: lazy(() => import('./shipping/shipping-page.tsx'), 'ShippingPage'),
})

const payments = createRoute({
  ...shellPath('/settings/payments'),
  component: lazy(() => import('./payments/payments-page.tsx'), 'PaymentsPage'),
})
const taxes = createRoute({
  ...shellPath('/settings/taxes'),
  component: lazy(() => import('./taxes/taxes-page.tsx'), 'TaxesPage'),
})

const customerPages = [customers, customer, leads, lead, segments, newSegment, segment] as const
/** The question that the article answers. */
const parseTitleSearch = ({ title }: Record<string, unknown>): { title?: string } =>
  title === undefined ? {} : { title: String(title).slice(0, 200) }

const articles = createRoute({
  ...shellPath('/support/articles'),
  component: lazy(() => import('./articles/articles-page.tsx'), 'ArticlesPage'),
})
const newArticle = createRoute({
  ...shellPath('/support/articles/new'),
  validateSearch: parseTitleSearch,
  component: lazy(() => import('./articles/new-article-page.tsx'), 'NewArticlePage'),
})
const article = createRoute({
  ...shellPath('/support/articles/$id'),
  component: lazy(() => import('./articles/article-page.tsx'), 'ArticlePage'),
})
const articlePages = [articles, newArticle, article] as const
const chats = createRoute({
  ...shellPath('/chats'),
  component: lazy(() => import('./chats/chats-page.tsx'), 'ChatsPage'),
})
const chatQuestions = createRoute({
  ...shellPath('/chats/questions'),
  component: lazy(() => import('./chats/questions-page.tsx'), 'QuestionsPage'),
})
const chatQuality = createRoute({
  ...shellPath('/chats/quality'),
  component: lazy(() => import('./chats/quality/quality-page.tsx'), 'QualityPage'),
})
const chatPlayground = createRoute({
  ...shellPath('/chats/playground'),
  component: lazy(() => import('./chats/playground/playground-page.tsx'), 'PlaygroundPage'),
})
const assistantSettings = createRoute({
  ...shellPath('/chats/assistant'),
  component: lazy(() => import('./chats/assistant/assistant-page.tsx'), 'AssistantPage'),
})
const chat = createRoute({
  ...shellPath('/chats/$id'),
  component: lazy(() => import('./chats/chat-page.tsx'), 'ChatPage'),
})
const chatPages = [chats, chatQuestions, chatQuality, chatPlayground, assistantSettings, chat] as const
const reports = createRoute({
  ...shellPath('/support/reports'),
  component: lazy(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
})
const macros = createRoute({
  ...shellPath('/settings/macros'),
  component: lazy(() => import('./ticket-settings/macros-page.tsx'), 'MacrosPage'),
})
const ticketRules = createRoute({
  ...shellPath('/settings/ticket-rules'),
  component: lazy(() => import('./ticket-settings/rules-page.tsx'), 'RulesPage'),
})
const slas = createRoute({
  ...shellPath('/settings/slas'),
  component: lazy(() => import('./ticket-settings/slas-page.tsx'), 'SlasPage'),
})
const satisfaction = createRoute({
  ...shellPath('/settings/satisfaction'),
  component: lazy(() => import('./ticket-settings/satisfaction-page.tsx'), 'SatisfactionPage'),
})
const ticketSettingsPages = [macros, ticketRules, slas, satisfaction] as const

const salesPages = [orders, newDraft, order, outbox, email, emailTemplates, emailTemplate] as const

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
  inventory,
  movements,
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
    inbox,
    ...catalogPages,
    ...salesPages,
    ...customerPages,
    ...ticketSettingsPages,
    ...shopPages,
    ...loyaltyPages,
    ...articlePages,
    ...chatPages,
    reports,
    keys,
    customerAccounts,
    mailboxes,
    general,
    members,
    limits,
    auditLog,
    account,
    system,
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
