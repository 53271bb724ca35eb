import { ActionIcon, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { SectionCard } from '../ui/section.tsx'
import { WholeNumberInput } from '../ui/whole-number-input.tsx'
import type { SectionProps } from './program-fields.ts'
import { type ActionRow, newAction, REWARD_LIMITS } from './reward-fields.ts'

export function ActionsSection({ fields, edit, readOnly, errorAt }: SectionProps) {
  const { actions } = fields
  return (
    <SectionCard
      title="Other ways to earn"
      about="What earns points besides orders, such as a review. Your own server reports it by the key of the action."
    >
      {actions.length > 0 ? (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Actions">
          {actions.map((row, index) => (
            <ActionInputs
              key={row.key}
              name={`action ${index + 1}`}
              path={`/actions/${index}`}
              row={row}
              readOnly={readOnly}
              errorAt={errorAt}
              onChange={(changes) => edit({ actions: actions.with(index, { ...row, ...changes }) })}
              onRemove={() => edit({ actions: actions.toSpliced(index, 1) })}
            />
          ))}
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          Only orders earn points.
        </Text>
      )}
      {readOnly || actions.length >= REWARD_LIMITS.entries ? null : (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => edit({ actions: [...actions, newAction()] })}
        >
          Add action
        </Button>
      )}
    </SectionCard>
  )
}

interface ActionInputsProps extends Pick<SectionProps, 'readOnly' | 'errorAt'> {
  name: string
  path: string
  row: ActionRow
  onChange: (changes: Partial<ActionRow>) => void
  onRemove: () => void
}

function ActionInputs({ name, path, row, readOnly, errorAt, onChange, onRemove }: ActionInputsProps) {
  return (
    <Paper component="li" withBorder p="xs">
      <Group gap="xs" align="flex-start">
        <TextInput
          flex="2 1 12rem"
          label={`Name of ${name}`}
          description={row.savedKey ? `Key: ${row.savedKey}` : 'Its key is made from the name.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Write a review"
          value={row.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          readOnly={readOnly}
          maxLength={100}
          autoComplete="off"
          error={errorAt(`${path}/name`) ?? errorAt(`${path}/key`)}
        />
        <div style={{ flex: '1 1 8rem' }}>
          <WholeNumberInput
            label={`Points of ${name}`}
            unit="points"
            range={REWARD_LIMITS.points}
            value={row.points}
            onChange={(points) => onChange({ points })}
            readOnly={readOnly}
            error={errorAt(`${path}/points`)}
          />
        </div>
        <div style={{ flex: '1 1 8rem' }}>
          <WholeNumberInput
            label={`Limit of ${name}`}
            description="Times per customer"
            placeholder="No limit"
            range={REWARD_LIMITS.count}
            value={row.limitPerCustomer}
            onChange={(limitPerCustomer) => onChange({ limitPerCustomer })}
            readOnly={readOnly}
            error={errorAt(`${path}/limitPerCustomer`)}
          />
        </div>
        {readOnly ? null : (
          <ActionIcon variant="default" size="lg" c="red" mt={25} aria-label={`Remove ${name}`} onClick={onRemove}>
            ✕
          </ActionIcon>
        )}
      </Group>
    </Paper>
  )
}
