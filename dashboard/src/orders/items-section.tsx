import { Group, Paper, Stack, Text } from '@mantine/core'
import { formatMoney, type Money } from '../ui/money.ts'
import { Section } from '../ui/section.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { StatusBadge } from './badges.tsx'
import { formatItemProgress, formatOptions, ITEM_STATUS_LABELS } from './order-labels.ts'
import type { Order, OrderItem } from './orders.ts'

const BORDER = '1px solid var(--mantine-color-default-border)'

export function ItemsSection({ order }: { order: Order }) {
  return (
    <Section title="Items">
      <Paper withBorder style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Items">
          {order.items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </Stack>
        <OrderTotals order={order} />
      </Paper>
    </Section>
  )
}

export function OrderTotals({ order }: { order: Order }) {
  return (
    <Stack gap={4} px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {totalRows(order).map(({ name, amount, isTotal }) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={isTotal ? 700 : 400}>
            {name}
          </Text>
          <Text size="sm" fw={isTotal ? 700 : 400}>
            {formatMoney(amount)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

function ItemRow({ item }: { item: OrderItem }) {
  const properties = Object.entries(item.properties).map(([name, value]) => `${name}: ${value}`)
  const details = [formatOptions(item), ...properties, formatItemProgress(item)].filter(Boolean)
  return (
    <Group component="li" gap="sm" px="md" py="sm" wrap="nowrap" align="flex-start" style={{ borderBottom: BORDER }}>
      <Thumbnail url={item.image?.url} size={44} />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {item.title}
          </Text>
          {item.requiresShipping ? <StatusBadge display={ITEM_STATUS_LABELS[item.status]} /> : null}
        </Group>
        {details.map((detail) => (
          <Text key={detail} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Text>
        ))}
      </Stack>
      <Stack gap={0} align="flex-end">
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formatMoney(item.total)}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {`${item.quantities.ordered} × ${formatMoney(item.unitPrice)}`}
        </Text>
      </Stack>
    </Group>
  )
}

interface TotalRow {
  name: string
  amount: Money
  isTotal?: boolean
}

function totalRows({ totals, shipping, promotions, refunded }: Order): TotalRow[] {
  const negate = ({ amount, currency }: Money) => ({ amount: -amount, currency })
  const codes = promotions.map(({ code, title }) => code ?? title).join(', ')
  return [
    { name: 'Subtotal', amount: totals.subtotal },
    ...(totals.discount.amount > 0
      ? [{ name: codes ? `Discount (${codes})` : 'Discount', amount: negate(totals.discount) }]
      : []),
    ...(shipping ? [{ name: `Shipping (${shipping.title})`, amount: totals.shipping }] : []),
    ...(totals.tax.amount > 0 && !totals.taxIncluded ? [{ name: 'Tax', amount: totals.tax }] : []),
    { name: 'Total', amount: totals.total, isTotal: true },
    ...(totals.tax.amount > 0 && totals.taxIncluded ? [{ name: 'Tax included', amount: totals.tax }] : []),
    ...(refunded.amount > 0 ? [{ name: 'Refunded', amount: negate(refunded) }] : []),
  ]
}
