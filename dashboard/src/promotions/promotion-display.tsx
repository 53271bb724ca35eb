import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatBenefit, PROMOTION_STATUS_LABELS } from './promotion-labels.ts'
import type { Promotion } from './promotions.ts'

const STATUS_COLORS = { active: 'green', scheduled: 'blue', ended: 'gray.5', inactive: 'red' } as const

export const PromotionStatusBadge = ({ of: { status, exhausted } }: { of: Promotion }) => (
  <Group gap={4}>
    <Badge miw="max-content" variant="dot" color={STATUS_COLORS[status]} tt="none">
      {PROMOTION_STATUS_LABELS[status]}
    </Badge>
    {exhausted ? (
      <Badge miw="max-content" variant="default" tt="none">
        Limit reached
      </Badge>
    ) : null}
  </Group>
)

export function PromotionLink({ of: promotion, currency }: { of: Promotion; currency: string }) {
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
        {formatBenefit(promotion.benefit, currency)}
      </Text>
    </Stack>
  )
}
