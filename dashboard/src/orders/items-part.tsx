import { Group, Paper, Stack, Text } from '@mantine/core'
import { type Money, moneyInWords } from '../parts/money.ts'
import { Picture } from '../parts/picture.tsx'
import { Section } from '../parts/section.tsx'
import { StateBadge } from './badges.tsx'
import { fateOf, LINE, optionsOf } from './order-words.ts'
import type { Order, OrderLine } from './orders.ts'

const BORDER = '1px solid var(--mantine-color-default-border)'

export function ItemsPart({ order }: { order: Order }) {
  return (
    <Section title="Items">
      <Paper withBorder style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Items">
          {order.items.map((line) => (
            <LineRow key={line.id} line={line} />
          ))}
        </Stack>
        <Sums order={order} />
      </Paper>
    </Section>
  )
}

export function Sums({ order }: { order: Order }) {
  return (
    <Stack gap={4} px="md" py="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {sumsOf(order).map(({ name, amount, isTotal }) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={isTotal ? 700 : 400}>
            {name}
          </Text>
          <Text size="sm" fw={isTotal ? 700 : 400}>
            {moneyInWords(amount)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

function LineRow({ line }: { line: OrderLine }) {
  const said = Object.entries(line.properties).map(([name, value]) => `${name}: ${value}`)
  const facts = [optionsOf(line), ...said, fateOf(line)].filter(Boolean)
  return (
    <Group component="li" gap="sm" px="md" py="sm" wrap="nowrap" align="flex-start" style={{ borderBottom: BORDER }}>
      <Picture url={line.image ?? undefined} size={44} />
      <Stack gap={2} miw={0} flex={1}>
        <Group gap="xs">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {line.title}
          </Text>
          {line.requiresShipping ? <StateBadge look={LINE[line.status]} /> : null}
        </Group>
        {facts.map((fact) => (
          <Text key={fact} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {fact}
          </Text>
        ))}
      </Stack>
      <Stack gap={0} align="flex-end">
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {moneyInWords(line.total)}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {`${line.quantities.ordered} × ${moneyInWords(line.unitPrice)}`}
        </Text>
      </Stack>
    </Group>
  )
}

interface Sum {
  name: string
  amount: Money
  isTotal?: boolean
}

function sumsOf({ totals, shipping, promotions, refunded }: Order): Sum[] {
  const minus = ({ amount, currency }: Money) => ({ amount: -amount, currency })
  const codes = promotions.map(({ code, title }) => code ?? title).join(', ')
  return [
    { name: 'Subtotal', amount: totals.subtotal },
    ...(totals.discount.amount > 0
      ? [{ name: codes ? `Discount (${codes})` : 'Discount', amount: minus(totals.discount) }]
      : []),
    ...(shipping ? [{ name: `Shipping (${shipping.title})`, amount: totals.shipping }] : []),
    ...(totals.tax.amount > 0 && !totals.taxIncluded ? [{ name: 'Tax', amount: totals.tax }] : []),
    { name: 'Total', amount: totals.total, isTotal: true },
    ...(totals.tax.amount > 0 && totals.taxIncluded ? [{ name: 'Tax in it', amount: totals.tax }] : []),
    ...(refunded.amount > 0 ? [{ name: 'Refunded', amount: minus(refunded) }] : []),
  ]
}
