import { ActionIcon, Group, NativeSelect, Paper, Select, Stack, TagsInput, Text, Textarea } from '@mantine/core'
import { fieldErrorUnder } from '../ui/field-errors.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { splitTags } from '../ui/tags.ts'
import { ACTION_LABELS, type Action, type ActionType, newAction, PRIORITY_LABELS } from './actions.ts'
import { MinutesInput } from './minutes-input.tsx'
import type { TicketOptions } from './ticket-settings.ts'

const MAX_SNOOZE_MINUTES = 525_600

interface Props<One extends Action> {
  actions: One[]
  types: readonly One['type'][]
  options: TicketOptions
  onChange: (actions: One[]) => void
  error: Error | null
}

/** A list of actions with a choice of what to add. */
export function ActionInputs<One extends Action>({ actions, types, options, onChange, error }: Props<One>) {
  const replace = (index: number, action: One | undefined) =>
    onChange(actions.flatMap((one, at) => (at === index ? (action ?? []) : one)))
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        Actions
      </Text>
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity of their own
        <Paper key={index} withBorder p="sm">
          <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
            <Stack gap="xs" flex={1} miw={0}>
              <Text size="sm" fw={600}>
                {ACTION_LABELS[action.type]}
              </Text>
              <ActionFields
                action={action}
                options={options}
                onChange={(changed) => replace(index, changed as One)}
                error={fieldErrorUnder(error, `/actions/${index}`)}
              />
            </Stack>
            <ActionIcon
              variant="default"
              size="lg"
              c="red"
              aria-label={`Remove ${ACTION_LABELS[action.type]}`}
              onClick={() => replace(index, undefined)}
            >
              ✕
            </ActionIcon>
          </Group>
        </Paper>
      ))}
      <NativeSelect
        aria-label="Add an action"
        value=""
        data={[
          { value: '', label: 'Add an action…' },
          ...types.map((type) => ({ value: type, label: ACTION_LABELS[type] })),
        ]}
        onChange={(event) => {
          const type = types.find((one) => one === event.currentTarget.value)
          if (type) onChange([...actions, newAction(type as ActionType, options) as One])
        }}
      />
    </Stack>
  )
}

interface FieldProps {
  action: Action
  options: TicketOptions
  onChange: (action: Action) => void
  error: string | undefined
}

function ActionFields({ action, options, onChange, error }: FieldProps) {
  switch (action.type) {
    case 'set_status':
      return (
        <NativeSelect
          aria-label="Status"
          data={options.statuses}
          value={action.statusId}
          onChange={(event) => onChange({ ...action, statusId: event.currentTarget.value })}
          error={error}
        />
      )
    case 'set_priority':
      return (
        <LabelSelect
          aria-label="Priority"
          labels={PRIORITY_LABELS}
          value={action.priority}
          onChange={(priority) => onChange({ ...action, priority })}
          error={error}
        />
      )
    case 'assign':
      return (
        <Select
          aria-label="Member"
          placeholder="Nobody"
          data={options.members}
          value={action.assigneeId}
          onChange={(assigneeId) => onChange({ ...action, assigneeId })}
          clearable
          searchable
          error={error}
        />
      )
    case 'set_team':
      return (
        <Select
          aria-label="Team"
          placeholder="No team"
          data={options.teams}
          value={action.teamId}
          onChange={(teamId) => onChange({ ...action, teamId })}
          clearable
          searchable
          error={error}
        />
      )
    case 'add_tags':
    case 'remove_tags':
      return (
        <TagsInput
          aria-label="Tags"
          placeholder="Press Enter or type a comma to add one"
          value={action.tags}
          onChange={(tags) => onChange({ ...action, tags: splitTags(tags, action.tags) })}
          acceptValueOnBlur
          error={error}
        />
      )
    case 'snooze':
      return (
        <MinutesInput
          label="For"
          value={action.minutes}
          max={MAX_SNOOZE_MINUTES}
          onChange={(minutes) => onChange({ ...action, minutes: minutes ?? 1 })}
          error={error}
        />
      )
    case 'send_reply':
    case 'add_note':
      return (
        <Textarea
          aria-label="Text"
          description="Placeholders such as {{customer.firstName}} are filled in for each ticket."
          autosize
          minRows={3}
          maxLength={20_000}
          value={action.text}
          onChange={(event) => onChange({ ...action, text: event.currentTarget.value })}
          error={error}
        />
      )
    default:
      return null
  }
}
