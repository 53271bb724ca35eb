import { ActionIcon, Group } from '@mantine/core'

interface Props {
  /** Name of the item, for screen readers. */
  name: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Works with a keyboard and on a phone, where dragging does not. */
export function ReorderButtons({ name, index, count, onMove, onRemove }: Props) {
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`Move ${name} up`}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        ↑
      </ActionIcon>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={`Move ${name} down`}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        ↓
      </ActionIcon>
      <ActionIcon variant="default" size="lg" c="red" aria-label={`Remove ${name}`} onClick={onRemove}>
        ✕
      </ActionIcon>
    </Group>
  )
}
