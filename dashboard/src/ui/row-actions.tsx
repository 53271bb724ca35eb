import { Button, Group } from '@mantine/core'

interface Props {
  /** Of what they are done to, for whoever does not see the row. */
  name: string
  onEdit: () => void
  /** Where it can be deleted. */
  onDelete?: (() => void) | undefined
}

/** What can be done with one row of a list. */
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
