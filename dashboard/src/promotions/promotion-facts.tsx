import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { benefitInWords, STATUS_WORDS } from './promotion-words.ts'
import type { Promotion } from './promotions.ts'

const COLOURS = { active: 'green', scheduled: 'blue', ended: 'gray.5', disabled: 'red' } as const

export const StatusBadge = ({ of: { status, isExhausted } }: { of: Promotion }) => (
  <Group gap={4}>
    <Badge miw="max-content" variant="dot" color={COLOURS[status]} tt="none">
      {STATUS_WORDS[status]}
    </Badge>
    {isExhausted ? (
      <Badge miw="max-content" variant="default" tt="none">
        Used up
      </Badge>
    ) : null}
  </Group>
)

/** Leads to the promotion. */
export function PromotionName({ of: promotion, currency }: { of: Promotion; currency: string }) {
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link to="/sales/promotions/$id" params={{ id: promotion.id }} {...props} />}
      >
        {promotion.title}
      </Anchor>
      <Text size="xs" c="dimmed">
        {benefitInWords(promotion.benefit, currency)}
      </Text>
    </Stack>
  )
}
