import { NumberInput, Switch, TextInput } from '@mantine/core'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { ActionInputs } from './action-inputs.tsx'
import { RULE_ACTIONS, type RuleAction, validateActions } from './actions.ts'
import { ConditionInputs } from './condition-inputs.tsx'
import { areComplete, type RuleConditions } from './conditions.ts'
import { DryRun } from './dry-run-result.tsx'
import { type TicketRule, ticketRules, useTicketOptions } from './ticket-settings.ts'

export const TRIGGER_LABELS: Record<TicketRule['trigger'], string> = {
  ticket_created: 'A ticket is created',
  customer_message: 'The customer writes again',
  ticket_updated: 'Someone changes a ticket',
  hourly: 'Every hour',
}

interface Props {
  rule?: TicketRule | undefined
  nextPosition: number
  onClose: (message?: string) => void
}

export function RuleDialog({ rule, nextPosition, onClose }: Props) {
  const options = useTicketOptions()
  const draft = useFormDraft({
    name: rule?.name ?? '',
    active: rule?.active ?? true,
    trigger: rule?.trigger ?? ('ticket_created' as const),
    conditions: rule?.conditions ?? ({ match: 'all', conditions: [] } as RuleConditions),
    actions: rule?.actions ?? ([] as RuleAction[]),
    position: rule?.position ?? nextPosition,
  })
  const create = ticketRules.useCreate()
  const update = ticketRules.useUpdate(rule?.id ?? '', { version: rule?.version })
  const save = rule ? update : create
  const { name, active, trigger, conditions, actions, position } = draft.fields
  const contentError =
    actions.length === 0
      ? 'Add at least one action.'
      : areComplete(conditions)
        ? validateActions(actions)
        : 'Complete the conditions.'
  return (
    <EditDialog
      title={rule ? `Edit ${rule.name}` : 'Add rule'}
      what="this rule"
      saveLabel={rule ? 'Save' : 'Add rule'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={name.trim() === '' ? 'Enter a name.' : contentError}
      onSave={() => save.mutate(draft.fields, { onSuccess: () => onClose(`Rule “${name}” saved`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        maxLength={100}
        value={name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        data-autofocus
      />
      <Switch
        label="Active"
        checked={active}
        onChange={(event) => draft.edit({ active: event.currentTarget.checked })}
      />
      <LabelSelect
        label="When"
        labels={TRIGGER_LABELS}
        value={trigger}
        onChange={(changed) => draft.edit({ trigger: changed })}
      />
      <ConditionInputs
        conditions={conditions}
        options={options}
        onChange={(changed) => draft.edit({ conditions: changed })}
        error={save.error}
      />
      <ActionInputs
        actions={actions}
        types={RULE_ACTIONS}
        options={options}
        onChange={(changed) => draft.edit({ actions: changed })}
        error={save.error}
      />
      <NumberInput
        label="Position"
        description="Rules run in this order. Each sees what the ones before have changed."
        min={0}
        max={10_000}
        allowDecimal={false}
        value={position}
        onChange={(changed) => draft.edit({ position: Number(changed) || 0 })}
      />
      <DryRun rule={{ trigger, conditions, actions }} isReady={contentError === undefined} options={options} />
    </EditDialog>
  )
}
