import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Day } from '../parts/when.tsx'
import { nameOf, recipientInWords, STATUS_WORDS } from './gift-card-words.ts'
import type { GiftCard } from './gift-cards.ts'

const COLOURS = { active: 'green', expired: 'gray.5', deactivated: 'red' } as const

export const StatusBadge = ({ of: { status } }: { of: GiftCard }) => (
  <Badge miw="max-content" variant="dot" color={COLOURS[status]} tt="none">
    {STATUS_WORDS[status]}
  </Badge>
)

/** Leads to the card. */
export function CardName({ of: card }: { of: GiftCard }) {
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        ff="monospace"
        aria-label={`Gift card ending in ${card.last4}`}
        renderRoot={(props) => <Link to="/sales/gift-cards/$id" params={{ id: card.id }} {...props} />}
      >
        {nameOf(card)}
      </Anchor>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {recipientInWords(card)}
      </Text>
    </Stack>
  )
}

export const Expiry = ({ of: { expiresAt } }: { of: GiftCard }) => (expiresAt ? <Day at={expiresAt} /> : 'Never')
