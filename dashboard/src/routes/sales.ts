import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

/** The customer whose entries are shown. */
const parseCustomerSearch = ({ customerId }: Record<string, unknown>): { customerId?: string } =>
  typeof customerId === 'string' ? { customerId } : {}

const orders = createRoute({
  ...shellPath('/sales/orders'),
  component: lazy(() => import('../orders/orders-page.tsx'), 'OrdersPage'),
})
const newDraft = createRoute({
  ...shellPath('/sales/orders/new'),
  component: lazy(() => import('../orders/drafts/new-draft-page.tsx'), 'NewDraftPage'),
})
const order = createRoute({
  ...shellPath('/sales/orders/$id'),
  component: lazy(() => import('../orders/order-page.tsx'), 'OrderPage'),
})
const customers = createRoute({
  ...shellPath('/sales/customers'),
  component: lazy(() => import('../customers/customers-page.tsx'), 'CustomersPage'),
})
const customer = createRoute({
  ...shellPath('/sales/customers/$id'),
  component: lazy(() => import('../customers/customer-page.tsx'), 'CustomerPage'),
})
const leads = createRoute({
  ...shellPath('/sales/leads'),
  component: lazy(() => import('../leads/leads-page.tsx'), 'LeadsPage'),
})
const lead = createRoute({
  ...shellPath('/sales/leads/$id'),
  component: lazy(() => import('../leads/lead-page.tsx'), 'LeadPage'),
})
const segments = createRoute({
  ...shellPath('/sales/segments'),
  component: lazy(() => import('../segments/segments-page.tsx'), 'SegmentsPage'),
})
const newSegment = createRoute({
  ...shellPath('/sales/segments/new'),
  component: lazy(() => import('../segments/new-segment-page.tsx'), 'NewSegmentPage'),
})
const segment = createRoute({
  ...shellPath('/sales/segments/$id'),
  component: lazy(() => import('../segments/segment-page.tsx'), 'SegmentPage'),
})
const outbox = createRoute({
  ...shellPath('/sales/outbox'),
  component: lazy(() => import('../emails/outbox-page.tsx'), 'OutboxPage'),
})
const email = createRoute({
  ...shellPath('/sales/outbox/$id'),
  component: lazy(() => import('../emails/email-page.tsx'), 'EmailPage'),
})
const promotions = createRoute({
  ...shellPath('/sales/discounts'),
  component: lazy(() => import('../promotions/promotions-page.tsx'), 'PromotionsPage'),
})
const newPromotion = createRoute({
  ...shellPath('/sales/discounts/new'),
  component: lazy(() => import('../promotions/new-promotion-page.tsx'), 'NewPromotionPage'),
})
const promotion = createRoute({
  ...shellPath('/sales/discounts/$id'),
  component: lazy(() => import('../promotions/promotion-page.tsx'), 'PromotionPage'),
})
const giftCards = createRoute({
  ...shellPath('/sales/gift-cards'),
  component: lazy(() => import('../gift-cards/gift-cards-page.tsx'), 'GiftCardsPage'),
})
const giftCard = createRoute({
  ...shellPath('/sales/gift-cards/$id'),
  component: lazy(() => import('../gift-cards/gift-card-page.tsx'), 'GiftCardPage'),
})
const loyaltyProgram = createRoute({
  ...shellPath('/sales/loyalty'),
  component: lazy(() => import('../loyalty/program-page.tsx'), 'ProgramPage'),
})
const loyaltyMembers = createRoute({
  ...shellPath('/sales/loyalty/members'),
  component: lazy(() => import('../loyalty/members-page.tsx'), 'MembersPage'),
})
const loyaltyLedger = createRoute({
  ...shellPath('/sales/loyalty/ledger'),
  validateSearch: parseCustomerSearch,
  component: lazy(() => import('../loyalty/ledger-page.tsx'), 'LedgerPage'),
})
const referrals = createRoute({
  ...shellPath('/sales/loyalty/referrals'),
  component: lazy(() => import('../loyalty/referrals-page.tsx'), 'ReferralsPage'),
})
const loyaltyPreview = createRoute({
  ...shellPath('/sales/loyalty/preview'),
  component: lazy(() => import('../loyalty/preview-page.tsx'), 'PreviewPage'),
})

export const salesRoutes = [
  orders,
  newDraft,
  order,
  customers,
  customer,
  leads,
  lead,
  segments,
  newSegment,
  segment,
  outbox,
  email,
  promotions,
  newPromotion,
  promotion,
  giftCards,
  giftCard,
  loyaltyProgram,
  loyaltyMembers,
  loyaltyLedger,
  referrals,
  loyaltyPreview,
] as const
