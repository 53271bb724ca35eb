import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { DateLabel } from '../ui/time.tsx'
import { formatLast4, formatRecipient, GIFT_CARD_STATUS_LABELS } from './gift-card-labels.ts'
import type { GiftCard } from './gift-cards.ts'

const STATUS_COLORS = { active: 'green', expired: 'gray.5', deactivated: 'red' } as const

export const GiftCardStatusBadge = ({ of: { status } }: { of: GiftCard }) => (
  <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
    {GIFT_CARD_STATUS_LABELS[status]}
  </Badge>
)

export function GiftCardLink({ of: card }: { of: GiftCard }) {
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        ff="monospace"
        aria-label={`Gift card ending in ${card.last4}`}
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
