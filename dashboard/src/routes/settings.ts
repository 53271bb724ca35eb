import { createRoute, lazyRouteComponent as lazy } from '@tanstack/react-router'
import { shellPath } from './shell.tsx'

const overview = createRoute({
  ...shellPath('/settings'),
  component: lazy(() => import('../shell/settings-overview-page.tsx'), 'SettingsOverviewPage'),
})
const keys = createRoute({
  ...shellPath('/settings/api-keys'),
  component: lazy(() => import('../keys/keys-page.tsx'), 'KeysPage'),
})
const general = createRoute({
  ...shellPath('/settings/general'),
  component: lazy(() => import('../settings/general-page.tsx'), 'GeneralPage'),
})
const members = createRoute({
  ...shellPath('/settings/members'),
  component: lazy(() => import('../members/members-page.tsx'), 'MembersPage'),
})
const locations = createRoute({
  ...shellPath('/settings/locations'),
  component: lazy(() => import('../inventory/locations-page.tsx'), 'LocationsPage'),
})
const payments = createRoute({
  ...shellPath('/settings/payments'),
  component: lazy(() => import('../payments/payments-page.tsx'), 'PaymentsPage'),
})
const shipping = createRoute({
  ...shellPath('/settings/shipping'),
  component: lazy(() => import('../shipping/shipping-page.tsx'), 'ShippingPage'),
})
const taxes = createRoute({
  ...shellPath('/settings/taxes'),
  component: lazy(() => import('../taxes/taxes-page.tsx'), 'TaxesPage'),
})
const emailTemplates = createRoute({
  ...shellPath('/settings/emails'),
  component: lazy(() => import('../emails/templates-page.tsx'), 'TemplatesPage'),
})
const emailTemplate = createRoute({
  ...shellPath('/settings/emails/$kind'),
  component: lazy(() => import('../emails/template-page.tsx'), 'TemplatePage'),
})
const mailboxes = createRoute({
  ...shellPath('/settings/mailboxes'),
  component: lazy(() => import('../mailboxes/mailboxes-page.tsx'), 'MailboxesPage'),
})
const customerAccounts = createRoute({
  ...shellPath('/settings/customer-accounts'),
  component: lazy(() => import('../customer-accounts/customer-accounts-page.tsx'), 'CustomerAccountsPage'),
})
const limits = createRoute({
  ...shellPath('/settings/limits'),
  component: lazy(() => import('../rate-limits/rate-limits-page.tsx'), 'RateLimitsPage'),
})
const auditLog = createRoute({
  ...shellPath('/settings/audit-log'),
  component: lazy(() => import('../settings/audit-log-page.tsx'), 'AuditLogPage'),
})
const ticketStatuses = createRoute({
  ...shellPath('/settings/ticket-statuses'),
  component: lazy(() => import('../ticket-settings/statuses-page.tsx'), 'StatusesPage'),
})
const teams = createRoute({
  ...shellPath('/settings/teams'),
  component: lazy(() => import('../ticket-settings/teams-page.tsx'), 'TeamsPage'),
})
const ticketFields = createRoute({
  ...shellPath('/settings/ticket-fields'),
  component: lazy(() => import('../ticket-settings/fields-page.tsx'), 'FieldsPage'),
})
const macros = createRoute({
  ...shellPath('/settings/macros'),
  component: lazy(() => import('../ticket-settings/macros-page.tsx'), 'MacrosPage'),
})
const ticketRules = createRoute({
  ...shellPath('/settings/ticket-rules'),
  component: lazy(() => import('../ticket-settings/rules-page.tsx'), 'RulesPage'),
})
const slas = createRoute({
  ...shellPath('/settings/slas'),
  component: lazy(() => import('../ticket-settings/slas-page.tsx'), 'SlasPage'),
})
const satisfaction = createRoute({
  ...shellPath('/settings/satisfaction'),
  component: lazy(() => import('../ticket-settings/satisfaction-page.tsx'), 'SatisfactionPage'),
})
const account = createRoute({
  ...shellPath('/account'),
  component: lazy(() => import('../account/account-page.tsx'), 'AccountPage'),
})
const system = createRoute({
  ...shellPath('/system'),
  component: lazy(() => import('../system/system-page.tsx'), 'SystemPage'),
})

export const settingsRoutes = [
  overview,
  keys,
  general,
  members,
  locations,
  payments,
  shipping,
  taxes,
  emailTemplates,
  emailTemplate,
  mailboxes,
  customerAccounts,
  limits,
  auditLog,
  ticketStatuses,
  teams,
  ticketFields,
  macros,
  ticketRules,
  slas,
  satisfaction,
  account,
  system,
] as const
