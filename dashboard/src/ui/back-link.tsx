import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

const LIST_ROUTES = {
  Products: '/catalogue/products',
  Collections: '/catalogue/collections',
  Inventory: '/catalogue/stock',
  Orders: '/sales/orders',
  Outbox: '/sales/outbox',
  Emails: '/settings/e-mails',
  Discounts: '/sales/promotions',
  'Gift cards': '/sales/gift-cards',
  Policies: '/storefront/policies',
} as const

export type ListName = keyof typeof LIST_ROUTES

export function BackLink({ to }: { to: ListName }) {
  return (
    <Anchor component={Link} to={LIST_ROUTES[to]} size="sm" w="fit-content">
      {`← ${to}`}
    </Anchor>
  )
}
