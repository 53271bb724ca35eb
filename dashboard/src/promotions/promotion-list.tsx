import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSegmentNames } from '../customers/segments.ts'
import { DataList, type RowSelection } from '../ui/list.tsx'
import { formatPromotion, formatPromotionStatus, formatUsed, TRIGGER_LABELS } from './promotion-labels.ts'
import type { Promotion } from './promotions.ts'

interface Props {
  promotions: Promotion[]
  currency: string
  selection?: RowSelection | undefined
}

export function PromotionList({ promotions, currency, selection }: Props) {
  return (
    <DataList
      label="Discounts"
      items={promotions}
      itemKey={({ id }) => id}
      selection={selection}
      itemName={({ title }) => title}
      columns={[
        { header: 'Discount', cell: (promotion) => <PromotionLink of={promotion} currency={currency} /> },
        { header: 'Method', cell: ({ trigger }) => TRIGGER_LABELS[trigger] },
        { header: 'Status', cell: (promotion) => <PromotionStatusBadge of={promotion} /> },
        { header: 'Used', cell: formatUsed, isNumber: true },
      ]}
      card={(promotion) => (
        <Stack gap="xs">
          <PromotionLink of={promotion} currency={currency} />
          <Group justify="space-between" gap="xs">
            <PromotionStatusBadge of={promotion} />
            <Text size="xs" c="dimmed">
              {`${TRIGGER_LABELS[promotion.trigger]} · used ${formatUsed(promotion)}`}
            </Text>
          </Group>
        </Stack>
      )}
    />
  )
}

export function PromotionStatusBadge({ of: promotion }: { of: Promotion }) {
  const { label, color } = formatPromotionStatus(promotion)
  return (
    <Badge miw="max-content" variant="dot" color={color} tt="none">
      {label}
    </Badge>
  )
}

function PromotionLink({ of: promotion, currency }: { of: Promotion; currency: string }) {
  const segmentNames = useSegmentNames()
  return (
    <Stack gap={0} miw={0}>
      <Anchor
        size="sm"
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props) => <Link to="/sales/discounts/$id" params={{ id: promotion.id }} {...props} />}
      >
        {promotion.title}
      </Anchor>
      <Text size="xs" c="dimmed">
        {formatPromotion(promotion, currency, segmentNames)}
        {promotion.code === null ? null : (
          <>
            {' · '}
            <Text span size="xs" ff="monospace" fw={600} c="var(--mantine-color-text)">
              {promotion.code}
            </Text>
          </>
        )}
      </Text>
    </Stack>
  )
}
