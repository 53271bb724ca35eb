import { Code, Select, Text, Textarea, TextInput } from '@mantine/core'
import { canManage, useWorkspace } from '../session.ts'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { fieldError } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { LabelSelect } from '../ui/label-select.tsx'
import { ActionInputs } from './action-inputs.tsx'
import { MACRO_ACTIONS, type MacroAction, validateActions } from './actions.ts'
import { type Macro, macros, useTicketOptions } from './ticket-settings.ts'

export const AVAILABILITY_LABELS: Record<Macro['availability'], string> = {
  all: 'Everyone',
  team: 'A team',
  private: 'Only me',
}

const PLACEHOLDERS = [
  'customer.firstName',
  'customer.name',
  'customer.email',
  'ticket.number',
  'ticket.subject',
  'order.number',
  'order.total',
  'order.date',
  'agent.firstName',
  'agent.name',
  'shop.name',
]

export function MacroDialog({ macro, onClose }: { macro?: Macro | undefined; onClose: (message?: string) => void }) {
  const { workspace } = useWorkspace()
  const isAdmin = canManage(workspace.role)
  const options = useTicketOptions()
  const draft = useFormDraft({
    name: macro?.name ?? '',
    body: macro?.body ?? '',
    actions: macro?.actions ?? ([] as MacroAction[]),
    availability: macro?.availability ?? (isAdmin ? 'all' : 'private'),
    teamId: macro?.teamId ?? null,
  })
  const create = macros.useCreate()
  const update = macros.useUpdate(macro?.id ?? '', { version: macro?.version })
  const save = macro ? update : create
  const { name, body, actions, availability, teamId } = draft.fields
  const isEmpty = body.trim() === '' && actions.length === 0
  return (
    <EditDialog
      title={macro ? `Edit ${macro.name}` : 'Add macro'}
      what="this macro"
      saveLabel={macro ? 'Save' : 'Add macro'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={
        name.trim() === '' ? 'Enter a name.' : isEmpty ? 'Enter a text or add an action.' : validateActions(actions)
      }
      onSave={() => save.mutate(draft.fields, { onSuccess: () => onClose(`Macro “${name}” saved`) })}
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
      <Textarea
        label="Reply"
        description="Agents read and edit it before they send it. Leave it empty to only change tickets."
        autosize
        minRows={4}
        maxRows={16}
        maxLength={20_000}
        value={body}
        onChange={(event) => draft.edit({ body: event.currentTarget.value })}
        error={fieldError(save.error, '/body')}
      />
      <Text size="sm" c="dimmed">
        {'Placeholders: '}
        {PLACEHOLDERS.map((placeholder) => (
          <Code key={placeholder} mr={6}>{`{{${placeholder}}}`}</Code>
        ))}
      </Text>
      <ActionInputs
        actions={actions}
        types={MACRO_ACTIONS}
        options={options}
        onChange={(changed) => draft.edit({ actions: changed })}
        error={save.error}
      />
      <LabelSelect
        label="Available to"
        labels={AVAILABILITY_LABELS}
        values={isAdmin ? (['all', 'team', 'private'] as const) : (['private'] as const)}
        value={availability}
        onChange={(changed) => draft.edit({ availability: changed, teamId: changed === 'team' ? teamId : null })}
        error={fieldError(save.error, '/availability')}
      />
      {availability === 'team' ? (
        <Select
          label="Team"
          data={options.teams}
          value={teamId}
          onChange={(changed) => draft.edit({ teamId: changed })}
          searchable
          nothingFoundMessage="No results"
          error={fieldError(save.error, '/teamId')}
        />
      ) : null}
    </EditDialog>
  )
}
