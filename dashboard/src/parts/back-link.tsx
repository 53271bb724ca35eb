import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

const LISTS = {
  Products: '/catalogue/products',
  Collections: '/catalogue/collections',
  Stock: '/catalogue/stock',
  Orders: '/sales/orders',
  Outbox: '/sales/outbox',
  'E-mails': '/settings/e-mails',
  Promotions: '/sales/promotions',
  'Gift cards': '/sales/gift-cards',
  Policies: '/storefront/policies',
} as const

export type ListName = keyof typeof LISTS

/** From one thing to the list of all. */
export function BackLink({ to }: { to: ListName }) {
  return (
    <Anchor component={Link} to={LISTS[to]} size="sm" w="fit-content">
      {`← ${to}`}
    </Anchor>
  )
}
