import { Alert } from '@mantine/core'
import { useState } from 'react'
import { canManage, useWorkspace } from '../session.ts'
import { ReadOnlyNotice } from '../settings/read-only-notice.tsx'
import { LiveRegion } from '../ui/feedback.tsx'
import { Page } from '../ui/page.tsx'
import { formatMinutes, PRIORITY_LABELS } from './actions.ts'
import { CHANNEL_LABELS } from './conditions.ts'
import { DAY_LABELS, HoursDialog } from './hours-dialog.tsx'
import { PolicyDialog, TARGETS } from './policy-dialog.tsx'
import { SettingsList } from './settings-list.tsx'
import {
  type BusinessHours,
  businessHours,
  labelOf,
  type Option,
  type SlaPolicy,
  slaPolicies,
  useTicketOptions,
} from './ticket-settings.ts'

export function SlasPage() {
  const { workspace } = useWorkspace()
  const canEdit = canManage(workspace.role)
  const policies = slaPolicies.useList()
  const hours = businessHours.useList()
  const { teams } = useTicketOptions()
  const [message, setMessage] = useState('')
  const nextPosition = Math.max(0, ...(policies.data ?? []).map(({ position }) => position)) + 1
  return (
    <Page title="SLAs" about="How fast your team wants to answer and resolve tickets, and when it works.">
      <ReadOnlyNotice />
      <LiveRegion>{message ? <Alert color="green">{message}</Alert> : null}</LiveRegion>
      <SettingsList
        title="SLA policies"
        about="The first policy that matches a ticket applies. The inbox shows its targets, and events tell when one is missed."
        what="SLA policies"
        empty="No SLA policies yet. Tickets have no targets."
        addLabel="Add policy"
        list={policies}
        canEdit={canEdit}
        onMessage={setMessage}
        describe={(policy) => describePolicy(policy, hours.data ?? [], teams)}
        badge={({ active }) => (active ? null : 'Off')}
        consequence="Its targets no longer count for any ticket."
        useDelete={slaPolicies.useDelete}
        dialog={(policy, close) => <PolicyDialog policy={policy} nextPosition={nextPosition} onClose={close} />}
      />
      <SettingsList
        title="Business hours"
        about="Policies can count only the time in which a team works."
        what="business hours"
        empty="No business hours yet. Targets count around the clock."
        addLabel="Add business hours"
        list={hours}
        canEdit={canEdit}
        onMessage={setMessage}
        describe={describeHours}
        consequence="It can only be deleted while no policy uses it."
        useDelete={businessHours.useDelete}
        dialog={(one, close) => <HoursDialog hours={one} onClose={close} />}
      />
    </Page>
  )
}

function describePolicy({ conditions, targets, businessHoursId }: SlaPolicy, hours: BusinessHours[], teams: Option[]) {
  const { priorities = [], channels = [], teamIds = [], customerTags = [] } = conditions
  const scope = [
    ...priorities.map((priority) => PRIORITY_LABELS[priority]),
    ...channels.map((channel) => CHANNEL_LABELS[channel]),
    ...teamIds.map((id) => labelOf(teams, id)),
    ...customerTags,
  ]
  const goals = TARGETS.flatMap(({ key, label }) => {
    const minutes = targets[key]
    return minutes === null ? [] : `${label} within ${formatMinutes(minutes)}`
  })
  const name = hours.find(({ id }) => id === businessHoursId)?.name
  return [
    scope.length > 0 ? `For ${scope.join(', ')}` : 'For all tickets',
    goals.join(' · '),
    businessHoursId ? `During ${name ?? 'business hours'}` : 'Around the clock',
  ]
}

function describeHours({ timeZone, intervals, holidays }: BusinessHours): string[] {
  const times = intervals.map(({ day, start, end }) => `${DAY_LABELS[day].slice(0, 3)} ${start}–${end}`)
  const days = holidays.length === 1 ? '1 holiday' : `${holidays.length} holidays`
  return [times.join(', '), `${timeZone}, ${days}`]
}
