import { useState } from 'react'
import { useWorkspace } from '../../session.ts'
import { formatDateTime } from '../../ui/time.tsx'
import { teams, ticketStatuses } from '../inbox.ts'
import { useInbox } from '../inbox-context.ts'
import { PRIORITY_LABELS, snoozeOptions } from '../inbox-labels.ts'
import { PickDialog } from '../pick-dialog.tsx'

const ofTargets = (numbers: number[]) => (numbers.length === 1 ? `ticket #${numbers[0]}` : `${numbers.length} tickets`)

export function AssignDialog() {
  const { targets, members, change, open } = useInbox()
  const { me } = useWorkspace()
  const teamList = teams.useList()
  const [only] = targets.length === 1 ? targets : []
  const people = [...members].sort(
    (one, other) => Number(other.userId === me.user.id) - Number(one.userId === me.user.id),
  )
  const options = [
    ...people.map(({ userId, name }) => ({
      id: userId,
      label: userId === me.user.id ? `${name} (you)` : name,
      isChosen: only?.assigneeId === userId,
    })),
    { id: 'none', label: 'Nobody', isChosen: only?.assigneeId === null },
    ...(teamList.data ?? []).map(({ id, name }) => ({ id, label: `Team ${name}`, isChosen: only?.teamId === id })),
  ]
  const pick = (id: string) => {
    open(undefined)
    const label = options.find((option) => option.id === id)?.label
    if (id.startsWith('team_')) void change({ teamId: id as `team_${string}` }, `Assigned to ${label}`)
    else if (id === 'none') void change({ assigneeId: null }, 'Unassigned')
    else void change({ assigneeId: id as `usr_${string}` }, `Assigned to ${label}`)
  }
  return (
    <PickDialog
      title={`Assign ${ofTargets(targets.map(({ number }) => number))}`}
      label="Member or team"
      options={options}
      onPick={pick}
      onClose={() => open(undefined)}
    />
  )
}

export function TagsDialog() {
  const { targets, stable, change, open } = useInbox()
  const counts = new Map<string, number>()
  for (const { ticket } of stable.rows) for (const tag of ticket.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const inUse = [...counts].sort(([, one], [, other]) => other - one).map(([tag]) => tag)
  const isOnAll = (tag: string) => targets.every(({ tags }) => tags.includes(tag))
  const all = [...new Set([...targets.flatMap(({ tags }) => tags), ...inUse])]
  const toggle = (tag: string) => {
    open(undefined)
    if (isOnAll(tag)) void change({ removeTags: [tag] }, `Removed the tag ${tag}`)
    else void change({ addTags: [tag] }, `Tagged ${tag}`)
  }
  return (
    <PickDialog
      title={`Tag ${ofTargets(targets.map(({ number }) => number))}`}
      label="Tag"
      options={all.map((tag) => ({ id: tag, label: tag, isChosen: isOnAll(tag) }))}
      createLabel={(text) => (all.includes(text) || text.length > 50 ? undefined : `Add “${text}”`)}
      onCreate={toggle}
      onPick={toggle}
      empty="Type a tag and press Enter."
      onClose={() => open(undefined)}
    />
  )
}

export function SnoozeDialog() {
  const { targets, change, open } = useInbox()
  const [options] = useState(() => snoozeOptions(new Date()))
  const isSnoozed = targets.some(({ snoozedUntil }) => snoozedUntil !== null)
  const pick = (label: string) => {
    open(undefined)
    const option = options.find((one) => one.label === label)
    if (!option) return void change({ snoozedUntil: null }, 'No longer snoozed')
    const until = option.until.toISOString()
    void change({ snoozedUntil: until }, `Snoozed until ${formatDateTime(until)}`, { advances: true })
  }
  return (
    <PickDialog
      title={`Snooze ${ofTargets(targets.map(({ number }) => number))}`}
      label="Until"
      options={[
        ...options.map(({ label, until }) => ({ id: label, label, description: formatDateTime(until.toISOString()) })),
        ...(isSnoozed ? [{ id: 'none', label: 'Stop snoozing' }] : []),
      ]}
      onPick={pick}
      onClose={() => open(undefined)}
    />
  )
}

export function PriorityDialog() {
  const { targets, change, open } = useInbox()
  const [only] = targets.length === 1 ? targets : []
  return (
    <PickDialog
      title={`Priority of ${ofTargets(targets.map(({ number }) => number))}`}
      label="Priority"
      options={Object.entries(PRIORITY_LABELS)
        .reverse()
        .map(([id, label]) => ({ id, label, isChosen: only?.priority === id }))}
      onPick={(id) => {
        open(undefined)
        const priority = id as keyof typeof PRIORITY_LABELS
        void change({ priority }, `Priority: ${PRIORITY_LABELS[priority]}`)
      }}
      onClose={() => open(undefined)}
    />
  )
}

export function StatusDialog() {
  const { targets, change, open } = useInbox()
  const statuses = ticketStatuses.useList()
  const [only] = targets.length === 1 ? targets : []
  const all = statuses.data ?? []
  return (
    <PickDialog
      title={`Status of ${ofTargets(targets.map(({ number }) => number))}`}
      label="Status"
      options={all.map(({ id, name }) => ({ id, label: name, isChosen: only?.status.id === id }))}
      onPick={(id) => {
        open(undefined)
        const status = all.find((one) => one.id === id)
        if (status) void change({ statusId: status.id }, `Status: ${status.name}`)
      }}
      onClose={() => open(undefined)}
    />
  )
}
