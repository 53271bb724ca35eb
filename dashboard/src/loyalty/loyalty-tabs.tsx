import { PageTabs } from '../ui/page-tabs.tsx'

const TABS = [
  { to: '/sales/loyalty', label: 'Program' },
  { to: '/sales/loyalty/members', label: 'Members' },
  { to: '/sales/loyalty/ledger', label: 'Ledger' },
  { to: '/sales/loyalty/referrals', label: 'Referrals' },
  { to: '/sales/loyalty/preview', label: 'Preview' },
] as const

export const LoyaltyTabs = () => <PageTabs label="Loyalty" tabs={TABS} />
