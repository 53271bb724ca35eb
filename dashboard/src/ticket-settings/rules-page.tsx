import { Alert } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { ErrorAlert, LiveRegion } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { formatAction } from './actions.ts'
import { AutoCloseSection } from './auto-close-section.tsx'
import { CONDITION_LABELS } from './conditions.ts'
import { RuleDialog, TRIGGER_LABELS } from './rule-dialog.tsx'
import { SettingsList } from './settings-list.tsx'
import { type TicketOptions, type TicketRule, ticketRules, useAutoClose, useTicketOptions } from './ticket-settings.ts'

export function RulesPage() {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const list = ticketRules.useList()
  const options = useTicketOptions()
  const autoClose = useAutoClose()
  const [message, setMessage] = useState('')
  const nextPosition = Math.max(0, ...(list.data ?? []).map(({ position }) => position)) + 1
  return (
    <Page title="Ticket rules" about="Changes tickets when something happens, or as time passes.">
      <ReadOnlyNotice />
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="Rules"
        about="They run in this order. Changes made by rules start no rules, and rules reply at most once a day to a ticket."
        what="rules"
        empty="No rules yet. Add one to sort, tag or answer tickets automatically."
        addLabel="Add rule"
        list={list}
        canEdit={canEdit}
        onMessage={setMessage}
        describe={(rule) => describe(rule, options)}
        badge={({ active }) => (active ? null : 'Off')}
        consequence="It no longer changes tickets. What it has done stays."
        useDelete={ticketRules.useDelete}
        dialog={(rule, close) => <RuleDialog rule={rule} nextPosition={nextPosition} onClose={close} />}
      />
      <ErrorAlert error={autoClose.error} title="Couldn't load auto-close" onRetry={() => void autoClose.refetch()} />
      {autoClose.data ? <AutoCloseSection settings={autoClose.data} canEdit={canEdit} /> : null}
    </Page>
  )
}

function describe({ trigger, conditions, actions, runCount }: TicketRule, options: TicketOptions): string[] {
  const all = [...conditions.conditions, ...(conditions.groups ?? []).flatMap((group) => group.conditions)]
  const fields = [...new Set(all.map(({ field }) => CONDITION_LABELS[field].toLowerCase()))]
  return [
    `${TRIGGER_LABELS[trigger]}${fields.length > 0 ? `, depending on ${fields.join(', ')}` : ''}`,
    actions.map((action) => formatAction(action, options)).join(' · '),
    runCount === 1 ? 'Has changed 1 ticket' : `Has changed ${runCount} tickets`,
  ]
}
