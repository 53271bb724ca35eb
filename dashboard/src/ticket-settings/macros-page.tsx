import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useWorkspace } from '../session.ts'
import { LiveRegion } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { formatAction } from './actions.ts'
import { AVAILABILITY_LABELS, MacroDialog } from './macro-dialog.tsx'
import { SettingsList } from './settings-list.tsx'
import { labelOf, type Macro, macros, type TicketOptions, useTicketOptions } from './ticket-settings.ts'

export function MacrosPage() {
  const { workspace } = useWorkspace()
  const options = useTicketOptions()
  const [message, setMessage] = useState('')
  return (
    <Page title="Macros" about="Saved replies that fill in the customer and the order, and change the ticket.">
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="All macros"
        about="Agents create private macros; owners and admins share them."
        what="macros"
        empty="No macros yet. Add one for an answer that you often write."
        addLabel="Add macro"
        list={macros.useList()}
        canEdit={workspace.role !== 'viewer'}
        onMessage={setMessage}
        describe={(macro) => describe(macro, options)}
        badge={({ availability, teamId }) =>
          availability === 'team' ? labelOf(options.teams, teamId) : AVAILABILITY_LABELS[availability]
        }
        consequence="Nobody can use it any more. Messages that were sent with it stay."
        useDelete={macros.useDelete}
        dialog={(macro, close) => <MacroDialog macro={macro} onClose={close} />}
      />
    </Page>
  )
}

const PREVIEW_LENGTH = 120

function describe({ body, actions, usageCount }: Macro, options: TicketOptions): (string | null)[] {
  const preview = body.length > PREVIEW_LENGTH ? `${body.slice(0, PREVIEW_LENGTH)}…` : body
  return [
    preview || null,
    actions.map((action) => formatAction(action, options)).join(' · ') || null,
    usageCount === 1 ? 'Used once' : `Used ${usageCount} times`,
  ]
}
