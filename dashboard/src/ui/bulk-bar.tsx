import { Button, Group, Menu, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../mutation.ts'
import { useApiScope } from '../resource.ts'
import { FormDialog } from './dialog.tsx'
import { ErrorAlert, errorMessage } from './feedback.tsx'
import { runForEach } from './run-for-each.ts'
import type { Selection } from './selection.ts'
import { showToast } from './toast.tsx'

/** What can be done with many items of a list at once. */
export interface BulkAction<Item> {
  label: string
  /** Asked for before it runs, such as tags. */
  input?: { label: string; description?: string }
  /** What it causes. Asks for confirmation. */
  warning?: string
  isDestructive?: boolean
  /** Changes one item. */
  run: (item: Item, input: string) => Promise<unknown>
  /** "3 products archived". */
  done: (count: number) => string
}

interface Props<Item> {
  selection: Selection<Item>
  itemKey: (item: Item) => string
  actions: BulkAction<Item>[]
  /** What is read again afterwards. */
  changes: string[]
}

/** Above a list while something is selected. */
export function BulkBar<Item>({ selection, itemKey, actions, changes }: Props<Item>) {
  const [confirming, setConfirming] = useState<BulkAction<Item>>()
  const [doneCount, setDoneCount] = useState(0)
  const scope = useApiScope()
  const queryClient = useQueryClient()
  const selectAll = useAction({ mutationFn: selection.selectAllMatching })
  const bulk = useAction({
    mutationFn: async ({ action, input }: { action: BulkAction<Item>; input: string }) => {
      setDoneCount(0)
      const failures = await runForEach(selection.items, (item) =>
        action.run(item, input).then(() => setDoneCount((count) => count + 1)),
      )
      const messages = new Map([...failures].map(([item, error]) => [itemKey(item), errorMessage(error)]))
      // Before it reports success: the list shows what the toast says.
      await Promise.all(changes.map((path) => queryClient.invalidateQueries({ queryKey: scope(path).queryKey })))
      const count = selection.items.length - failures.size
      selection.settle(messages)
      setConfirming(undefined)
      if (count > 0) showToast(action.done(count))
    },
  })
  const start = (action: BulkAction<Item>) =>
    action.input || action.warning ? setConfirming(action) : bulk.mutate({ action, input: '' })
  const count = selection.items.length
  const failureCount = selection.items.filter((item) => selection.failureOf(itemKey(item))).length
  if (count === 0) return null
  return (
    <Paper withBorder px="md" py="xs" role="region" aria-label="Bulk actions">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {bulk.isPending ? `${doneCount} of ${count} done` : `${count} selected`}
            </Text>
            {selection.areAllSelected && selection.hasMore ? (
              <Button
                size="compact-sm"
                variant="subtle"
                loading={selectAll.isPending}
                onClick={() => selectAll.mutate()}
              >
                Select all matching
              </Button>
            ) : null}
            <Button size="compact-sm" variant="subtle" disabled={bulk.isPending} onClick={selection.clear}>
              Clear selection
            </Button>
          </Group>
          <ActionButtons actions={actions} isBusy={bulk.isPending} onStart={start} />
        </Group>
        {failureCount > 0 && !bulk.isPending ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {failureCount === 1 ? '1 failed. Its row says why.' : `${failureCount} failed. Their rows say why.`}
          </Text>
        ) : null}
        <ErrorAlert error={selectAll.error} title="Couldn't load all" />
      </Stack>
      {confirming ? (
        <AskDialog
          action={confirming}
          count={count}
          isPending={bulk.isPending}
          onRun={(input) => bulk.mutate({ action: confirming, input })}
          onClose={() => setConfirming(undefined)}
        />
      ) : null}
    </Paper>
  )
}

interface ActionButtonsProps<Item> {
  actions: BulkAction<Item>[]
  isBusy: boolean
  onStart: (action: BulkAction<Item>) => void
}

const MAX_BUTTONS = 2

/** The first ones as buttons; the rest under "More actions". */
function ActionButtons<Item>({ actions, isBusy, onStart }: ActionButtonsProps<Item>) {
  const others = actions.slice(MAX_BUTTONS)
  return (
    <Group gap="xs">
      {actions.slice(0, MAX_BUTTONS).map((action) => (
        <Button key={action.label} size="xs" variant="default" disabled={isBusy} onClick={() => onStart(action)}>
          {action.label}
        </Button>
      ))}
      {others.length > 0 ? (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button size="xs" variant="default" disabled={isBusy}>
              More actions
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item
                key={action.label}
                {...(action.isDestructive && { color: 'var(--mantine-color-error)' })}
                onClick={() => onStart(action)}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  )
}

interface AskDialogProps<Item> {
  action: BulkAction<Item>
  count: number
  isPending: boolean
  onRun: (input: string) => void
  onClose: () => void
}

function AskDialog<Item>({ action, count, isPending, onRun, onClose }: AskDialogProps<Item>) {
  const [input, setInput] = useState('')
  const { label, warning, isDestructive = false } = action
  return (
    <FormDialog
      title={`${label} (${count} selected)`}
      mutation={{ isPending }}
      isReady={!action.input || input.trim() !== ''}
      saveLabel={label}
      isDestructive={isDestructive}
      onSave={() => onRun(input.trim())}
      onClose={onClose}
    >
      {warning ? <Text size="sm">{warning}</Text> : null}
      {action.input ? (
        <TextInput
          label={action.input.label}
          description={action.input.description}
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
          maxLength={500}
          autoComplete="off"
          data-autofocus
        />
      ) : null}
    </FormDialog>
  )
}
