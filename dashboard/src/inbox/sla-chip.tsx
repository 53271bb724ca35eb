import { Badge } from '@mantine/core'
import { formatDuration } from './inbox-labels.ts'

export interface TicketSla {
  ticketId: string
  state: 'ok' | 'warning' | 'breached' | 'paused' | 'met'
  /** The next target; null when nothing is due. */
  dueAt: string | null
  target: 'first_response' | 'next_response' | 'resolution' | null
}

const TARGETS = { first_response: 'First response', next_response: 'Next response', resolution: 'Resolution' }
const COLORS = { ok: 'teal', warning: 'yellow', breached: 'red', paused: 'gray', met: 'green' }

/** Time left until the next target. Nothing while there is none. */
export function SlaChip({ sla: { state, dueAt, target }, nowMs }: { sla: TicketSla; nowMs: number }) {
  const label = formatSla(state, dueAt, nowMs)
  if (!label) return null
  return (
    <Badge
      size="sm"
      radius="sm"
      variant="light"
      color={COLORS[state]}
      tt="none"
      fw={600}
      style={{ fontVariantNumeric: 'tabular-nums', flex: 'none' }}
      title={target ? `${TARGETS[target]}: ${label}` : label}
    >
      {label}
    </Badge>
  )
}

export function formatSla(state: TicketSla['state'], dueAt: string | null, nowMs: number): string | undefined {
  if (state === 'paused') return 'SLA paused'
  if (state === 'met' || dueAt === null) return undefined
  const left = Date.parse(dueAt) - nowMs
  return left < 0 ? `Overdue ${formatDuration(left)}` : `Due in ${formatDuration(left)}`
}
