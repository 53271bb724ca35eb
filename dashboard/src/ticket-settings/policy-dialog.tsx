import { MultiSelect, NumberInput, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { keysOf } from '../ui/records.ts'
import { splitTags } from '../ui/tags.ts'
import { PRIORITY_LABELS } from './actions.ts'
import { CHANNEL_LABELS } from './conditions.ts'
import { MinutesInput } from './minutes-input.tsx'
import { businessHours, type SlaPolicy, type SlaPolicyInput, slaPolicies, useTicketOptions } from './ticket-settings.ts'

const MAX_MINUTES = 43_200
const AROUND_THE_CLOCK = 'none'
const NO_TARGETS = { firstResponseMinutes: null, nextResponseMinutes: null, resolutionMinutes: null }

type Conditions = Required<SlaPolicy['conditions']>

interface Props {
  policy?: SlaPolicy | undefined
  nextPosition: number
  onClose: (message?: string) => void
}

export function PolicyDialog({ policy, nextPosition, onClose }: Props) {
  const options = useTicketOptions()
  const hours = businessHours.useList().data ?? []
  const conditions: Conditions = { priorities: [], teamIds: [], channels: [], customerTags: [], ...policy?.conditions }
  const draft = useFormDraft({
    name: policy?.name ?? '',
    active: policy?.active ?? true,
    ...conditions,
    targets: policy?.targets ?? NO_TARGETS,
    businessHoursId: policy?.businessHoursId ?? null,
    warningMinutes: policy?.warningMinutes ?? null,
    position: policy?.position ?? nextPosition,
  })
  const create = slaPolicies.useCreate()
  const update = slaPolicies.useUpdate(policy?.id ?? '', { version: policy?.version })
  const save = policy ? update : create
  const { fields } = draft
  const { targets } = fields
  const hasTarget = Object.values(targets).some((minutes) => minutes !== null)
  const hourLabels = Object.fromEntries([
    [AROUND_THE_CLOCK, 'Around the clock'],
    ...hours.map(({ id, name }) => [id, name]),
  ]) as Record<string, string>
  return (
    <EditDialog
      title={policy ? `Edit ${policy.name}` : 'Add SLA policy'}
      what="this policy"
      saveLabel={policy ? 'Save' : 'Add policy'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={
        fields.name.trim() === '' ? 'Enter a name.' : hasTarget ? undefined : 'Enter at least one target.'
      }
      onSave={() => save.mutate(toInput(fields), { onSuccess: () => onClose(`SLA policy “${fields.name}” saved`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={fields.name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        data-autofocus
      />
      <Switch
        label="Active"
        checked={fields.active}
        onChange={(event) => draft.edit({ active: event.currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <MultiSelect
          label="Only these priorities"
          data={keysOf(PRIORITY_LABELS).map((value) => ({ value, label: PRIORITY_LABELS[value] }))}
          value={fields.priorities}
          onChange={(priorities) => draft.edit({ priorities: priorities as Conditions['priorities'] })}
        />
        <MultiSelect
          label="Only these channels"
          data={keysOf(CHANNEL_LABELS).map((value) => ({ value, label: CHANNEL_LABELS[value] }))}
          value={fields.channels}
          onChange={(channels) => draft.edit({ channels: channels as Conditions['channels'] })}
        />
        <MultiSelect
          label="Only these teams"
          data={options.teams}
          value={fields.teamIds}
          onChange={(teamIds) => draft.edit({ teamIds })}
        />
        <TagsInput
          label="Only customers with one of these tags"
          value={fields.customerTags}
          onChange={(tags) => draft.edit({ customerTags: splitTags(tags, fields.customerTags) })}
          acceptValueOnBlur
          error={fieldErrorUnder(save.error, '/conditions/customerTags')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {TARGETS.map(({ key, label, description }) => (
          <MinutesInput
            key={key}
            label={label}
            description={description}
            placeholder="No target"
            max={MAX_MINUTES}
            value={targets[key]}
            onChange={(minutes) => draft.edit({ targets: { ...targets, [key]: minutes } })}
            error={fieldError(save.error, `/targets/${key}`)}
          />
        ))}
      </SimpleGrid>
      <LabelSelect
        label="Time counts"
        labels={hourLabels}
        value={fields.businessHoursId ?? AROUND_THE_CLOCK}
        onChange={(id) => draft.edit({ businessHoursId: id === AROUND_THE_CLOCK ? null : id })}
        error={fieldError(save.error, '/businessHoursId')}
      />
      <MinutesInput
        label="Warn this long before"
        placeholder="When 80 % of the time have passed"
        max={MAX_MINUTES}
        value={fields.warningMinutes}
        onChange={(warningMinutes) => draft.edit({ warningMinutes })}
      />
      <NumberInput
        label="Position"
        description="The first policy that matches a ticket applies."
        min={0}
        max={10_000}
        allowDecimal={false}
        value={fields.position}
        onChange={(position) => draft.edit({ position: Number(position) || 0 })}
      />
    </EditDialog>
  )
}

export const TARGETS = [
  { key: 'firstResponseMinutes', label: 'First response', description: 'Until the first reply.' },
  { key: 'nextResponseMinutes', label: 'Next response', description: 'Until each further reply.' },
  { key: 'resolutionMinutes', label: 'Resolution', description: 'Paused while pending or snoozed.' },
] as const

/** An empty list in the form is no condition. */
function toInput({
  priorities,
  teamIds,
  channels,
  customerTags,
  ...policy
}: Conditions & Required<Omit<SlaPolicyInput, 'conditions'>>): SlaPolicyInput {
  return {
    ...policy,
    conditions: {
      ...(priorities.length > 0 && { priorities }),
      ...(teamIds.length > 0 && { teamIds }),
      ...(channels.length > 0 && { channels }),
      ...(customerTags.length > 0 && { customerTags }),
    },
  }
}
