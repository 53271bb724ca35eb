import { Button, Group } from '@mantine/core'

interface Props {
  /** Name of the row's item, for screen readers. */
  name: string
  onEdit: () => void
  /** Absent if the item cannot be deleted. */
  onDelete?: (() => void) | undefined
}

export function RowActions({ name, onEdit, onDelete }: Props) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      {onDelete ? (
        <Button size="xs" variant="default" c="red" onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      ) : null}
    </Group>
  )
}
