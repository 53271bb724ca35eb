import { Label } from '../ui/label.tsx'
import { formatDuration } from './inbox-labels.ts'
import type { TicketSla } from './slas.ts'

const METRICS = { first_response: 'First response', next_response: 'Next response', resolution: 'Resolution' }
const COLORS = { ok: 'teal', warning: 'yellow', breached: 'red', paused: 'gray', met: 'green' } as const

/** Time left until the next target. Nothing while there is none. */
export function SlaChip({ sla, nowMs }: { sla: TicketSla; nowMs: number }) {
  const { state, nextDueAt, targets } = sla
  const label = formatSla(state, nextDueAt, nowMs)
  if (!label || !state) return null
  const next = targets.find(({ dueAt }) => dueAt !== null && dueAt === nextDueAt)
  return (
    <Label color={COLORS[state]} title={next ? `${METRICS[next.metric]}: ${label}` : label}>
      {label}
    </Label>
  )
}

export function formatSla(state: TicketSla['state'], dueAt: string | null, nowMs: number): string | undefined {
  if (state === 'paused') return 'SLA paused'
  if (state === null || state === 'met' || dueAt === null) return undefined
  const left = Date.parse(dueAt) - nowMs
  return left < 0 ? `Overdue ${formatDuration(left)}` : `Due in ${formatDuration(left)}`
}
