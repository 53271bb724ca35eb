import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Column, DataList, type RowSelection } from '../ui/list.tsx'
import { formatMoney } from '../ui/money.ts'
import { DateLabel } from '../ui/time.tsx'
import { formatLast4, formatRecipient, GIFT_CARD_STATUS_LABELS, type GiftCard } from './gift-cards.ts'

const COLUMNS: Column<GiftCard>[] = [
  { header: 'Card', cell: (card) => <GiftCardLink of={card} /> },
  { header: 'Status', cell: (card) => <GiftCardStatusBadge of={card} /> },
  { header: 'Balance', cell: (card) => <b>{formatMoney(card.balance)}</b>, isNumber: true },
  { header: 'Initial value', cell: (card) => formatMoney(card.initialAmount), isNumber: true },
  { header: 'Issued', cell: (card) => <DateLabel at={card.createdAt} /> },
  { header: 'Expires', cell: (card) => <ExpiryDate of={card} /> },
]

export function GiftCardList({ cards, selection }: { cards: GiftCard[]; selection?: RowSelection | undefined }) {
  return (
    <DataList
      label="Gift cards"
      items={cards}
      itemKey={({ id }) => id}
      columns={COLUMNS}
      selection={selection}
      itemName={({ last4 }) => `gift card ${last4}`}
      card={(card) => (
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <GiftCardLink of={card} />
          <Stack gap={4} align="flex-end">
            <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(card.balance)}
            </Text>
            <GiftCardStatusBadge of={card} />
          </Stack>
        </Group>
      )}
    />
  )
}

const STATUS_COLORS = { active: 'green', expired: 'gray.5', deactivated: 'red' } as const

export const GiftCardStatusBadge = ({ of: { status } }: { of: GiftCard }) => (
  <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
    {GIFT_CARD_STATUS_LABELS[status]}
  </Badge>
)

function GiftCardLink({ of: card }: { of: GiftCard }) {
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        ff="monospace"
        aria-label={`Gift card ${formatLast4(card)}`}
        renderRoot={(props) => <Link to="/sales/gift-cards/$id" params={{ id: card.id }} {...props} />}
      >
        {formatLast4(card)}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {formatRecipient(card)}
      </Text>
    </Stack>
  )
}

export const ExpiryDate = ({ of: { expiresAt } }: { of: GiftCard }) =>
  expiresAt ? <DateLabel at={expiresAt} /> : 'Never'
