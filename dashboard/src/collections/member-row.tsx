import { Badge, Group, Paper, Text } from '@mantine/core'
import { OrderButtons } from '../parts/order-buttons.tsx'
import type { SampleProduct } from './collections.ts'

interface Props {
  product: SampleProduct
  place: number
  count: number
  /** Absent where rules decide, and for those who may only look. */
  onMove?: (to: number) => void
  onRemove?: () => void
}

export function MemberRow({ product: { id, title, status }, place, count, onMove, onRemove }: Props) {
  return (
    <Paper component="li" withBorder px="sm" py={6} id={`member-${id}`} tabIndex={-1}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Text size="sm" c="dimmed" w={24} ta="right" flex="none">
            {place + 1}
          </Text>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          {status === 'active' ? null : (
            <Badge miw="max-content" variant="default" tt="none">
              {status}
            </Badge>
          )}
        </Group>
        {onMove && onRemove ? (
          <OrderButtons name={title} place={place} count={count} onMove={onMove} onRemove={onRemove} />
        ) : null}
      </Group>
    </Paper>
  )
}
