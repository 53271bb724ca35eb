import { Alert, MultiSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { EditDialog } from '../ui/edit-dialog.tsx'
import { LiveRegion } from '../ui/feedback.tsx'
import { fieldError, fieldErrorUnder } from '../ui/field-errors.ts'
import { useFormDraft } from '../ui/form-draft.ts'
import { Page } from '../ui/page.tsx'
import { SettingsList } from './settings-list.tsx'
import { labelOf, type Team, teams, useTicketOptions } from './ticket-settings.ts'

export function TeamsPage() {
  const { workspace } = useWorkspace()
  const { members } = useTicketOptions()
  const [message, setMessage] = useState('')
  return (
    <Page title="Teams" about="Groups of agents that tickets can be assigned to.">
      <ReadOnlyNotice />
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="All teams"
        about="Rules, macros and SLA policies can be for one team."
        what="teams"
        empty="No teams yet. Add one for people who share a kind of ticket, such as returns."
        addLabel="Add team"
        list={teams.useList()}
        canEdit={canManage(workspace.role)}
        onMessage={setMessage}
        describe={({ memberIds }) => [memberIds.map((id) => labelOf(members, id)).join(', ') || 'No members']}
        consequence="It can only be deleted while it has no tickets."
        useDelete={teams.useDelete}
        dialog={(team, close) => <TeamDialog team={team} onClose={close} />}
      />
    </Page>
  )
}

function TeamDialog({ team, onClose }: { team: Team | undefined; onClose: (message?: string) => void }) {
  const { members } = useTicketOptions()
  const draft = useFormDraft({ name: team?.name ?? '', memberIds: team?.memberIds ?? [] })
  const create = teams.useCreate()
  const update = teams.useUpdate(team?.id ?? '')
  const save = team ? update : create
  const { name, memberIds } = draft.fields
  return (
    <EditDialog
      title={team ? `Edit ${team.name}` : 'Add team'}
      what="this team"
      saveLabel={team ? 'Save' : 'Add team'}
      draft={draft}
      mutation={save}
      error={save.error}
      validationError={name.trim() === '' ? 'Enter a name.' : undefined}
      onSave={() => save.mutate(draft.fields, { onSuccess: () => onClose(`Team “${name}” saved`) })}
      onClose={() => onClose()}
    >
      <TextInput
        label="Name"
        maxLength={50}
        value={name}
        onChange={(event) => draft.edit({ name: event.currentTarget.value })}
        error={fieldError(save.error, '/name')}
        data-autofocus
      />
      <MultiSelect
        label="Members"
        data={members}
        value={memberIds}
        onChange={(ids) => draft.edit({ memberIds: ids as Team['memberIds'] })}
        searchable
        nothingFoundMessage="No results"
        error={fieldErrorUnder(save.error, '/memberIds')}
      />
    </EditDialog>
  )
}
