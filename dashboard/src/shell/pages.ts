import type { IconName } from '../ui/icon.tsx'

export interface NavigationPage {
  to: string
  label: string
  icon: IconName
  /** Other words that people look for, for the palette. */
  keywords?: string
  /** On the overview of the settings. */
  about?: string
}

interface NavigationSection<Entry extends NavigationPage = NavigationPage> {
  title: string
  pages: readonly Entry[]
}

/** What the day consists of; no title. */
const MAIN = [
  { to: '/', label: 'Home', icon: 'home', keywords: 'dashboard overview sales to-do' },
  { to: '/sales/orders', label: 'Orders', icon: 'orders', keywords: 'drafts returns refunds fulfillment' },
  { to: '/catalog/products', label: 'Products', icon: 'products', keywords: 'catalog variants' },
  { to: '/catalog/inventory', label: 'Inventory', icon: 'inventory', keywords: 'stock levels' },
  { to: '/sales/customers', label: 'Customers', icon: 'customers', keywords: 'people buyers' },
  { to: '/sales/discounts', label: 'Discounts', icon: 'discounts', keywords: 'promotions codes coupons' },
  { to: '/inbox', label: 'Inbox', icon: 'inbox', keywords: 'tickets support help desk' },
  { to: '/chats', label: 'Chats', icon: 'chats', keywords: 'assistant live chat questions' },
  { to: '/support/reports', label: 'Reports', icon: 'reports', keywords: 'analytics tickets response times' },
] as const satisfies readonly NavigationPage[]

export const MAIN_SECTIONS = [
  { title: '', pages: MAIN },
  {
    title: 'Catalog',
    pages: [
      { to: '/catalog/collections', label: 'Collections', icon: 'collections', keywords: 'categories' },
      { to: '/catalog/reviews', label: 'Reviews', icon: 'reviews', keywords: 'ratings stars' },
    ],
  },
  {
    title: 'Customers',
    pages: [
      { to: '/sales/leads', label: 'Leads', icon: 'leads', keywords: 'sign-ups prospects' },
      { to: '/sales/segments', label: 'Segments', icon: 'segments', keywords: 'groups' },
      { to: '/sales/gift-cards', label: 'Gift cards', icon: 'giftCards', keywords: 'vouchers' },
      { to: '/sales/loyalty', label: 'Loyalty', icon: 'loyalty', keywords: 'points rewards referrals' },
      { to: '/sales/outbox', label: 'Outbox', icon: 'outbox', keywords: 'sent emails' },
    ],
  },
  {
    title: 'Online store',
    pages: [
      { to: '/support/articles', label: 'Articles', icon: 'articles', keywords: 'help center knowledge base faq' },
      { to: '/storefront/theme', label: 'Theme', icon: 'theme', keywords: 'colors logo design' },
      { to: '/storefront/policies', label: 'Policies', icon: 'policies', keywords: 'terms privacy refund legal' },
    ],
  },
] as const satisfies readonly NavigationSection[]

export const SETTINGS_SECTIONS = [
  {
    title: 'Shop',
    pages: [
      {
        to: '/settings/general',
        label: 'General',
        icon: 'shop',
        about: 'Name, currency, time zone and feeds',
        keywords: 'workspace id sandbox reset',
      },
      {
        to: '/settings/payments',
        label: 'Payments',
        icon: 'payments',
        about: 'How buyers pay',
        keywords: 'stripe cards',
      },
      {
        to: '/settings/shipping',
        label: 'Shipping',
        icon: 'shipping',
        about: 'Zones, rates and pickup',
        keywords: 'delivery carriers',
      },
      { to: '/settings/taxes', label: 'Taxes', icon: 'taxes', about: 'Regions and rates', keywords: 'vat' },
      {
        to: '/settings/locations',
        label: 'Locations',
        icon: 'location',
        about: 'Where stock is kept',
        keywords: 'warehouses',
      },
      {
        to: '/settings/emails',
        label: 'Emails',
        icon: 'outbox',
        about: 'Texts of emails to buyers',
        keywords: 'templates notifications',
      },
      {
        to: '/settings/customer-accounts',
        label: 'Customer accounts',
        icon: 'customers',
        about: 'How customers sign in',
        keywords: 'login',
      },
    ],
  },
  {
    title: 'Help desk',
    pages: [
      {
        to: '/settings/mailboxes',
        label: 'Mailboxes',
        icon: 'inbox',
        about: 'Addresses whose email becomes tickets',
        keywords: 'email channel',
      },
      {
        to: '/settings/ticket-statuses',
        label: 'Ticket statuses',
        icon: 'check',
        about: 'Names for open, pending and resolved',
        keywords: 'states workflow',
      },
      {
        to: '/settings/teams',
        label: 'Teams',
        icon: 'members',
        about: 'Groups of agents that tickets go to',
        keywords: 'groups agents',
      },
      {
        to: '/settings/ticket-fields',
        label: 'Ticket fields',
        icon: 'log',
        about: 'What else agents note about a ticket',
        keywords: 'custom fields properties',
      },
      {
        to: '/settings/macros',
        label: 'Macros',
        icon: 'articles',
        about: 'Saved replies',
        keywords: 'templates canned responses',
      },
      {
        to: '/settings/ticket-rules',
        label: 'Ticket rules',
        icon: 'rules',
        about: 'What happens to tickets by itself',
        keywords: 'automation triggers',
      },
      {
        to: '/settings/slas',
        label: 'SLAs',
        icon: 'clock',
        about: 'Targets and business hours',
        keywords: 'response times',
      },
      {
        to: '/settings/satisfaction',
        label: 'Satisfaction',
        icon: 'reviews',
        about: 'Surveys and ratings',
        keywords: 'csat',
      },
    ],
  },
  {
    title: 'Team and developers',
    pages: [
      {
        to: '/settings/members',
        label: 'Members',
        icon: 'members',
        about: 'Staff, roles and invitations',
        keywords: 'users team staff invite colleagues invitations roles',
      },
      {
        to: '/settings/api-keys',
        label: 'API keys',
        icon: 'key',
        about: 'Access for programs',
        keywords: 'tokens secrets',
      },
      {
        to: '/settings/connections',
        label: 'Connections',
        icon: 'connections',
        about: 'Shopify, Stripe and other providers',
        keywords: 'integrations apps',
      },
      {
        to: '/settings/inbound-events',
        label: 'Inbound events',
        icon: 'events',
        about: 'What providers sent',
        keywords: 'hooks',
      },
      {
        to: '/settings/webhooks',
        label: 'Webhooks',
        icon: 'connections',
        about: 'Events sent to your systems',
        keywords: 'endpoints deliveries',
      },
      {
        to: '/settings/limits',
        label: 'Limits',
        icon: 'limits',
        about: 'Requests and what is left',
        keywords: 'rate limits usage',
      },
      {
        to: '/settings/audit-log',
        label: 'Audit log',
        icon: 'log',
        about: 'Who changed what',
        keywords: 'history security',
      },
      {
        to: '/system',
        label: 'Server and API',
        icon: 'system',
        about: 'Health, version and reference',
        keywords: 'status docs',
      },
    ],
  },
] as const satisfies readonly NavigationSection[]

export const SETTINGS_PATH = '/settings'

/** The settings have a menu of their own. */
export const isSettingsPath = (pathname: string) =>
  ['/settings', '/system', '/account'].some((area) => pathname === area || pathname.startsWith(`${area}/`))

export const isAtOrBelow = (pathname: string, to: string) =>
  pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
