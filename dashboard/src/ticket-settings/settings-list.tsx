import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmDelete } from '../ui/dialog.tsx'
import { ErrorAlert, Loading } from '../ui/feedback.tsx'
import { Row, RowList } from '../ui/list.tsx'
import { RowActions } from '../ui/row-actions.tsx'
import { Section } from '../ui/section.tsx'

interface SettingsItem {
  id: string
  name: string
  /** Where the server checks it. */
  version?: number
}

interface ListQuery<Item> {
  data: Item[] | undefined
  error: Error | null
  isPending: boolean
  refetch: () => unknown
}

type Close = (message?: string) => void

interface Props<Item extends SettingsItem> {
  title: string
  about: string
  /** As in "No macros yet". */
  what: string
  empty: string
  addLabel: string
  list: ListQuery<Item>
  canEdit: boolean
  onMessage: (message: string) => void
  /** Lines below the name. */
  describe: (item: Item) => (string | null)[]
  badge?: (item: Item) => string | null
  consequence: string
  useDelete: (id: string, options: { version?: number }) => DeleteMutation
  dialog: (item: Item | undefined, close: Close) => ReactNode
}

interface DeleteMutation {
  isPending: boolean
  error: Error | null
  mutate: (body: undefined, options: { onSuccess: () => void }) => void
}

/** A short list of settings that are added, edited and deleted in dialogs. */
export function SettingsList<Item extends SettingsItem>(props: Props<Item>) {
  const { title, about, what, empty, addLabel, list, canEdit, onMessage, dialog } = props
  const [isAdding, setIsAdding] = useState(false)
  const items = list.data ?? []
  return (
    <Section
      title={title}
      about={about}
      action={canEdit && list.data ? <Button onClick={() => setIsAdding(true)}>{addLabel}</Button> : null}
    >
      <Stack gap="sm">
        {list.isPending ? <Loading what={what} /> : null}
        <ErrorAlert error={list.error} title={`Couldn't load ${what}`} onRetry={() => void list.refetch()} />
        {list.data?.length === 0 ? (
          <Paper withBorder p="md">
            <Text size="sm">{empty}</Text>
          </Paper>
        ) : null}
        {items.length > 0 ? (
          <RowList label={title}>
            {items.map((item) => (
              <ItemRow key={item.id} item={item} {...props} />
            ))}
          </RowList>
        ) : null}
      </Stack>
      {isAdding
        ? dialog(undefined, (message) => {
            setIsAdding(false)
            if (message) onMessage(message)
          })
        : null}
    </Section>
  )
}

function ItemRow<Item extends SettingsItem>({
  item,
  canEdit,
  onMessage,
  describe,
  badge,
  ...props
}: Props<Item> & { item: Item }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close: Close = (message) => {
    setOpen(undefined)
    if (message) onMessage(message)
  }
  const label = badge?.(item)
  return (
    <Row>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0} flex="1 1 14rem">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {item.name}
            </Text>
            {label ? (
              <Badge variant="default" tt="none">
                {label}
              </Badge>
            ) : null}
          </Group>
          {describe(item).map((line) =>
            line ? (
              <Text key={line} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {line}
              </Text>
            ) : null,
          )}
        </Stack>
        {canEdit ? (
          <RowActions name={item.name} onEdit={() => setOpen('edit')} onDelete={() => setOpen('delete')} />
        ) : null}
      </Group>
      {open === 'edit' ? props.dialog(item, close) : null}
      {open === 'delete' ? (
        <DeleteItem item={item} consequence={props.consequence} useDelete={props.useDelete} onClose={close} />
      ) : null}
    </Row>
  )
}

function DeleteItem({
  item,
  consequence,
  useDelete,
  onClose,
}: Pick<Props<SettingsItem>, 'consequence' | 'useDelete'> & { item: SettingsItem; onClose: Close }) {
  const remove = useDelete(item.id, item.version === undefined ? {} : { version: item.version })
  return (
    <ConfirmDelete
      name={item.name}
      consequence={consequence}
      mutation={remove}
      onDelete={() => remove.mutate(undefined, { onSuccess: () => onClose(`“${item.name}” deleted`) })}
      onClose={() => onClose()}
    />
  )
}
